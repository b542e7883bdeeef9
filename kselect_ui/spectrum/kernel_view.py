"""The kernel matrix at the cursor as a picture, its points sorted so that its blocks are seen."""

import pandas as pd

from kselect_core.plotting.points.matrix_picture import Kind, Range, matrix_picture
from kselect_core.selection.places.spectra import PointOrder, order_of_points
from kselect_ui.server.messages import error_in_place
from kselect_ui.spectrum import code as spectrum_code
from kselect_ui.spectrum.page import SpectrumAt
from kselect_ui.sweep import finished as sweeps
from kselect_ui.widgets import matrix_view
from kselect_ui.widgets.matrix_view import Matrix

LARGEST = 500  # cells a side: as many as a panel has pixels


def matrix(look: SpectrumAt) -> None:
    """Draw K with its points ordered by class and, within a class, by the first eigenvector."""
    with error_in_place():
        sweep, seen = look.sweep, look.seen
        K = sweeps.bench(sweep.digest, seen.one_split).problem(seen.point).K
        order = order_of_points(look.problem.y, look.spectrum.vectors[:, 0])
        names = _names(look, order)
        groups = tuple(zip(names, order.sizes, strict=False))
        kind: Kind = "diverging" if look.signed else "magnitude"
        span: Range = "robust" if look.signed else "full"  # products of a few points can be huge
        picture = matrix_picture(
            K,
            order=(order.rows, order.rows),
            groups=(groups, groups),
            kind=kind,
            span=span,
            largest=LARGEST,
        )
        by_class = "by class and then " if names else ""
        shown = Matrix(
            key="gram",
            name="Kernel matrix",
            caption=f"K, points ordered {by_class}by the first eigenvector. {look.where}",
            numbers=lambda: pd.DataFrame(picture.values()),
            code=spectrum_code.written(
                look, spectrum_code.MATRIX, names=names, kind=kind, span=span, largest=LARGEST
            ),
        )
        matrix_view.show(picture, shown)


def _names(look: SpectrumAt, order: PointOrder) -> tuple[str, ...]:
    if len(order.sizes) == 1:
        return ()
    return sweeps.sides(look.sweep)
