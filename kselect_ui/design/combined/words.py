"""What is said about combined kernels: the finding, names, and what figures are made of."""

from collections.abc import Sequence
from math import isnan

import streamlit as st

from kselect_core.plotting.combined.weight_bars import kernel_label
from kselect_core.plotting.kit.quantities import label
from kselect_core.selection.combination.combined import Combined, Learnt, Plan, effect
from kselect_core.words.labels import (
    UNITS,
    difference_text,
    error_text,
    readable,
    strength_text,
)
from kselect_ui.server.messages import plain
from kselect_ui.sweep import sidebar
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets.state import View

__all__ = ["UNITS", "finding", "member_names", "notes", "role_names"]

REASONS = {
    "converged": "converged",
    "no descent": "ended where no step lowers it (a kink, or rounding)",
    "steps": "stopped at the limit of steps",
    "searched": "found by a grid over all weights",
    "downhill": "that of the others",
}
OF_SCALE = ("ckta", "sm")  # objectives that do not change when K is multiplied by a number


def finding(sweep: Sweep, seen: View, plan: Plan, found: Combined) -> str:
    """Return in one or two sentences what is combined, and whether that pays."""
    told = effect(found, seen.split)
    name = f"**{plain(label(plan.quantity))}**"
    count = len(found.members)
    best = plain(member_names(found)[told.largest])
    least, most = told.used
    if most == 1:
        often = "mostly " if seen.split is None and len(found.learnt) > 1 else ""
        what = (
            f"{name} puts all the weight on one of {count} kernels, {often}**{best}**: it chooses, "
            f"it does not combine. Its value is {readable(told.value)}, for equal weights "
            f"{readable(told.uniform)}."
        )
    else:
        some = f"{least} to {most}" if least < most else str(most)
        what = (
            f"By {name} {some} of {count} kernels get a weight, the largest **{best}**. "
            f"Its value is {readable(told.value)}, for the best single kernel "
            f"{readable(told.single)}, for equal weights {readable(told.uniform)}."
        )
    over = (
        ""
        if seen.split is not None or len(found.learnt) == 1
        else " All are means over the splits."
    )
    if not st.session_state.get(sidebar.TEST_ERROR, True):
        return what + over
    return f"{what} {_of_errors(sweep.task, plan, told.errors)}" + over


def _of_errors(task: str, plan: Plan, errors: Sequence[float]) -> str:
    learnt, single, uniform, _ = errors
    if isnan(learnt + single + uniform):
        return "Test errors cannot be compared: at this λ a fit is ill-conditioned."
    unit = UNITS[task][:1].upper() + UNITS[task][1:]
    first = (
        f"{unit} **{error_text(learnt, task)}**, best single kernel by {label(plan.quantity)} "
        f"{error_text(single, task)}, equal weights {error_text(uniform, task)}"
    )
    return f"{first}: {_verdict(learnt, single, uniform, task)}."


def _verdict(learnt: float, single: float, uniform: float, task: str) -> str:
    """Return whether learning the weights gains or loses, against either."""
    if _against(learnt, single, task) == _against(learnt, uniform, task):
        return f"learning the weights {_against(learnt, single, task)} against either"
    return (
        f"learning the weights {_against(learnt, single, task)} against the single kernel and "
        f"{_against(learnt, uniform, task)} against equal weights"
    )


def _against(learnt: float, other: float, task: str) -> str:
    if abs(learnt - other) <= 1e-12 * max(abs(learnt), abs(other)):
        return "changes nothing"
    verb = "gains" if learnt < other else "loses"
    return f"{verb} {difference_text(abs(learnt - other), task)}"


def member_names(found: Combined) -> list[str]:
    """Return the names of the kernels, as plain text."""
    return [kernel_label(m.kernel, m.value, m.convention, m.name) for m in found.members]


def role_names(plan: Plan) -> tuple[str, ...]:
    """Return the names of the kernels whose test errors are compared."""
    return (
        "learnt weights",
        f"best single by {label(plan.quantity)}",
        "equal weights",
        "best single on the test part",
    )


def reason_text(reason: str) -> str:
    """Return why a descent ended, in words."""
    return REASONS[reason]


