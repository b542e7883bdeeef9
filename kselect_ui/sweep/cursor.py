"""One cursor (split, kernel, parameter, λ): in the side bar, in the link, in every figure."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_core.plotting.kit.quantities import estimates_error
from kselect_core.selection import Candidates, SweepConfig
from kselect_core.words.labels import (
    distinct,
    kernel_name,
    parameter_text,
    quantities,
    readable,
    steps_of_strength,
    strength_text,
)
from kselect_ui.sweep import finished
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import asked
from kselect_ui.widgets.state import MEAN, View, settle, settle_near

KERNEL, PARAMETER, LAMBDA, SPLIT = "kernel", "t", "lam", "split"
CARRIED = ("kernel", "parameter", "lambda")  # what every point of a figure carries first
_KEYS = {
    PARAMETER: ("Left", "Right"),
    LAMBDA: ("Shift+Left", "Shift+Right"),
}  # one step down, one step up


@lru_cache(maxsize=16)
def start(sweep: Sweep) -> tuple[str, float, float]:
    """Kernel, parameter and λ of a first look: what cross-validation chose over the whole grid."""
    chosen = sweep.choices[sweep.choices["scope"] == "joint"].dropna(subset=["value"])
    trusted = chosen[[estimates_error(quantity) for quantity in chosen["quantity"]]]
    rows = trusted if len(trusted) else chosen
    if len(rows):
        row = rows.iloc[0]
        return str(row["kernel"]), float(row["parameter"]), float(row["lambda"])
    first = sweep.config.candidates[0]
    return first.kernel, _middle(first), sweep.config.lambdas[0]


def controls(sweep: Sweep) -> None:
    """Draw the cursor's widgets: they hold the truth, every figure obeys them."""
    config = sweep.config
    kernel, parameter, lam = start(sweep)
    family = _family(config, kernel)
    if len(family.values) > 1:
        usual = parameter if family.kernel == kernel else _middle(family)
        asked.nearest(PARAMETER, distinct(family.values))
        _stepper(_parameter_label(family, usual), PARAMETER, distinct(family.values), usual)
    else:
        asked.only(PARAMETER, list(distinct(family.values).values()), shown="the only kernel")
    texts = steps_of_strength(config)
    if len(config.lambdas) > 1:
        asked.nearest(LAMBDA, texts)
        _stepper(_ridge_label(sweep, lam), LAMBDA, texts, lam)
    else:
        asked.only(LAMBDA, list(texts.values()), shown=texts[lam])
    if len(sweep.splits) > 1:
        _split(sweep.splits)
    else:
        asked.only(SPLIT, (MEAN, "1"), shown="1")


def position(sweep: Sweep) -> tuple[str, float, float]:
    """Kernel, parameter and λ under the cursor."""
    kernel, parameter, lam = start(sweep)
    family = _family_named(sweep.config, st.session_state.get(KERNEL, kernel))
    usual = parameter if family.kernel == kernel else _middle(family)
    here = st.session_state.get(PARAMETER, usual)
    return (
        family.kernel,
        here if here in family.values else usual,
        st.session_state.get(LAMBDA, lam),
    )


def at_cursor(sweep: Sweep) -> View:
    """Return what a page without switches of its own looks at: the cursor, in its split."""
    kernel, parameter, lam = position(sweep)
    every = tuple(quantities(sweep.config))
    return View(split=split_shown(), kernel=kernel, parameter=parameter, lam=lam, shown=every)


def split_shown() -> int | None:
    """Split that is looked at; None for the mean over all of them."""
    chosen = st.session_state.get(SPLIT, MEAN)
    return None if chosen == MEAN else int(chosen) - 1


def move(config: SweepConfig, point: Mapping[str, object]) -> None:
    """Put the cursor on a grid point; for callbacks, which run before the widgets are drawn.

    ``point`` has some of ``kernel``, ``parameter`` and ``lambda``; what the grid does not know
    is ignored.
    """
    kernel = point.get("kernel")
    if kernel in {candidates.kernel for candidates in config.candidates}:
        st.session_state[KERNEL] = kernel
    family = _family_named(config, st.session_state.get(KERNEL, config.candidates[0].kernel))
    _put(PARAMETER, point.get("parameter"), family.values)
    _put(LAMBDA, point.get("lambda"), config.lambdas)


def pick(config: SweepConfig, picked: Sequence[Mapping[str, Any]]) -> None:
    """Put the cursor on the first point clicked; what a figure's points carry is ``CARRIED``."""
    move(config, dict(zip(CARRIED, picked[0].get("customdata") or (), strict=False)))


