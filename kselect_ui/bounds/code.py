"""The programs that draw the figures of the page about the bounds again."""

from kselect_core.views.python import call, literal
from kselect_ui.bounds.facts import DELTA
from kselect_ui.bounds.page import BoundsAt
from kselect_ui.sweep.program import BENCH, assigned, bench, cursor, lines


def of_curve(look: BoundsAt, key: str, over: str, drawn: str) -> str:
    """Return the program of a bound along m or δ."""
    changes = {name: literal(value) for name, value in look.constants.items()}
    parts = [
        BENCH,
        "from kselect_core.plotting.terms.bound_curve import bound_curve",
        "from kselect_core.selection.machines.risks import problem_of",
        "from kselect_core.theory import measured",
        "from kselect_core.theory.curves import along, changed",
        "",
        bench(look.seen.one_split),
        assigned("cursor", cursor(look.seen.point)),
        assigned("problem", f"problem_of(bench, cursor, learner={literal(look.fit.learner)})"),
        assigned(
            "found",
            call(
                "measured",
                "problem",
                delta=literal(DELTA),
                folds=literal(look.data.folds),
                full=literal(look.complete),
            ),
        ),
    ]
    if changes:
        parts.append(assigned("found", call("changed", "found", **changes)))
    way = call("along", "found", literal(key), over=literal(over), worst=literal(look.worst))
    return lines(*parts, assigned("curve", way), assigned("figure", drawn))


def of_demonstration(module: str, imported: str, drawing: str, *parts: str) -> str:
    """Return the program of a demonstration: its numbers, then its drawing."""
    return lines(
        f"from kselect_core.plotting.terms.demonstrations import {drawing}",
        f"from kselect_core.theory.{module} import {imported}",
        "",
        *parts,
    )
