"""One cursor (split, kernel, parameter, λ): in the bar, in the link, in every figure."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from kselect_core.kernels import CONVENTIONS, KERNELS
from kselect_core.plotting.kit.ticks import family_title
from kselect_core.selection import Candidates, SweepConfig
from kselect_core.selection.terms.recommendation import Recommendation
from kselect_core.words import labels
from kselect_ui.server.messages import plain
from kselect_ui.server.shelf import shelf
from kselect_ui.sweep import finished
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts, hidden, linked
from kselect_ui.widgets.state import MEAN, View

KERNEL, PARAMETER, LAMBDA, SPLIT = "kernel", "t", "lam", "split"
PLACE = (KERNEL, PARAMETER, LAMBDA, SPLIT)
CARRIED = ("kernel", "parameter", "lambda")  # what every point of a figure carries first


def controls(sweep: Sweep) -> None:
    """Draw the cursor's widgets: they hold the truth, every figure obeys them."""
    config = sweep.config
    family = _family(config, sweep.start[0])
    with st.container(horizontal=True, gap="small", key="sliders"):  # at the foot of a phone
        _sliders(sweep, family)
    if len(sweep.splits) > 1:
        splits = [MEAN, *(str(split + 1) for split in sweep.splits)]
        linked.entry("Split", splits, key=SPLIT, default=MEAN, width=116 if charts.large() else 96)
    else:
        linked.no_choice(SPLIT, (MEAN, "1"), shown="1")


def _sliders(sweep: Sweep, family: Candidates) -> None:
    config, lam = sweep.config, sweep.start[2]
    texts = labels.distinct(family.values)
    if len(family.values) > 1:
        label = partial(_parameter_label, family, plain)
        row = f"{PARAMETER}_named_row" if family.names else f"{PARAMETER}_row"  # names may be long
        _stepper(label, PARAMETER, texts, sweep.usual(family), row=row)
    else:
        linked.no_choice(PARAMETER, texts.values(), shown="the only kernel")
    texts = labels.steps_of_strength(config)
    if len(config.lambdas) > 1:
        _stepper(partial(_ridge_label, sweep), LAMBDA, texts, lam, row=f"{LAMBDA}_row")
    else:
        linked.no_choice(LAMBDA, texts.values(), shown=texts[lam])


def position(sweep: Sweep) -> tuple[str, float, float]:
    """Kernel, parameter and λ under the cursor."""
    kernel, _, lam = sweep.start
    family = _family_named(sweep.config, linked.read(KERNEL, kernel))
    usual = sweep.usual(family)
    value = linked.read(PARAMETER, usual)
    return family.kernel, value if value in family.values else usual, linked.read(LAMBDA, lam)


def parameters(sweep: Sweep) -> list[float]:
    """Values along the slider of the kernel, in their order."""
    return list(labels.distinct(_family_named(sweep.config, position(sweep)[0]).values))


def steps(sweep: Sweep) -> dict[str, dict[float, str]]:
    """Values along both sliders, in their order, each with the label of the slider there."""
    family = _family_named(sweep.config, position(sweep)[0])

    def written() -> tuple[dict[float, str], dict[float, str]]:
        along = labels.distinct(family.values)
        widths = {value: _parameter_label(family, str, value) for value in along}
        ridges = labels.steps_of_strength(sweep.config)
        return widths, {lam: _ridge_label(sweep, lam) for lam in ridges}

    key = f"steps {sweep.digest} {family.kernel} {bool(family.names)}"
    widths, ridges = shelf().get(key, written)
    return {PARAMETER: dict(widths), LAMBDA: dict(ridges)}


def called(sweep: Sweep) -> dict[str, str]:
    """Return what both sliders move, in a word; empty where it is no width, as of degrees."""
    family = _family_named(sweep.config, position(sweep)[0])
    wide = KERNELS[family.kernel].base == "distances" and CONVENTIONS[family.convention].wider
    width = {"up": "width", "down": "inverse width"}.get(wide or "", "")
    return {PARAMETER: width, LAMBDA: "penalty for errors" if sweep.config.C else "ridge"}


def at_cursor(sweep: Sweep) -> View:
    """Return what a page without switches of its own looks at: the cursor, in its split."""
    kernel, parameter, lam = position(sweep)
    every = tuple(labels.quantities(sweep.config))
    return View(split=split_shown(), kernel=kernel, parameter=parameter, lam=lam, shown=every)


def split_shown() -> int | None:
    """Split that is looked at; None for the mean over all of them."""
    split = linked.read(SPLIT, MEAN)
    return None if split == MEAN else int(split) - 1


