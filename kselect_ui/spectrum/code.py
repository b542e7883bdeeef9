"""The programs that draw the figures of the page about spectra again."""

from kselect_ui.spectrum.page import SpectrumAt
from kselect_ui.sweep.program import cursor, literal

ONE = """from kselect_core.selection.places.spectra import spectrum_of

spectrum = spectrum_of(config, dataset, kernel={kernel!r}, parameter={parameter}, split={split})
"""
FAMILY = """from kselect_core.selection.places.spectra import spectra_of_grid

family = spectra_of_grid(config, dataset, split={split}).family({kernel!r})
sigmas, parameters = [one.sigma for one in family], [one.parameter for one in family]
"""
ALONE = """from kselect_core.selection.places.spectra import spectrum_of

spectrum = spectrum_of(config, dataset, kernel={kernel!r}, parameter={parameter}, split={split})
sigmas, parameters = [spectrum.sigma], [spectrum.parameter]
"""
WATERFALL = """from kselect_core.plotting.spectra.waterfall import waterfall

figure = waterfall(
    sigmas, parameters, mu={mu!r}, cursor={parameter}, kernel={kernel!r}, convention={convention!r}
)
"""
SCREE = """from kselect_core.plotting.spectra.scree import scree

figure = scree(
    sigmas, parameters, cursor={position}, mu={mu!r}, convention={convention!r}
)
"""
ALIGNMENT = """from kselect_core.plotting.spectra.alignment import alignment

figure = alignment(spectrum.sigma, spectrum.labels, target={target!r})
"""
DOF = """from kselect_core.plotting.spectra.dof_curve import dof_curve

figure = dof_curve(
    spectrum.sigma,
    config.lambdas,
    cursor={lam!r},
    ridge={ridge},
    ones={ones},
    kernel=({kernel!r}, {parameter}),
)
"""
VECTOR = """from kselect_core.plotting.spectra.eigenvector_map import eigenvector_map
from kselect_core.selection.places.plane import plane_of
from kselect_core.selection.sweep.prepared import prepared_split

plane = plane_of(prepared_split(config, dataset, {split}), dataset)
train = ~plane.is_test
figure = eigenvector_map(
    plane.points[train],
    plane.labels[train],
    spectrum.vectors[:, {column}],
    class_names={class_names!r},
    axes=plane.axes,
)
"""
MATRIX = """from kselect_core.plotting.points.matrix_picture import matrix_picture
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.places.spectra import order_of_points, spectrum_on

bench = Workbench(config, dataset, {split})
problem = bench.problem({point})
spectrum = spectrum_on(bench.split, config, {kernel!r}, {parameter})
order = order_of_points(problem.y, spectrum.vectors[:, 0])
groups = tuple(zip({names!r}, order.sizes))  # none for a single class or a regression
picture = matrix_picture(
    problem.K,
    order=(order.rows, order.rows),
    groups=(groups, groups),
    kind={kind!r},
    span={span!r},
    largest={largest},
)
numbers = picture.values()
"""


def written(look: SpectrumAt, *templates: str, **more: object) -> str:
    """Return a program from its templates, filled with what is looked at."""
    values = {
        "split": look.seen.one_split,
        "point": cursor(look.seen.point),
        "kernel": look.seen.kernel,
        "parameter": literal(look.seen.parameter),
        "convention": look.convention,
        "position": look.position,
        "lam": look.seen.lam,
        "mu": look.mu,
        "target": look.target,
        "ones": "spectrum.ones" if look.problem.bias and not look.sweep.config.C else "None",
        "ridge": '"C"' if look.sweep.config.C else "config.ridge",
    }
    return "\n".join(template.format(**values, **more) for template in templates)
