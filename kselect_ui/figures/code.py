"""The programs of the start page's figures: with the same numbers, in a notebook."""

from kselect_core.plotting.curves.lines import View as Lines
from kselect_core.views.python import call, literal, record
from kselect_ui.sweep.finished import Sweep
from kselect_ui.sweep.program import (
    CHOOSE,
    CHOSEN,
    RUN,
    TABLE,
    assigned,
    lines,
)
from kselect_ui.widgets.state import View


def of_curves(seen: View, shown: Lines, *, ends: bool) -> str:
    """Return the program of the criterion curves over the kernels, or over λ.

    ``ends``: with the values at K = I and K = 11ᵀ.
    """
    return over_lambda(seen, shown) if seen.over_lambda else over_kernels(seen, shown, ends=ends)


def of_regrets(sweep: Sweep, seen: View) -> str:
    """Return the program of the regret strip."""
    drawn = call(
        "regret_strip",
        f'chosen[chosen["quantity"].isin({literal(list(seen.shown))})]',
        "families(table)",
        lam="None" if seen.joint else literal(seen.lam),
        split=literal(seen.split),
        rate=literal(sweep.task == "binary"),
    )
    return lines(
        CHOOSE,
        "from kselect_core.plotting.curves.regret_strip import families, regret_strip",
        "",
        TABLE,
        CHOSEN,
        _within(seen),
        assigned("figure", drawn),
    )


def over_kernels(seen: View, shown: Lines, *, ends: bool = False) -> str:
    """Return the program of the curves over the kernel parameter, at the λ of the cursor."""
    drawn = call(
        "criterion_curves",
        f'table[table["lambda"] == {literal(seen.lam)}]',
        "chosen",
        lam=literal(seen.lam),
        cursor=f"({literal(seen.kernel)}, {literal(seen.place)})",
        **({"references": "reference_values(config, dataset)"} if ends else {}),
        view=record(shown),
    )
    references = "from kselect_core.selection.places.cursor import reference_values"
    return lines(
        CHOOSE,
        "from kselect_core.plotting.curves.criterion_curves import criterion_curves",
        "from kselect_core.plotting.curves.lines import View",
        *([references] if ends else []),
        "",
        TABLE,
        CHOSEN,
        _within(seen),
        assigned("figure", drawn),
    )


def over_lambda(seen: View, shown: Lines) -> str:
    """Return the program of the curves over λ, or C, of the kernel under the cursor."""
    drawn = call(
        "lambda_curves",
        "table",
        kernel=literal(seen.kernel),
        parameter=literal(seen.parameter),
        cursor=literal(seen.lam),
        view=record(shown),
    )
    return lines(
        RUN,
        "from kselect_core.plotting.curves.lambda_curves import lambda_curves",
        "from kselect_core.plotting.curves.lines import View",
        "",
        TABLE,
        assigned("figure", drawn),
    )


def _within(seen: View) -> str:
    """Return the line that keeps the choices looked at: one scope, one λ, one split or all."""
    wanted = f'chosen["scope"] == {literal(seen.table_scope)}'
    if not seen.joint:
        wanted = f'({wanted}) & (chosen["lambda"] == {literal(seen.lam)})'
    one = [] if seen.split is None else [f'chosen = chosen[chosen["split"] == {seen.split}]']
    return lines(f"chosen = chosen[{wanted}]", *one)