def sureness(plan: Plan, learnt: Learnt) -> str:
    """Return how sure it is that no other weights are better."""
    if learnt.sure:
        return "All weights were searched by a grid, and on from its best places"
    if plan.objective == "ckta":
        return "CKTA has one maximum over the weights, for each of their norms"
    return (
        "So many kernels are not searched everywhere, the value may be improved: the paths ended "
        f"{readable(100 * learnt.apart)} % apart"
    )


def norm_text(plan: Plan) -> str:
    """Return the set of the weights."""
    return "w ≥ 0, Σ w = 1" if plan.p == 1 else "w ≥ 0, Σ w² = 1"


def scaling_text(plan: Plan) -> str:
    """Return what the kernels were divided by."""
    return "kernels of mean diagonal 1" if plan.scaling == "trace" else "kernels as they are"


def objective_text(sweep: Sweep, plan: Plan) -> str:
    """Return the objective with its λ, where it has one."""
    name = label(plan.quantity)
    if plan.objective in OF_SCALE:
        return name
    return f"{name} at {strength_text(sweep.config, plan.lam)}"


def fit_text(sweep: Sweep, plan: Plan) -> str:
    """Return which learner is fitted to the combined kernel."""
    learner = {"krr": "Kernel ridge regression", "lssvm": "LSSVM"}.get(sweep.config.learner)
    told = strength_text(sweep.config, plan.lam)
    if learner is None:
        return f"Kernel ridge regression with μ = 1/(2C), {told} (the sweep's machine is an SVM)"
    return f"{learner} at {told}"


def notes(sweep: Sweep, plan: Plan) -> None:
    """Say what the set, the norm and the objective mean, and where they are odd."""
    told = [
        "K = Σ wᵢKᵢ with w ≥ 0; the papers write μᵢ for the weights, here μ is the ridge.",
        _of_set(plan),
        _of_norm(plan),
        _of_objective(plan),
    ]
    if sweep.task == "regression":
        told.append(
            "SM needs two classes and is not offered for a regression; CKTA takes the real "
            "targets, SPS and KS their squared errors."
        )
    st.caption(" ".join(text for text in told if text))


def _of_set(plan: Plan) -> str:
    if plan.kernels == "families":
        return (
            "Families: Gaussians at ¼, 1 and 4 times the median squared distance, a "
            "Laplacian at the median distance, normalised polynomials of degree 2 and 3, and the "
            "linear kernel."
        )
    if plan.kernels == "widths":
        return (
            "Sweep's grid: the kernels of the family at the cursor, at most 20 of them, "
            "evenly spaced. Neighbours are nearly the same matrix: many weights give nearly the "
            "same kernel, and only the value is well determined."
        )
    scaled = {
        "gaussian": ", its squared width scaled by 1/d for one of d features",
        "laplacian": ", its c scaled by √d for one of d features",
    }
    return (
        "One per feature: the kernel at the cursor on every feature alone"
        f"{scaled.get(plan.kernel, '')}."
    )


def _of_norm(plan: Plan) -> str:
    if plan.objective in OF_SCALE:
        return (
            f"{label(plan.quantity)} does not change when K is multiplied by a number: both norms "
            "have the same optimal directions, and the norm only decides how large K is beside "
            "the ridge of the fit."
        )
    if plan.p == 1:
        return ""
    return (
        "Σ w² = 1 lets the sum of the weights grow up to √q: K becomes larger beside the same "
        "ridge, and part of the gain is that of a smaller λ."
    )


def _of_objective(plan: Plan) -> str:
    if plan.objective == "sps":
        return "The paper prints a maximum over the weights; SPS is best small and is minimised."
    if plan.objective != "sm":
        return ""
    options = dict(plan.options)
    printed = "The paper prints a minimum over the weights; SM is best large and is maximised."
    if options.get("normalisation", "trace") == "trace" and options.get("r", 3) in (1, 2):
        return (
            f"{printed} For r ≤ 2 and K over its trace SM is a convex function of the weights (as "
            "shares of the trace): its maximum is always at a single kernel."
        )
    return f"{printed} It rewards a concentrated spectrum: the maximum usually is a single kernel."