def move(config: SweepConfig, point: Mapping[str, object]) -> None:
    """Put the cursor on a grid point; for callbacks, which run before the widgets are drawn.

    ``point`` has some of ``kernel``, ``parameter`` and ``lambda``; what the grid does not know
    is ignored.
    """
    kernel = point.get("kernel")
    if kernel in {candidates.kernel for candidates in config.candidates}:
        linked.put(KERNEL, kernel)
    family = _family_named(config, linked.read(KERNEL, config.candidates[0].kernel))
    _put(PARAMETER, point.get("parameter"), family.values)
    _put(LAMBDA, point.get("lambda"), config.lambdas)


def pick(config: SweepConfig, picked: Sequence[Mapping[str, Any]]) -> None:
    """Put the cursor on the first point clicked; what a figure's points carry is ``CARRIED``."""
    move(config, dict(zip(CARRIED, picked[0].get("customdata") or (), strict=False)))


def restart() -> None:
    """Put the cursor where the chosen sweep starts; before its widgets are drawn.

    That is what it recommends, unless the test error, on which this rests, is hidden. The values
    are written, not forgotten: the link still has the old ones.
    """
    sweep = finished.current()
    kernel, parameter, lam = sweep.start
    linked.put(SPLIT, MEAN)
    move(sweep.config, {"kernel": kernel, "parameter": parameter, "lambda": lam})
    answer = finished.recommended(sweep.digest) if hidden.switched_on() else None
    if answer is not None:
        move(sweep.config, recommended(answer))


def recommended(answer: Recommendation) -> dict[str, object]:
    """Return the grid point of a recommendation, for `move`."""
    return {"kernel": answer.kernel, "parameter": answer.parameter, "lambda": answer.lam}


def _put(key: str, value: object, options: Sequence[float]) -> None:
    if isinstance(value, int | float) and options:
        nearest = min(options, key=lambda option: abs(option - value))
        if abs(nearest - value) <= 1e-9 * abs(nearest):
            linked.put(key, nearest)


def _family(config: SweepConfig, usual: str) -> Candidates:
    kernels = [candidates.kernel for candidates in config.candidates]
    if len(kernels) > 1:
        looks: linked.Form = {"on_change": _middle_of_kernel, "width": 130}
        linked.entry("Kernel", kernels, key=KERNEL, default=usual, **looks)
    else:
        linked.no_choice(KERNEL, kernels, shown=usual)
    return _family_named(config, linked.read(KERNEL, usual))


def _family_named(config: SweepConfig, kernel: str) -> Candidates:
    families = {candidates.kernel: candidates for candidates in config.candidates}
    return families.get(kernel, config.candidates[0])


def _middle_of_kernel() -> None:
    sweep = finished.current()
    family = _family_named(sweep.config, linked.read(KERNEL, sweep.start[0]))
    linked.put(PARAMETER, sweep.usual(family))


def _parameter_label(family: Candidates, safe: Callable[[str], str], value: float) -> str:
    text = labels.parameter_text(value, family.way, family.values)
    return f"{family_title(family.kernel)}: {safe(text) if family.names else text}"


def _ridge_label(sweep: Sweep, lam: float) -> str:
    config = sweep.config
    rows = finished.at_lambda(sweep.digest, lam)
    if sweep.pair and config.ridge == "n_lambda":  # each pair has a ridge of its own size
        return labels.strength_text(config, lam)
    if config.C:
        return f"{labels.strength_text(config, lam)}, μ = 1/(2C) = {labels.readable(lam)}"
    mu = f", μ = {labels.readable(float(rows['mu'].iloc[0]))}" if len(rows) else ""
    return f"{labels.strength_text(config, lam)}{mu}"


def _stepper(
    label: Callable[[float], str],
    key: str,
    texts: Mapping[float, str],
    usual: float,
    *,
    row: str,
) -> None:
    """Draw a slider over the values of a grid, in the order of their texts, and its steps."""
    with st.container(horizontal=True, wrap=False, vertical_alignment="bottom", gap=None, key=row):
        _button("−", -1, key, texts)
        linked.grid(label, texts, key=key, default=usual)
        _button("+", +1, key, texts)


def _button(text: str, by: int, key: str, texts: Mapping[float, str]) -> None:
    """Draw the button of a step of a slider, up or down; ``keys.js`` says what it is on hover.

    Streamlit's own ``help`` is a panel that follows its button: dear, four times on every page.
    """
    st.button(
        text,
        key=f"{key}_{'earlier' if by < 0 else 'later'}",
        on_click=_step,
        args=(key, tuple(texts), by),
        width=38 if charts.large() else 30,
    )


def _step(key: str, options: Sequence[float], by: int) -> None:
    value = linked.read(key, options[0])
    position = options.index(value) if value in options else 0
    linked.put(key, options[min(max(position + by, 0), len(options) - 1)])
