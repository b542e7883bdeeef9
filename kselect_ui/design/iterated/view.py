"""The view of iterated kernels: whether a pool of points helps where labels are few."""

from functools import partial

import pandas as pd
import streamlit as st

from kselect_core.plotting.combined.design_errors import Measure, design_errors
from kselect_core.plotting.maps.design_map import MethodMap, design_map
from kselect_core.plotting.spectra.step_spectra import holders, step_lines, step_spectra
from kselect_core.selection.design.iterations import choices_of, design_seconds, designed_everywhere
from kselect_core.views.python import call, literal
from kselect_core.words.amounts import counted
from kselect_core.words.labels import readable
from kselect_ui.design.iterated import words
from kselect_ui.design.iterated.look import (
    IteratedAt,
    Settings,
    design_of,
    key_of,
    looked_at,
    settings_of,
)
from kselect_ui.server.messages import error_in_place
from kselect_ui.server.shelf import kept, remembered
from kselect_ui.server.tasks import AT_ONCE
from kselect_ui.sweep import captions, cursor, offer
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts, linked
from kselect_ui.widgets.charts import Chart

SHOWN = "dloss"
FOUND = """from kselect_core.selection.design.iterations import designed
from kselect_core.selection.design.parts import Design

design = {design}
found = designed(config, dataset, design, {split})
"""
MAP = """from kselect_core.plotting.maps.design_map import MethodMap, design_map

maps = [
    MethodMap(one.name, one.steps, one.held_out, one.test, one.chosen)
    for one in found.methods
    if one.name in {names}
]
figure = design_map(maps, design.lambdas, test={test})
"""
STEPS = """from kselect_core.plotting.spectra.step_spectra import step_spectra

figure = step_spectra(
    found.sharpened(unlabelled={unlabelled}), chosen={chosen}, lam={lam}
)
"""
ONE = """from kselect_core.plotting.combined.design_errors import design_errors
from kselect_core.selection.design.iterations import choices_of

chosen = choices_of(found)
figure = design_errors(chosen[chosen["method"].isin({names})], measure={measure})
"""
ALL = """from kselect_core.plotting.combined.design_errors import design_errors
from kselect_core.selection.design.iterations import designed_everywhere
from kselect_core.selection.design.parts import Design

chosen = designed_everywhere(config, dataset, {design})
figure = design_errors(chosen[chosen["method"].isin({names})], measure={measure})
"""


def show(sweep: Sweep) -> str:
    """Draw the view; returns its finding."""
    finding, look = st.container(), None
    with error_in_place():
        look = looked_at(sweep, cursor.at_cursor(sweep))
    if look is None:
        return ""
    text = words.sentence(look)
    finding.markdown(text)
    left, right = charts.beside([58, 42])
    with left, error_in_place():
        charts.show(_map(look))
    with right, error_in_place():
        charts.show(_steps(look))
    with error_in_place():
        _errors(look)
    return text


def _map(look: IteratedAt) -> Chart:
    maps = [
        MethodMap(one.name, one.steps, one.held_out, one.test, one.chosen)
        for one in look.found.methods
        if one.name in look.names
    ]
    parts, lambdas = look.found.parts, look.design.lambdas
    return Chart(
        key="design_map",
        name="Squared error held out over steps and lambda",
        figure=remembered(design_map)(maps, lambdas, test=look.tested),
        numbers=lambda: _cells(look),
        caption=(
            f"Mean squared error on T, {len(parts.held_out)} labelled points held out, of ridge "
            f"fits to D, the {len(parts.fitted)} others, with lλ on the diagonal; each method "
            f"chooses its smallest. {len(lambdas)} λ from {readable(lambdas[0], 2)} to 1. Bottom "
            f"strip: SKM, one Gaussian kernel whose σ² {_of_width(look)}. Blue: the smallest "
            f"error; full yellow: the upper quarter. Test points are in no pool. "
            f"{_kernel(look)}; {look.where}."
        ),
        code=_written(look, FOUND, MAP, test=str(look.tested)),
    )


def _steps(look: IteratedAt) -> Chart:
    method = look.found.method(look.names[-1])
    row, column = method.chosen
    k, lam = method.steps[row], look.design.lambdas[column]
    spectra = look.found.sharpened(unlabelled=look.unlabelled)
    pool = "all training points" if look.unlabelled else "the labelled points"
    return Chart(
        key="design_steps",
        name="Eigenvalues after every step",
        figure=remembered(step_spectra)(spectra, chosen=k, lam=lam),
        numbers=lambda: _of_steps(look),
        caption=(
            "Every step squares the eigenvalues of G/N: large ones come out ahead ever faster. "
            f"{_scaled(look)}"
            f"Thick: k = {k}, chosen by {method.name}; dashed: its λ, below which little is "
            f"fitted. Eigenvalues holding 99 % of the trace: {_holders(look)}. Nothing is drawn "
            f"below 1e-16 of the largest. Pool: {pool}; {_kernel(look)}; {look.where}."
        ),
        code=_written(look, FOUND, STEPS, chosen=str(k), lam=literal(lam)),
    )


