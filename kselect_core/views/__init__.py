"""Views: one function per figure, of a place, gives the figure, its numbers and its caption.

    from kselect_core import views

    at = views.SpectrumAt(config, dataset, views.Cursor(0, "gaussian", 2.0, 0.01))
    views.eigenvalues(at)             # in a notebook a view shows itself
    views.eigenvalues(at).numbers()   # what it shows, as a table
    views.EVERY                       # all of them, by name

Nothing here knows a page; figures are drawn by `kselect_core.plotting`.
"""

from kselect_core.selection.combination.plan import Plan
from kselect_core.selection.design.parts import Design
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.points.alter import Alteration
from kselect_core.views.cursor import CursorAt, decision, spectrum
from kselect_core.views.curves import along_costs, along_kernels, criterion_curves, regrets
from kselect_core.views.data import (
    DataAt,
    data_in_plane,
    pair_distances,
    points_of_classes,
    targets,
)
from kselect_core.views.design.combined import (
    CombinedAt,
    errors_of_combinations,
    kernel_weights,
    objective_along_paths,
)
from kselect_core.views.design.iterated import (
    IteratedAt,
    eigenvalues_of_steps,
    errors_held_out,
    errors_of_methods,
)
from kselect_core.views.errors import error_curves, errors_over_splits, fits_side_by_side
from kselect_core.views.film import FilmAt, moving_pictures
from kselect_core.views.maps import grid_map, small_maps
from kselect_core.views.pairs import PairsAt, pairs_of_classes
from kselect_core.views.points.changed import (
    ChangedAt,
    choices_before_and_after,
    spectra_before_and_after,
)
from kselect_core.views.points.fragility import (
    FragilityAt,
    fragility_of_criteria,
    points_that_move_a_choice,
)
from kselect_core.views.points.influence import (
    PointsAt,
    norms_of_points,
    points_by_influence,
    shifts_of_eigenvalues,
    spectrum_without_point,
)
from kselect_core.views.spectra import (
    SpectrumAt,
    degrees_of_freedom,
    eigenvalues,
    eigenvector,
    kernel_matrix,
    labels_in_eigenvectors,
    spectra_of_family,
)
from kselect_core.views.sweep import SweepAt, Swept
from kselect_core.views.view import Drawn, Place, View

EVERY = {
    view.name: view
    for view in (
        data_in_plane,
        pair_distances,
        points_of_classes,
        targets,
        criterion_curves,
        regrets,
        pairs_of_classes,
        grid_map,
        small_maps,
        error_curves,
        errors_over_splits,
        fits_side_by_side,
        along_costs,
        along_kernels,
        decision,
        spectrum,
        spectra_of_family,
        eigenvalues,
        labels_in_eigenvectors,
        eigenvector,
        degrees_of_freedom,
        kernel_matrix,
        shifts_of_eigenvalues,
        points_by_influence,
        norms_of_points,
        choices_before_and_after,
        spectra_before_and_after,
        spectrum_without_point,
        points_that_move_a_choice,
        fragility_of_criteria,
        moving_pictures,
        errors_held_out,
        eigenvalues_of_steps,
        errors_of_methods,
        kernel_weights,
        objective_along_paths,
        errors_of_combinations,
    )
}
"""Every view by its name, in the order of the pages."""

__all__ = [
    "EVERY",
    "Alteration",
    "ChangedAt",
    "CombinedAt",
    "Cursor",
    "CursorAt",
    "DataAt",
    "Design",
    "Drawn",
    "FilmAt",
    "FragilityAt",
    "IteratedAt",
    "PairsAt",
    "Place",
    "Plan",
    "PointsAt",
    "SpectrumAt",
    "SweepAt",
    "Swept",
    "View",
    "along_costs",
    "along_kernels",
    "choices_before_and_after",
    "criterion_curves",
    "data_in_plane",
    "decision",
    "degrees_of_freedom",
    "eigenvalues",
    "eigenvalues_of_steps",
    "eigenvector",
    "error_curves",
    "errors_held_out",
    "errors_of_combinations",
    "errors_of_methods",
    "errors_over_splits",
    "fits_side_by_side",
    "fragility_of_criteria",
    "grid_map",
    "kernel_matrix",
    "kernel_weights",
    "labels_in_eigenvectors",
    "moving_pictures",
    "norms_of_points",
    "objective_along_paths",
    "pair_distances",
    "pairs_of_classes",
    "points_by_influence",
    "points_of_classes",
    "points_that_move_a_choice",
    "regrets",
    "shifts_of_eigenvalues",
    "small_maps",
    "spectra_before_and_after",
    "spectra_of_family",
    "spectrum",
    "spectrum_without_point",
    "targets",
]
