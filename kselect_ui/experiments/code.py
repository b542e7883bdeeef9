"""Programs that read an experiment again and draw its figures."""

from kselect_core.views.python import call, literal
from kselect_ui.experiments.look import EVERY, ExperimentAt
from kselect_ui.experiments.shelf import DIGITS, Experiment
from kselect_ui.sweep.program import lines

_SHIPPED = '''"""{title}"""

from kselect_core.experiments.example import example

plan, store = example()
'''
_STORED = '''"""{title}"""

from kselect_core.experiments.plan.plan import restored
from kselect_core.results.store import Store

store = Store(read_only=True)
plan = restored(store.plan("{hash}"))
'''
REPORT = "from kselect_core.experiments.report.reporting import report_of"
_NUMBERS = """
content = report_of(plan, store, test={test})

if __name__ == "__main__":
    print(content.results.to_string(index=False))
"""


def start(of: Experiment) -> str:
    """Return the lines after which ``plan`` and ``store`` exist."""
    title = f"A part of the experiment {of.plan.hash[:12]} of kselect, read from its store."
    form = _SHIPPED if of.shipped else _STORED
    return form.format(title=title, hash=of.plan.hash[:DIGITS])


def program(look: ExperimentAt) -> str:
    """Return a program that prints the result table."""
    before = start(look.experiment).replace("\n\nfrom", f"\n\n{REPORT}\nfrom", 1)
    return before + _NUMBERS.format(test=literal(look.part.test))


def figure(
    look: ExperimentAt,
    module: str,
    drawn: str,
    *,
    of: str = "results",
    before: tuple[str, ...] = (),
    after: tuple[str, ...] = (),
) -> str:
    """Return the lines that draw a figure of the table ``of``; ``before`` are more imports.

    ``drawn`` is the call, ``after`` the lines between the table and the call.
    """
    name = drawn.partition("(")[0]
    return lines(
        *sorted((*before, REPORT)),
        f"from kselect_core.plotting.experiments.{module} import {name}",
        "",
        f"content = {call('report_of', 'plan', 'store', test=literal(look.part.test))}",
        *_selected(look, of),
        *after,
        f"figure = {drawn}",
    )


def _selected(look: ExperimentAt, of: str) -> list[str]:
    """Return the lines that take what is looked at out of a table of the content."""
    found = [
        f"{of} = content.{of}",
        f'{of} = {of}[{of}["variant"] == {literal(look.variant)}]',
    ]
    if look.setting != EVERY and of != "timings":
        found.append(f'{of} = {of}[{of}["setting"] == {literal(look.setting)}]')
    return found