def _errors(look: IteratedAt) -> None:
    """Draw the test errors of the methods: of every split where they are computed, else of one."""
    if not look.tested:
        st.info("The test error is hidden. Switch it on in the side bar.")
        return
    everywhere = _everywhere(look)
    chosen = choices_of(look.found) if everywhere is None else everywhere
    chosen = chosen[chosen["method"].isin(look.names)]
    measure = _measure(look)
    splits = chosen["split"].nunique()
    means = "Lines join the methods on one split; ticks are means. " if splits > 1 else ""
    both = "" if look.sweep.task == "regression" else "Chosen by squared error in any case. "
    charts.show(
        Chart(
            key="design_errors",
            name="Test errors of the methods",
            figure=remembered(design_errors)(chosen, measure=measure),
            numbers=lambda: chosen.dropna(axis="columns", how="all"),
            caption=(
                f"{means}{both}{counted(splits, 'split')}, {look.labelled} labelled points each, "
                f"n = {look.n} training points, seed {look.sweep.config.seed}"
                f"{captions.pair_text(look.sweep)}. {_kernel(look)}."
            ),
            code=(
                _written(look, FOUND, ONE, measure=repr(measure))
                if everywhere is None
                else _written(look, ALL, measure=repr(measure))
            ),
        )
    )


def _measure(look: IteratedAt) -> Measure:
    """Draw the choice of the error that is shown, where there are two; returns it."""
    if look.sweep.task == "regression":
        return "test_squared_error"
    way = linked.switch("Test error", ("squared error", "share of wrong signs"), key=SHOWN)
    return "test_squared_error" if way == "squared error" else "test_error"


def _everywhere(look: IteratedAt) -> pd.DataFrame | None:
    """Return the choices on every split; what takes longer than a moment is offered."""
    sweep, design = look.sweep, look.design
    if sweep.config.repeats == 1:
        return None
    seconds = sweep.config.repeats * design_seconds(look.n, look.labelled)
    if seconds <= AT_ONCE:
        return _at_once(sweep.digest, settings_of(design))
    found = offer.offered(
        f"design-all-{key_of(sweep, design)}",
        title="Iterated kernels on every split",
        button=f"Compare the methods on all {sweep.config.repeats} splits",
        seconds=seconds,
        work=partial(designed_everywhere, sweep.lens, sweeps.data(sweep.digest), design),
    )
    return found if isinstance(found, pd.DataFrame) else None


@kept
def _at_once(digest: str, settings: Settings) -> pd.DataFrame:
    return designed_everywhere(sweeps.load(digest).lens, sweeps.data(digest), design_of(settings))


def _written(look: IteratedAt, *templates: str, **more: str) -> str:
    """Return a program from its templates."""
    design = look.design
    named = {"steps": design.steps, "base": design.base, "rescaled": design.rescaled}
    made = call(
        "Design",
        str(design.labelled),
        **{name: literal(value) for name, value in named.items()},
    )
    values = {
        "design": made,
        "split": look.seen.one_split,
        "names": literal(look.names),
        "unlabelled": look.unlabelled,
    }
    return "\n".join(template.format(**values, **more) for template in templates)


def _kernel(look: IteratedAt) -> str:
    of, _, value = look.design.base or ("laplacian", "c", 0.1)
    name = "exp(−‖x−z‖²/σ²), σ²" if of == "gaussian" else "exp(−c‖x−z‖), c"
    scaled = ", rescaled to a mean diagonal of 1 over the pool" if look.design.rescaled else ""
    return f"K₀: {name} = {readable(value)}{scaled}"


def _of_width(look: IteratedAt) -> str:
    folds = look.found.methods[0].folds
    if not folds:
        return "is the middle of its grid, with too few labels for cross-validation"
    return f"has the smallest {folds}-fold cross-validated error on D and T together"


def _scaled(look: IteratedAt) -> str:
    rescaled = "Here they are divided by their sum, the mean diagonal. "
    return rescaled if look.design.rescaled else ""


def _holders(look: IteratedAt) -> str:
    spectra = look.found.sharpened(unlabelled=look.unlabelled)
    return ", ".join(f"{holders(values)} (k = {k})" for k, values in enumerate(spectra))


def _cells(look: IteratedAt) -> pd.DataFrame:
    """Return every cell of the map as a row."""
    rows = [
        {
            "method": one.name,
            "steps": k,
            "lambda": lam,
            "squared error held out": one.held_out[i, j],
            "test squared error": one.test[i, j],
            "test error": one.rates[i, j],
            "chosen": (i, j) == one.chosen,
        }
        for one in look.found.methods
        if one.name in look.names
        for i, k in enumerate(one.steps)
        for j, lam in enumerate(look.design.lambdas)
    ]
    table = pd.DataFrame(rows).dropna(axis="columns", how="all")
    return (
        table
        if look.tested
        else table.drop(columns=["test squared error", "test error"], errors="ignore")
    )


def _of_steps(look: IteratedAt) -> pd.DataFrame:
    lines = step_lines(look.found.sharpened(unlabelled=look.unlabelled))
    return pd.concat(
        [
            pd.DataFrame({"steps": line.steps, "number": line.number, "eigenvalue": line.value})
            for line in lines
        ],
        ignore_index=True,
    )
