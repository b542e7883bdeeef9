"""``kselect reproduce`` and ``kselect resume``: run what is missing of a plan."""

import click

from kselect_core.cli.common.executing import Manner, carry_out
from kselect_core.cli.common.manners import manner_options
from kselect_core.cli.speech.options import named_variants, plan_argument, viewed
from kselect_core.experiments.plan.plan import make_plan, restored, with_data
from kselect_core.experiments.protocol.protocol import load_protocol
from kselect_core.results.store import Store


@click.command(epilog="Example: kselect reproduce sm-table2 --datasets wdbc,sonar,heart --splits 5")
@click.argument("protocol", metavar="PROTOCOL")
@click.option("--datasets", multiple=True, metavar="A,B", help="Only these data sets, or your own.")
@click.option("--splits", type=click.IntRange(1), help="Number of splits, or of repetitions.")
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME",
    help="This variant instead; several are compared. main: the protocol itself, all: everything.",
)
@click.option(
    "--resume",
    is_flag=True,
    expose_value=False,
    help="Continue from what is kept; this is always done.",
)
@manner_options
def reproduce(
    protocol: str,
    *,
    datasets: tuple[str, ...],
    splits: int | None,
    variants: tuple[str, ...],
    manner: Manner,
) -> None:
    """Run an experiment and compare it with the printed table.

    PROTOCOL is the name of one of the papers' (kselect protocols lists them) or a TOML file of
    your own. What was computed before is not computed again: the same line goes on after a stop.
    """
    loaded = load_protocol(protocol)
    named = [name.strip() for text in datasets for name in text.split(",") if name.strip()]
    prepared = make_plan(
        loaded, datasets=named or None, splits=splits, variants=named_variants(loaded, variants)
    )
    carry_out(prepared, manner)


@click.command()
@plan_argument
@click.option("--retry-failed", is_flag=True, help="Try tasks again that were given up.")
@manner_options
def resume(plan: str, *, retry_failed: bool, manner: Manner) -> None:
    """Continue a plan that was started before.

    PLAN is the beginning of its hash: kselect status lists them.
    """
    with viewed(manner.store) as store:
        stored = restored(store.plan(plan))
    prepared = with_data(stored)
    if retry_failed:
        with Store(manner.store) as store:
            store.forgive([unit.key for unit in stored.distinct])
    carry_out(prepared, manner)
