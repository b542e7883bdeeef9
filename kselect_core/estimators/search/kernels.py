"""A kernel as scikit-learn's users give it, evaluated on two samples.

A name of ``sklearn.metrics.pairwise`` (``"gaussian"`` means ``"rbf"``), ``"precomputed"``, a kernel
of ``sklearn.gaussian_process.kernels``, a family of ``kselect_core.kernels``, or any function of
two samples that gives their kernel matrix.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.metrics.pairwise import KERNEL_PARAMS, PAIRWISE_KERNEL_FUNCTIONS, pairwise_kernels

from kselect_core.errors import InvalidParameterError, UnknownNameError
from kselect_core.kernels import GAUSSIAN, KERNELS, POLYNOMIAL, Kernel
from kselect_core.types import Array, Float

PRECOMPUTED = "precomputed"
ALIASES = {GAUSSIAN.name: "rbf", POLYNOMIAL.name: "poly"}
NAMES = (*PAIRWISE_KERNEL_FUNCTIONS, *ALIASES, PRECOMPUTED)
OF_SAMPLES = (
    "one of two samples (n × d and m × d) that returns n × m; a function f of two rows is wrapped "
    "by lambda X, Z: pairwise_kernels(X, Z, metric=f)"
)
DEFAULTS = {"degree": 3, "coef0": 1.0}
"""Values that scikit-learn's kernels take where none is given; γ is then 1/d."""


@dataclass(frozen=True)
class KernelFunction:
    """A kernel with its parameters: a function of two samples that can be copied and saved.

    ``kernel`` is a name, a function or an object as in the module's first lines. A ``WhiteKernel``
    adds nothing between two samples: its noise is the ridge that the search chooses.
    """

    kernel: Any  # a name, an object of scikit-learn or any function
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, X: Float[Array, "n d"], Z: Float[Array, "m d"]) -> Float[Array, "n m"]:
        """Kernel matrix k(xᵢ, zⱼ); of a precomputed kernel X itself.

        Raises InvalidParameterError for a function of two rows, and where a function gives
        something of another shape.
        """
        if self.kernel == PRECOMPUTED:
            return np.asarray(X, dtype=np.float64)
        try:
            K = np.asarray(self._function(X, Z), dtype=np.float64)
        except (ValueError, TypeError) as error:
            if not self._takes_rows(X, Z):
                raise
            kind = "one of two rows"
            raise InvalidParameterError("Kernel", "the function", OF_SAMPLES, kind) from error
        if not K.ndim:
            raise InvalidParameterError("Kernel", "the function", OF_SAMPLES, "a single number")
        if K.shape != (len(X), len(Z)):
            raise InvalidParameterError(
                "Kernel",
                "what the function of two samples gives",
                f"their kernel matrix, of shape {(len(X), len(Z))}",
                K.shape,
            )
        return K

    def _takes_rows(self, X: Float[Array, "n d"], Z: Float[Array, "m d"]) -> bool:
        """Whether a function that fails on two samples gives a number for two rows."""
        try:
            return not isinstance(self.kernel, str) and np.isscalar(self._function(X[0], Z[0]))
        except (ValueError, TypeError, LookupError):
            return False

    @property
    def _function(self) -> Callable[..., object]:
        if isinstance(self.kernel, str):
            return lambda X, Z: pairwise_kernels(X, Z, metric=self.kernel, **self.parameters)
        if self.of_process is not None:
            return self.of_process  # type: ignore[no-any-return]  # scikit-learn ships no types
        return lambda X, Z: self.kernel(X, Z, **self.parameters)

    @property
    def of_process(self) -> Any:  # noqa: ANN401 - scikit-learn ships no types
        """Kernel of a Gaussian process with its parameters; None for other kernels."""
        if not hasattr(self.kernel, "set_params"):
            return None
        return clone(self.kernel).set_params(**self.parameters)

    @property
    def scikit_learn(self) -> Mapping[str, object] | None:
        """Arguments of scikit-learn's estimators for the same kernel; None where it has none."""
        if isinstance(self.kernel, str):
            return {"kernel": self.kernel, **self.parameters}
        if isinstance(self.kernel, Kernel):
            same = self.kernel.scikit_learn
            return None if same is None else same(**{**self.kernel.defaults, **self.parameters})
        return None if self.of_process is None else {"kernel": self.of_process}

    @property
    def family(self) -> Kernel | None:
        """Family of kselect that gives the same matrix from shared distances; None for others."""
        if self.kernel == "rbf":
            return GAUSSIAN
        return self.kernel if isinstance(self.kernel, Kernel) else None

    @property
    def label(self) -> str:
        """Name of the kernel in tables."""
        if isinstance(self.kernel, Kernel):
            return self.kernel.name
        if isinstance(self.kernel, str):
            return self.kernel
        return getattr(self.kernel, "__name__", type(self.kernel).__name__)

    def with_parameters(self, features: int, **parameters: object) -> "KernelFunction":
        """Kernel with further parameters; those of scikit-learn's names are spelt out.

        ``features`` is the number of columns d, of which γ is 1/d where none is given.
        """
        values = {**self.parameters, **parameters}
        if isinstance(self.kernel, str):
            usual = {**DEFAULTS, "gamma": 1.0 / features}
            names = KERNEL_PARAMS.get(self.kernel, ())
            values = {**{name: usual[name] for name in names}, **values}
        return KernelFunction(self.kernel, values)


def kernel_function(
    where: str, kernel: object, parameters: Mapping[str, object] | None
) -> KernelFunction:
    """Kernel of an estimator; raises for names that nobody knows and for what is no function."""
    values = dict(parameters or {})
    if isinstance(kernel, str):
        if kernel not in NAMES:
            family = f"the family kselect.KERNELS[{kernel!r}]" if kernel in KERNELS else "a family"
            more = f"Given as an object: {family}, a kernel of Gaussian processes, any function."
            raise UnknownNameError("kernel", kernel, NAMES, more=[more])
        return KernelFunction(ALIASES.get(kernel, kernel), values)
    if not callable(kernel):
        allowed = "a name of scikit-learn's kernels, 'precomputed', or a function of two samples"
        raise InvalidParameterError(where, "kernel", allowed, kernel)
    return KernelFunction(kernel, values)


def check_names(where: str, kernel: KernelFunction, names: set[str], strength: str) -> None:
    """Raise where the grid or ``kernel_params`` name what neither kernel nor learner takes."""
    arguments = parameter_names(kernel)
    foreign = sorted(names - arguments) if arguments is not None else []
    if foreign:
        words = ", ".join(sorted(arguments or ())) or "none"
        allowed = (
            f"{strength!r} (the strength) or a parameter of the kernel {kernel.label}: {words}"
        )
        raise InvalidParameterError(where, "a name in param_grid", allowed, foreign[0])


def parameter_names(kernel: KernelFunction) -> set[str] | None:
    """Names of the parameters that a kernel takes; None for functions, which say so themselves."""
    if isinstance(kernel.kernel, str):
        return set(KERNEL_PARAMS.get(kernel.kernel, ()))
    if isinstance(kernel.kernel, Kernel):
        return {parameter.name for parameter in kernel.kernel.parameters}
    if hasattr(kernel.kernel, "get_params"):
        return set(kernel.kernel.get_params())
    return None
