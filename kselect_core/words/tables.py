"""The choices of a finished sweep as a table, also for a paper: Markdown and LaTeX."""

from collections.abc import Callable, Iterator, Sequence

import pandas as pd

from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.measures import ERROR, errors_named
from kselect_core.selection.sweep.choices import part
from kselect_core.selection.terms.judgement import at_fixed
from kselect_core.words.amounts import counted
from kselect_core.words.escaped import latex, markdown
from kselect_core.words.labels import (
    quantities,
    quantity_text,
    spread_text,
    strength,
)
from kselect_core.words.places import drawn_text
from kselect_core.words.sweeps import kernels_text, names_of
from kselect_core.words.verdicts import Verdict, verdicts

Write = Callable[[str], str]
SQUARED = "squared error"


def sweep_markdown(
    choices: pd.DataFrame, config: SweepConfig, task: str, *, lam: float, measure: str = ERROR
) -> str:
    """Markdown table: what each criterion chooses over the whole grid; the lowest error is bold.

    A criterion that does not choose λ is judged at ``lam``, which stands in brackets. ``measure``
    is what the test errors of the choices are, as of `measured_by`.
    """
    heads, *rows = _rows(
        at_fixed(choices, config, lam), config, (task, measure), markdown, "**{}**".format
    )
    lines = [heads, ["---"] * len(heads), *rows]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{table}\n\n{markdown(caption(config))}\n"


def sweep_latex(
    choices: pd.DataFrame, config: SweepConfig, task: str, *, lam: float, measure: str = ERROR
) -> str:
    r"""LaTeX table of the same, for ``\input`` into a paper; needs the package booktabs."""
    heads, *rows = _rows(
        at_fixed(choices, config, lam), config, (task, measure), latex, r"\textbf{{{}}}".format
    )
    lines = [" & ".join(row) + r" \\" for row in rows]
    return "\n".join(
        (
            r"\begin{table}",
            rf"\caption{{{latex(caption(config))}}}",
            r"\begin{tabular}{lllrr}",
            r"\toprule",
            " & ".join(heads) + r" \\",
            r"\midrule",
            *lines,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        )
    )


def sweep_choices(
    choices: pd.DataFrame, config: SweepConfig, task: str, *, lam: float, measure: str = ERROR
) -> pd.DataFrame:
    """Return the same as a table of text, one row per criterion.

    Its columns say that an error is of the test part: where that is hidden they are left out.
    """
    heads, *rows = _rows(at_fixed(choices, config, lam), config, (task, measure), str, str)
    names = [f"test {head}" if head == SQUARED else head for head in heads]
    return pd.DataFrame(rows, columns=names)


def caption(config: SweepConfig) -> str:
    """Return what the table is of: data, grid, splits, seed and digest."""
    (name,) = names_of({"": config}).values()
    splits = counted(config.repeats, "split")
    grid = f"{kernels_text(config)}, {len(config.lambdas)} {strength(config)}"
    return (
        f"{name.partition(':')[0]}: {grid}; mean ± standard deviation over {splits}, "
        f"{drawn_text(config)}{brackets(config)}; sweep {config.digest()[:12]}."
    )


def brackets(config: SweepConfig) -> str:
    """Return what brackets in such a table say; empty where none can stand in it."""
    free = any(not choice.criterion.chooses_strength for choice in config.criteria)
    return f"; in brackets: {strength(config)} is not chosen" if free else ""


def _rows(
    choices: pd.DataFrame, config: SweepConfig, of: tuple[str, str], write: Write, bold: Write
) -> Iterator[Sequence[str]]:
    """Give the heads, then one row per criterion; ``of`` is task and measure."""
    task, measure = of
    error = SQUARED if task == "regression" else errors_named("test error", measure)
    heads = ("criterion", "kernel", strength(config), error, "regret")
    yield [write(head) for head in heads]
    every = verdicts(part(choices, "joint", 0.0, None), quantities(config), config)
    lowest = min((one.test_error for one in every if one.splits), default=0.0)
    for one in every:
        cells = [write(cell) for cell in _cells(one, task)]
        best = one.splits and one.test_error == lowest
        yield [*cells[:3], bold(cells[3]) if best else cells[3], cells[4]]


def _cells(one: Verdict, task: str) -> tuple[str, str, str, str, str]:
    if not one.splits:
        return quantity_text(one.quantity), "–", "–", "–", "–"
    error = spread_text(one.test_error, one.test_error_sd, task)
    return quantity_text(one.quantity), one.chosen_text, one.judged_at, error, one.regret_text(task)
