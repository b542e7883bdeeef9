"""Views: one function per figure, of a place, gives the figure, its numbers and its caption.

In a notebook a view shows itself; `EVERY` has all of them by name. Nothing here knows a page;
figures are drawn by `kselect_core.plotting`.

Examples
--------
>>> from kselect import SweepConfig, load_dataset, views
>>> config, dataset = SweepConfig(dataset="moons"), load_dataset("moons")
>>> at = views.SpectrumAt(config, dataset, views.Cursor(0, "gaussian", 2.0, 0.01), alone=True)
>>> shown = views.eigenvalues(at)
>>> shown.name
'Eigenvalues at the cursor'
>>> shown.numbers().columns.tolist()
['number', 'eigenvalue, τ = 2¹']
>>> print(views.eigenvalues.program(at).splitlines()[-1])  # the lines that draw it again
figure = views.eigenvalues(at).figure
"""

from kselect_core.registry import registry
from kselect_core.selection.combination.plan import Plan
from kselect_core.selection.design.few_labels import Design
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.points.alter import Alteration
from kselect_core.views.bounds.case import Cases
from kselect_core.views.bounds.criteria import (
    fsm_of_any_labels,
    penalty_of_shifts,
    spectral_measure_tie,
)
from kselect_core.views.bounds.curve import bound_along, bounds_beside_truth
from kselect_core.views.bounds.place import BoundsAt
from kselect_core.views.bounds.proofs import norm_above_shifts, variance_above_bounds
from kselect_core.views.cursor import CursorAt, decision, spectrum
from kselect_core.views.curves import (
    along_costs,
    along_kernels,
    choices_along_landmarks,
    criterion_curves,
    criterion_rows,
    regrets,
)
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
from kselect_core.views.design.relevance import (
    RelevanceAt,
    errors_of_feature_widths,
    relevance_of_features,
    widths_along_descent,
)
from kselect_core.views.errors import (
    choices_by_size,
    error_curves,
    errors_over_splits,
    fits_side_by_side,
)
from kselect_core.views.film.page import film_page
from kselect_core.views.film.pictures import FilmAt, moving_pictures
from kselect_core.views.film.report import film_report
from kselect_core.views.machines.machine import decision_of_machine, machines_along_costs
from kselect_core.views.machines.place import MachineAt
from kselect_core.views.machines.stability import (
    stability_blocks,
    stability_parts,
    stability_shuffles,
)
from kselect_core.views.maps import grid_map, maps_over_costs, refined_choice, small_maps
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
from kselect_core.views.rewards.approximation import (
    ApproximationAt,
    approximation_over_order,
    approximation_over_work,
)
from kselect_core.views.rewards.changes import ChangesAt, moves_of_choices
from kselect_core.views.rewards.labels import ShufflesAt, criteria_of_shuffled_labels
from kselect_core.views.rewards.options import effect_of_options
from kselect_core.views.rewards.width import WidthAt, terms_along_width
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

__all__ = [
    "EVERY",
    "Alteration",
    "ApproximationAt",
    "BoundsAt",
    "Cases",
    "ChangedAt",
    "ChangesAt",
    "CombinedAt",
    "Cursor",
    "CursorAt",
    "DataAt",
    "Design",
    "Drawn",
    "FilmAt",
    "FragilityAt",
    "IteratedAt",
    "MachineAt",
    "PairsAt",
    "Place",
    "Plan",
    "PointsAt",
    "RelevanceAt",
    "ShufflesAt",
    "SpectrumAt",
    "SweepAt",
    "Swept",
    "View",
    "WidthAt",
    "along_costs",
    "along_kernels",
    "approximation_over_order",
    "approximation_over_work",
    "bound_along",
    "bounds_beside_truth",
    "choices_along_landmarks",
    "choices_before_and_after",
    "choices_by_size",
    "criteria_of_shuffled_labels",
    "criterion_curves",
    "criterion_rows",
    "data_in_plane",
    "decision",
    "decision_of_machine",
    "degrees_of_freedom",
    "effect_of_options",
    "eigenvalues",
    "eigenvalues_of_steps",
    "eigenvector",
    "error_curves",
    "errors_held_out",
    "errors_of_combinations",
    "errors_of_feature_widths",
    "errors_of_methods",
    "errors_over_splits",
    "film_page",
    "film_report",
    "fits_side_by_side",
    "fragility_of_criteria",
    "fsm_of_any_labels",
    "grid_map",
    "kernel_matrix",
    "kernel_weights",
    "labels_in_eigenvectors",
    "machines_along_costs",
    "maps_over_costs",
    "moves_of_choices",
    "moving_pictures",
    "norm_above_shifts",
    "norms_of_points",
    "objective_along_paths",
    "pair_distances",
    "pairs_of_classes",
    "penalty_of_shifts",
    "points_by_influence",
    "points_of_classes",
    "points_that_move_a_choice",
    "refined_choice",
    "regrets",
    "relevance_of_features",
    "shifts_of_eigenvalues",
    "small_maps",
    "spectra_before_and_after",
    "spectra_of_family",
    "spectral_measure_tie",
    "spectrum",
    "spectrum_without_point",
    "stability_blocks",
    "stability_parts",
    "stability_shuffles",
    "targets",
    "terms_along_width",
    "variance_above_bounds",
    "widths_along_descent",
]

EVERY = registry("view", *[value for value in globals().values() if isinstance(value, View)])
"""Every view by its name, those of installed packages at the end."""
