"""The grid builder: widgets, bound to the link, that make one SweepConfig or say why not.

What is typed stays typed: a bad value gives a sentence beside its row and no configuration, and
nothing else is lost.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from math import isclose

import streamlit as st

from kselect_core.criteria import CRITERIA
from kselect_core.errors import KselectError, bounded
from kselect_core.kernels import GAUSSIAN, KERNELS, PRECOMPUTED
from kselect_core.selection import Candidates, CriterionChoice, SweepConfig
from kselect_core.selection.config.grids import PRESETS, Preset, reaching
from kselect_core.words.amounts import duration
from kselect_ui.grid import criteria_picker, engine_row, kernel_row, learner_row, weights_row
from kselect_ui.server.messages import plain
from kselect_ui.sweep import datasets, explain, export, launch
from kselect_ui.widgets import card, linked

FAMILIES = "fam"  # key of the kernels that are chosen
SCALES = ("quick", "standard", "fine")
UNFOLDED = "own_grid"
OWN = (
    FAMILIES,
    "learner",
    "ridge",
    engine_row.ENGINE,
    engine_row.COUNT,
    weights_row.WEIGHTS,
    "r_",
    "c_",
    "use_",
    "o_",
)


@dataclass(frozen=True, slots=True)
class Built:
    """What the widgets say: a configuration, or the sentences that prevent one."""

    config: SweepConfig | None
    problems: tuple[str, ...] = ()


def matrices(chosen: datasets.Chosen) -> tuple[list[Candidates], list[str]]:
    """Draw the given Gram matrices, which are the kernels of points without features."""
    data, grid = chosen.stored, chosen.stored.grid
    st.markdown(f"Kernels: {data.known_by}")
    st.latex(PRECOMPUTED.latex(PRECOMPUTED.conventions[0].name))
    listed = (f"{t:g} ({plain(name)})" for t, name in zip(grid, data.matrices, strict=True))
    st.caption(bounded(f"t (name of the matrix): {', '.join(listed)}", 400))
    return [Candidates(PRECOMPUTED.name, grid)], []


def candidates() -> tuple[list[Candidates], list[str]]:
    """Draw the kernels with one row each; returns them and what is wrong with the others."""
    chosen = linked.several(
        "Kernels (a criterion chooses among all of them)",
        tuple(KERNELS),
        key=FAMILIES,
        default=(GAUSSIAN.name,),
        words=lambda name: KERNELS[name].word,
    )
    families, problems = [], [] if chosen else ["Choose at least one kernel."]
    for name in chosen:
        with st.container(border=True):
            try:
                families.append(kernel_row.draw(KERNELS[name]))
            except KselectError as error:
                problems.append(str(error))
                st.error(plain(error, limit=400))
    return families, problems


def draw(chosen: datasets.Chosen, split: datasets.Splitting) -> Built:
    """Draw the whole builder under the data; returns what it says."""
    for problem in (*KERNELS.problems, *CRITERIA.problems):
        st.warning(plain(problem, limit=600))
    families, problems = matrices(chosen) if chosen.stored.matrices else candidates()
    learning = learner_row.draw(chosen.dataset.task, split.trained(chosen.stored))
    problems += learning.problems
    criteria, wrong = criteria_picker.draw(chosen.dataset.task, learning.learner)
    problems += wrong
    if problems:
        return Built(None, tuple(problems))
    try:
        config = on_data(chosen, split)
        wanted = {"candidates": tuple(families), "criteria": criteria, **learning.settings}
        config = replace(config, learner=learning.learner, **wanted)
        config = weights_row.draw(config, chosen.dataset)
        return Built(engine_row.draw(config, chosen.stored))
    except KselectError as error:
        st.error(plain(error, limit=400))
        return Built(None, (str(error),))


def on_data(chosen: datasets.Chosen, split: datasets.Splitting) -> SweepConfig:
    """Return the usual sweep of the data in use, prepared and split as the widgets say."""
    return SweepConfig(
        dataset=chosen.stored.name,
        dataset_digest=chosen.dataset.digest,
        positive=chosen.positive,
        multiclass=chosen.multiclass,
        preprocessing=split.preprocessing,
        test_share=split.test_share,
        repeats=split.repeats,
        seed=split.seed,
        reading=datasets.reading(chosen),
        split=split.split,
    )


def scales(chosen: datasets.Chosen, split: datasets.Splitting, built: SweepConfig | None) -> None:
    """Draw the three usual grids as cards: what each has, how long it takes, which one is built."""
    if chosen.stored.matrices:
        return
    card.style()
    n = split.trained(chosen.stored)
    usual = [_reaching(PRESETS[name], n) for name in SCALES]
    with ExitStack() as beside:
        times = [_time(preset, chosen, split, beside) for preset in usual]
    columns = st.columns(len(usual), gap="small")
    for column, preset, about in zip(columns, usual, times, strict=True):
        short, _, rest = preset.label.partition(": ")
        with column, card.frame(f"scale_{preset.name}"):
            st.markdown(f"{rest}  \n{about}")
            _preset_button(preset, short, chosen=built is not None and _has_grid(built, preset))


def _has_grid(config: SweepConfig, preset: Preset) -> bool:
    """Whether a configuration has the kernels and the λ of a usual grid, up to rounding."""
    usual = [Candidates(*_ordered(family)) for family in preset.families]
    kinds = ([(one.kernel, one.convention) for one in grid] for grid in (config.candidates, usual))
    pairs = zip(config.candidates, usual, strict=False)
    return (
        next(kinds) == next(kinds)
        and all(_same(one.values, other.values) for one, other in pairs)
        and _same(config.lambdas, preset.lambdas)
    )


def _same(grid: Sequence[float], other: Sequence[float]) -> bool:
    return len(grid) == len(other) and all(map(isclose, grid, other))


def _reaching(preset: Preset, n: int) -> Preset:
    """Return a usual grid as it is for n training points: its λ go lower where they are many."""
    lambdas = reaching(preset.lambdas, n)
    label = preset.label.replace(f"{len(preset.lambdas)} λ", f"{len(lambdas)} λ")
    return replace(preset, lambdas=lambdas, label=label)


def is_own(chosen: datasets.Chosen) -> bool:
    """Whether the grid was chosen by hand when this visit came here: then it is not folded."""
    if chosen.stored.matrices:
        return True
    rows = (f"{kernel_row.key(kernel)}_" for kernel in KERNELS.values())
    own = any(key.startswith((*OWN, *rows)) for key in linked.everything())
    return bool(st.session_state.setdefault(UNFOLDED, own))


def presets(chosen: datasets.Chosen) -> None:
    """Draw one button per grid of a paper: each sets kernels, λ or C, learner, and criteria."""
    if chosen.stored.matrices:
        return
    with st.container(horizontal=True, gap="small"):
        for preset in PRESETS.values():
            if preset.name not in SCALES:
                _preset_button(preset, f"{preset.name.upper()} paper")


def _preset_button(preset: Preset, words: str, *, chosen: bool = False) -> None:
    st.button(
        words,
        key=f"preset_{preset.name}",
        type="primary" if chosen else "secondary",
        on_click=fill_preset,
        args=(preset,),
        width="stretch" if preset.name in SCALES else "content",
        help=f"{preset.label}. {preset.source}".strip(". "),
    )


def _time(
    preset: Preset, chosen: datasets.Chosen, split: datasets.Splitting, beside: ExitStack
) -> str:
    """Return how long a usual grid takes on the data in use; nothing where it cannot be run."""
    named = criteria_picker.ticked(chosen.dataset.task, preset.learner)
    try:
        config = replace(
            on_data(chosen, split),
            candidates=tuple(Candidates(*_ordered(family)) for family in preset.families),
            lambdas=preset.lambdas,
            criteria=tuple(CriterionChoice(name) for name in named),
        )
        return f"about {duration(launch.costs(config, chosen.stored, beside).seconds)}"
    except KselectError:  # the panel says it
        return ""


def fill_preset(preset: Preset) -> None:
    """Put a named grid into the widgets; call it from a callback."""
    _fill_families([Candidates(*_ordered(family)) for family in preset.families])
    learner_row.fill(preset)
    methods = preset.methods or [(name, ()) for name in criteria_picker.at_first()]
    criteria_picker.fill([CriterionChoice(*method) for method in methods])


def code(config: SweepConfig | None) -> None:
    """Draw the formulas of what is built and the program that runs it."""
    if config is None:
        return
    explain.panel(config, tuple(choice.quantity for choice in config.criteria))
    place = st.expander("The program that runs this sweep", key="sweep_code", on_change="rerun")
    if place.open:
        place.code(export.script(config), language="python")


def fill(config: SweepConfig) -> None:
    """Put a configuration into the widgets; call it from a callback."""
    _fill_families([f for f in config.candidates if f.kernel != PRECOMPUTED.name])
    learner_row.fill(config)
    for key, value in (
        (datasets.PREPARATION, config.preprocessing),
        (datasets.SHARE, config.test_share),
        (datasets.REPEATS, config.repeats),
        (datasets.SEED, config.seed),
        (datasets.SPLIT, config.split if config.split in datasets.SPLITS else datasets.RANDOM),
    ):
        linked.put(key, value)
    criteria_picker.fill(config.criteria)
    engine_row.fill(config)
    weights_row.fill(config)


def _ordered(family: tuple[str, str, tuple[float, ...]]) -> tuple[str, tuple[float, ...], str]:
    kernel, convention, values = family
    return kernel, values, convention


def _fill_families(families: Sequence[Candidates]) -> None:
    linked.put(FAMILIES, [family.kernel for family in families])
    for family in families:
        kernel_row.fill(family)
