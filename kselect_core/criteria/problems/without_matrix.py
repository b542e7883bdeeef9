"""A problem that holds no kernel matrix: what asks for one is told why there is none."""

from typing import ClassVar

from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.errors import UndefinedScoreError
from kselect_core.linalg.spectra.spectrum import Spectrum
from kselect_core.types import Array


class WithoutMatrix(Problem):
    """Problem without a matrix; ``no_matrix`` and ``no_spectrum`` are the reasons."""

    learners: ClassVar[tuple[str, ...]] = ("krr", "lssvm")
    no_matrix: ClassVar[str]
    no_spectrum: ClassVar[str]

    @property
    def held(self) -> bool:
        """Whether the kernel matrix is held: it is not."""
        return False

    @property
    def K(self) -> Array:
        """Raise with the reason: there is no matrix."""
        raise UndefinedScoreError(self.no_matrix)

    @property
    def spectrum(self) -> Spectrum:
        """Raise with the reason: there are no eigenvectors of n entries."""
        raise UndefinedScoreError(self.no_spectrum)
