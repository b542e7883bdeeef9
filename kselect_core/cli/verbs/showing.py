"""``kselect protocols``, ``status`` and ``report``: what there is to run, and what was run."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import click

from kselect_core.cli.common.overwriting import force_option, refuse_existing
from kselect_core.cli.speech import options
from kselect_core.cli.speech.protocol_words import protocol_json, protocol_text
from kselect_core.cli.speech.results import ending, results_json, results_text
from kselect_core.cli.speech.states import finished, open_failures, state_json, state_text, when
from kselect_core.cli.speech.text import say, say_json, table
from kselect_core.errors import KselectError, StorageError, shortened
from kselect_core.experiments.plan.outcomes import sound
from kselect_core.experiments.plan.plan import restored
from kselect_core.experiments.protocol.protocol import Test, load_protocol, shipped
from kselect_core.experiments.report.folder import write_report
from kselect_core.experiments.report.reporting import report_of
from kselect_core.experiments.statistics.significance import TESTS
from kselect_core.results.store import Store, StoredPlan
from kselect_core.words.amounts import counted

MOST_READ = 2000
"""Tasks up to which the list of experiments reads every row of a plan, in a fifth of a second."""


@click.command()
@click.argument("name", required=False)
@options.as_json
def protocols(name: str | None, *, json_: bool) -> None:
    """List the experiments of the papers, or show one: its data, its grid, what is left open."""
    if name:
        protocol = load_protocol(name)
        if json_:
            say_json(protocol_json(protocol))
        else:
            say(protocol_text(protocol))
        return
    every = [load_protocol(one) for one in shipped()]
    if json_:
        say_json([protocol_json(protocol) for protocol in every])
        return
    rows = [(p.name, str(len(p.datasets)), "yes" if p.printed else "–", p.title) for p in every]
    say(table(("protocol", "data sets", "printed", "title"), rows, (False, True, False, False)))
    say("\nMore about one: kselect protocols NAME. To run it: kselect reproduce NAME.")
    say("A small one to begin with, on data that come with kselect: kselect reproduce example.")


@click.command()
@click.argument("plan", required=False)
@options.store_option
@options.as_json
def status(plan: str | None, *, store_path: Path | None, json_: bool) -> None:
    """List the experiments that were started, or show how far one is.

    Damaged rows count as not finished. They are looked for in one PLAN, and in the list for plans
    up to 2000 tasks.
    """
    with options.viewed_if_any(store_path) as store:
        if store is None and plan:
            raise KselectError(f"There is no plan {shortened(plan)}: nothing was run yet.")
        if store is None:
            say_json([]) if json_ else say("Nothing was run yet: kselect protocols")
            return
        if plan:
            stored = restored(store.plan(plan.rstrip("….").lower()))
            say_json(state_json(stored, store)) if json_ else say(state_text(stored, store))
            return
        rows = [_row(one, store) for one in store.plans()]
    if json_:
        say_json(rows)
        return
    heads = ("plan", "protocol", "finished", "failed", "begun", "")
    cells = [
        (
            str(row["plan"])[: options.SHORT],
            str(row["name"]),
            f"{row['finished']} of {row['total']}",
            str(row["failed"] or ""),
            when(cast(float, row["begun"])),
            str(row["state"]),
        )
        for row in rows
    ]
    say(table(heads, cells, (False, False, True, True, False, False)) if rows else "No plans.")


@click.command()
@options.plan_argument
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write the report here: HTML, Markdown, LaTeX, Parquet, CSV and a manifest.",
)
@force_option
@click.option("--test", type=click.Choice(TESTS), help="Test against the best of a row.")
@options.store_option
@options.as_json
def report(
    plan: str,
    *,
    folder: Path | None,
    force: bool,
    test: Test | None,
    store_path: Path | None,
    json_: bool,
) -> None:
    """Compare the results of a plan with the printed ones, finished or not.

    PLAN is the beginning of its hash: kselect status lists them.
    """
    refuse_existing("--folder", folder, force=force)
    with options.viewed(store_path) as store:
        content = report_of(restored(store.plan(plan)), store, test=test)
    if folder is not None:
        from kselect_core.experiments.report.figures import with_figures  # noqa: PLC0415 (slow)

        folder = write_report(folder, with_figures(content))
    if json_:
        say_json({**results_json(content), "folder": folder})
        return
    say(results_text(content))
    say()
    if content.damaged:
        rows = counted(content.damaged, "damaged row")
        again = options.with_store(f"kselect resume {plan}", store_path)
        say(f"Left out: {rows}. To compute again: {again}\n")
    say(f"Written to {folder}" if folder else ending(content, store=store_path))


def _row(kept: StoredPlan, store: Store) -> Mapping[str, Any]:  # Any: JSON values
    """Facts about one plan; one that cannot be read says why."""
    facts = {"plan": kept.hash, "name": kept.name, "begun": kept.created}
    try:
        plan = restored(kept)
    except StorageError as error:
        return {**facts, "finished": 0, "total": 0, "failed": 0, "state": str(error)}
    held, failed = finished(plan, store), len(open_failures(plan, store))
    done = held
    if plan.count <= MOST_READ:
        done = sum(map(len, sound(plan, store).values()))
    at_work = "; ".join(f"process {runner.pid}" for runner in store.runners(plan.hash))
    state = "finished" if done == plan.count else at_work and f"at work: {at_work}"
    if held > done and not state:
        state = f"{counted(held - done, 'damaged row')}: kselect resume"
    return {**facts, "finished": done, "total": plan.count, "failed": failed, "state": state}
