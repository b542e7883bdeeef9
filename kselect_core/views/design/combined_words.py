"""What is said about combined kernels: whether that pays, what the settings mean, oddities."""

from collections.abc import Callable, Sequence
from math import isnan

from kselect_core.criteria.spectral.sm import SM
from kselect_core.criteria.spectral.sps import SPS
from kselect_core.kernels import GAUSSIAN, LAPLACIAN
from kselect_core.plotting.kit.quantities import label
from kselect_core.selection.combination.combined import effect
from kselect_core.selection.combination.plan import Plan
from kselect_core.views.design.combined import CombinedAt
from kselect_core.words.labels import UNITS, apart_text, error_text, readable


def finding(at: CombinedAt, safe: Callable[[str], str], *, tested: bool = True) -> str:
    """Return in Markdown what is combined and, where errors may be ``tested``, whether that pays.

    ``safe`` writes a name so that Markdown shows it letter by letter.
    """
    gain = effect(at.combined, at.split)
    name, best = f"**{safe(label(at.plan.quantity))}**", safe(at.members[gain.largest])
    several = at.split is None and len(at.combined.learnt) > 1
    count, (least, most) = len(at.members), gain.used
    if most == 1:
        what = (
            f"{name} puts all the weight on one of {count} kernels, {'mostly ' * several}"
            f"**{best}**: it chooses, it does not combine. Its value is {readable(gain.value)}, "
            f"for equal weights {readable(gain.uniform)}."
        )
    else:
        some = f"{least} to {most}" if least < most else str(most)
        what = (
            f"By {name} {some} of {count} kernels get a weight, the largest **{best}**. "
            f"Its value is {readable(gain.value)}, for the best single kernel "
            f"{readable(gain.single)}, for equal weights {readable(gain.uniform)}."
        )
    errors = f" {_of_errors(at, gain.errors)}" if tested else ""
    return f"{what}{errors}{' All are means over the splits.' * several}"


def notes(plan: Plan, task: str) -> str:
    """Return what the set, the norm and the objective mean, and where they are odd."""
    parts = (
        "K = Σ wᵢKᵢ with w ≥ 0; the papers write μᵢ for the weights, here μ is the ridge.",
        _of_set(plan),
        _of_norm(plan),
        _of_objective(plan),
        "SM needs two classes and is not offered for a regression; CKTA takes the real "
        "targets, SPS and KS their squared errors."
        if task == "regression"
        else "",
    )
    return " ".join(text for text in parts if text)


def _of_errors(at: CombinedAt, errors: Sequence[float]) -> str:
    learnt, single, uniform, _ = errors
    if isnan(learnt + single + uniform):
        return "Test errors cannot be compared: at this λ a fit is ill-conditioned."
    task = at.task
    unit = UNITS[task][:1].upper() + UNITS[task][1:]
    first = (
        f"{unit} **{error_text(learnt, task)}**, best single kernel by {label(at.plan.quantity)} "
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
    return f"{verb} {apart_text(max(learnt, other), min(learnt, other), task)}"


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
        GAUSSIAN.name: ", its squared width scaled by 1/d for one of d features",
        LAPLACIAN.name: ", its c scaled by √d for one of d features",
    }
    return (
        "One per feature: the kernel at the cursor on every feature alone"
        f"{scaled.get(plan.kernel, '')}."
    )


def _of_norm(plan: Plan) -> str:
    if plan.of_scale:
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
    if plan.criterion is SPS:
        return "The paper prints a maximum over the weights; SPS is best small and is minimised."
    if plan.criterion is not SM:
        return ""
    options = dict(plan.options)
    printed = "The paper prints a minimum over the weights; SM is best large and is maximised."
    if options.get("normalisation", "trace") == "trace" and options.get("r", 3) in (1, 2):
        return (
            f"{printed} For r ≤ 2 and K over its trace SM is a convex function of the weights (as "
            "shares of the trace): its maximum is always at a single kernel."
        )
    return f"{printed} It rewards a concentrated spectrum: the maximum usually is a single kernel."