def restart() -> None:
    """Put the cursor where the sweep in the side bar starts; for callbacks.

    The values are written, not forgotten: the link still has the old ones.
    """
    sweep = finished.current()
    kernel, parameter, lam = start(sweep)
    st.session_state[SPLIT] = MEAN
    move(sweep.config, {"kernel": kernel, "parameter": parameter, "lambda": lam})


def _put(key: str, value: object, options: Sequence[float]) -> None:
    if isinstance(value, int | float) and options:
        nearest = min(options, key=lambda option: abs(option - value))
        if abs(nearest - value) <= 1e-9 * abs(nearest):
            st.session_state[key] = nearest


def _family(config: SweepConfig, usual: str) -> Candidates:
    kernels = [candidates.kernel for candidates in config.candidates]
    if len(kernels) > 1:
        settle(KERNEL, kernels)
        st.selectbox(
            "Kernel",
            kernels,
            index=kernels.index(usual),
            key=KERNEL,
            bind="query-params",
            on_change=_middle_of_kernel,
        )
    else:
        asked.only(KERNEL, kernels, shown=usual)
    return _family_named(config, st.session_state.get(KERNEL, usual))


def _family_named(config: SweepConfig, kernel: str) -> Candidates:
    families = {candidates.kernel: candidates for candidates in config.candidates}
    return families.get(kernel, config.candidates[0])


def _middle_of_kernel() -> None:
    sweep = finished.current()
    family = _family_named(sweep.config, st.session_state[KERNEL])
    kernel, parameter, _ = start(sweep)
    st.session_state[PARAMETER] = parameter if family.kernel == kernel else _middle(family)


def _parameter_label(family: Candidates, usual: float) -> str:
    value = _under(PARAMETER, distinct(family.values), usual)
    return f"{kernel_name(family.kernel)}: {parameter_text(value, family.convention)}"


def _ridge_label(sweep: Sweep, usual: float) -> str:
    config = sweep.config
    lam = _under(LAMBDA, steps_of_strength(config), usual)
    rows = finished.at_lambda(sweep.digest, lam)
    if sweep.pair and config.ridge == "n_lambda":  # each pair has a ridge of its own size
        return strength_text(config, lam)
    if config.C:
        return f"{strength_text(config, lam)}, μ = 1/(2C) = {readable(lam)}"
    mu = f", ridge μ = {readable(float(rows['mu'].iloc[0]))}" if len(rows) else ""
    return f"{strength_text(config, lam)}{mu}"


def _under(key: str, texts: Mapping[float, str], usual: float) -> float:
    """Return the value of a slider that is not drawn yet: in a first run the link has it."""
    linked = {text: value for value, text in texts.items()}
    brought = linked.get(str(st.query_params.get(key, "")), usual)
    return float(st.session_state.get(key, brought))


def _middle(family: Candidates) -> float:
    return family.values[len(family.values) // 2] if family.values else float("nan")


def _stepper(label: str, key: str, texts: Mapping[float, str], usual: float) -> None:
    """Draw a slider over the values of a grid, in the order of their texts, and its steps."""
    options = tuple(texts)
    settle_near(key, options)
    earlier, slider, later = st.columns([1, 5, 1], vertical_alignment="bottom", gap="small")
    with slider:
        st.select_slider(
            label,
            options,
            value=usual,
            format_func=lambda value: texts.get(value, str(value)),
            key=key,
            bind="query-params",
        )
    _step_button(earlier, "−", key=key, options=options, by=-1)
    _step_button(later, "+", key=key, options=options, by=+1)


def _step_button(
    place: DeltaGenerator, text: str, *, key: str, options: Sequence[float], by: int
) -> None:
    shortcut = _KEYS[key][by > 0]
    place.button(
        text,
        key=f"{key}_{'earlier' if by < 0 else 'later'}",
        help=f"One grid point {'down' if by < 0 else 'up'} (key: {shortcut})",
        on_click=_step,
        args=(key, tuple(options), by),
        shortcut=shortcut,
    )


def _step(key: str, options: Sequence[float], by: int) -> None:
    here = options.index(st.session_state[key]) if st.session_state[key] in options else 0
    st.session_state[key] = options[min(max(here + by, 0), len(options) - 1)]


def _split(splits: Sequence[int]) -> None:
    options = [MEAN, *(str(split + 1) for split in splits)]
    settle(SPLIT, options)
    st.selectbox("Split", options, key=SPLIT, bind="query-params", format_func=str)
