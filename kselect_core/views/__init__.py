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
from kselect_core.selection.combination.plan import Plan as Plan
from kselect_core.selection.design.few_labels import Design as Design
from kselect_core.selection.places.cursor import Cursor as Cursor
from kselect_core.selection.points.alter import Alteration as Alteration
from kselect_core.views.bounds.case import Cases as Cases
from kselect_core.views.bounds.criteria import (
    fsm_of_any_labels as fsm_of_any_labels,
    penalty_of_shifts as penalty_of_shifts,
    spectral_measure_tie as spectral_measure_tie,
)
from kselect_core.views.bounds.curve import (
    bound_along as bound_along,
    bounds_beside_truth as bounds_beside_truth,
)
from kselect_core.views.bounds.place import BoundsAt as BoundsAt
from kselect_core.views.bounds.proofs import (
    norm_above_shifts as norm_above_shifts,
    variance_above_bounds as variance_above_bounds,
)
from kselect_core.views.cursor import (
    CursorAt as CursorAt,
    decision as decision,
    spectrum as spectrum,
)
from kselect_core.views.curves import (
    along_costs as along_costs,
    along_kernels as along_kernels,
    choices_along_landmarks as choices_along_landmarks,
    criterion_curves as criterion_curves,
    criterion_rows as criterion_rows,
    regrets as regrets,
)
from kselect_core.views.data import (
    DataAt as DataAt,
    data_in_plane as data_in_plane,
    pair_distances as pair_distances,
    points_of_classes as points_of_classes,
    targets as targets,
)
from kselect_core.views.design.combined import (
    CombinedAt as CombinedAt,
    errors_of_combinations as errors_of_combinations,
    kernel_weights as kernel_weights,
    objective_along_paths as objective_along_paths,
)
from kselect_core.views.design.iterated import (
    IteratedAt as IteratedAt,
    eigenvalues_of_steps as eigenvalues_of_steps,
    errors_held_out as errors_held_out,
    errors_of_methods as errors_of_methods,
)
from kselect_core.views.design.relevance import (
    RelevanceAt as RelevanceAt,
    errors_of_feature_widths as errors_of_feature_widths,
    relevance_of_features as relevance_of_features,
    widths_along_descent as widths_along_descent,
)
from kselect_core.views.errors import (
    choices_by_size as choices_by_size,
    error_curves as error_curves,
    errors_over_splits as errors_over_splits,
    fits_side_by_side as fits_side_by_side,
)
from kselect_core.views.film.page import film_page as film_page
from kselect_core.views.film.pictures import FilmAt as FilmAt, moving_pictures as moving_pictures
from kselect_core.views.film.report import film_report as film_report
from kselect_core.views.machines.machine import (
    decision_of_machine as decision_of_machine,
    machines_along_costs as machines_along_costs,
)
from kselect_core.views.machines.place import MachineAt as MachineAt
from kselect_core.views.machines.stability import (
    stability_blocks as stability_blocks,
    stability_parts as stability_parts,
    stability_shuffles as stability_shuffles,
)
from kselect_core.views.maps import (
    grid_map as grid_map,
    maps_over_costs as maps_over_costs,
    refined_choice as refined_choice,
    small_maps as small_maps,
)
from kselect_core.views.pairs import PairsAt as PairsAt, pairs_of_classes as pairs_of_classes
from kselect_core.views.points.changed import (
    ChangedAt as ChangedAt,
    choices_before_and_after as choices_before_and_after,
    spectra_before_and_after as spectra_before_and_after,
)
from kselect_core.views.points.fragility import (
    FragilityAt as FragilityAt,
    fragility_of_criteria as fragility_of_criteria,
    points_that_move_a_choice as points_that_move_a_choice,
)
from kselect_core.views.points.influence import (
    PointsAt as PointsAt,
    norms_of_points as norms_of_points,
    points_by_influence as points_by_influence,
    shifts_of_eigenvalues as shifts_of_eigenvalues,
    spectrum_without_point as spectrum_without_point,
)
from kselect_core.views.rewards.approximation import (
    ApproximationAt as ApproximationAt,
    approximation_over_order as approximation_over_order,
    approximation_over_work as approximation_over_work,
)
from kselect_core.views.rewards.changes import (
    ChangesAt as ChangesAt,
    moves_of_choices as moves_of_choices,
)
from kselect_core.views.rewards.labels import (
    ShufflesAt as ShufflesAt,
    criteria_of_shuffled_labels as criteria_of_shuffled_labels,
)
from kselect_core.views.rewards.options import effect_of_options as effect_of_options
from kselect_core.views.rewards.width import (
    WidthAt as WidthAt,
    terms_along_width as terms_along_width,
)
from kselect_core.views.spectra import (
    SpectrumAt as SpectrumAt,
    degrees_of_freedom as degrees_of_freedom,
    eigenvalues as eigenvalues,
    eigenvector as eigenvector,
    kernel_matrix as kernel_matrix,
    labels_in_eigenvectors as labels_in_eigenvectors,
    spectra_of_family as spectra_of_family,
)
from kselect_core.views.sweep import SweepAt as SweepAt, Swept as Swept
from kselect_core.views.view import Drawn as Drawn, Place as Place, View as View

EVERY = registry("view", *[value for value in globals().values() if isinstance(value, View)])
"""Every view by its name, those of installed packages at the end."""
