"""The panels of the page about spectra; a click on a kernel or a λ moves the cursor."""

from collections.abc import Mapping, Sequence
from typing import Any

from kselect_core import views
from kselect_core.views import SpectrumAt
from kselect_ui.figures import pictures
from kselect_ui.figures.shown import show
from kselect_ui.spectrum import page
from kselect_ui.sweep import cursor
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked
from kselect_ui.widgets.state import View

VECTOR = "vec"


def grid_of_widths(sweep: Sweep, seen: View, at: SpectrumAt) -> None:
    """Draw the spectra of the whole family side by side, or the offer to compute them."""
    if at.alone:
        page.offer_grid(sweep, seen)
        return
    show(views.spectra_of_family, at, on_pick=lambda points: to_kernel(at, points))


def eigenvalues(sweep: Sweep, at: SpectrumAt) -> None:
    """Draw the eigenvalues at the cursor among those of the other kernels."""
    pictures.family(sweep, at, lambda parameter: to_kernel(at, [{"customdata": parameter}]))


def degrees_of_freedom(at: SpectrumAt) -> None:
    """Draw the effective degrees of freedom against λ."""
    show(views.degrees_of_freedom, at, on_pick=lambda points: cursor.pick(at.config, points))


def data_by_eigenvector(at: SpectrumAt) -> None:
    """Draw the training points coloured by one of the first eigenvectors."""
    numbers = list(range(1, at.spectrum.vectors.shape[1] + 1))
    usual = numbers[1]  # the first one is nearly constant for most kernels
    number = linked.along("Eigenvector", numbers, key=VECTOR, default=usual)
    show(views.eigenvector, at, number=number)


def to_kernel(at: SpectrumAt, picked: Sequence[Mapping[str, Any]]) -> None:
    """Move the cursor to the kernel of the first point clicked; others carry no parameter."""
    point = {"kernel": at.cursor.kernel, "parameter": picked[0].get("customdata")}
    cursor.move(at.config, point)
