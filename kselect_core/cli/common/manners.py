"""The options of how a plan is carried out, which several verbs share."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from kselect_core.cli.common.executing import Manner
from kselect_core.cli.speech.options import (
    all_cores,
    as_json,
    scheduler_option,
    store_option,
    workers_option,
)

_OPTIONS = (
    as_json,
    click.option("--quiet", "-q", is_flag=True, help="Print the results, and nothing else."),
    click.option(
        "--yes",
        "-y",
        is_flag=True,
        help="Start long work without asking. Only a terminal asks; scripts start anyway.",
    ),
    scheduler_option,
    click.option(
        "--join", is_flag=True, help="Share the work with another process that runs this plan."
    ),
    store_option,
    workers_option,
)


def manner_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options; the function gets them as its argument ``manner``."""

    @wraps(function)
    def gathered(  # noqa: PLR0913 (the options)
        *,
        store_path: Path | None,
        workers: int | None,
        scheduler: str,
        join: bool,
        yes: bool,
        quiet: bool,
        json_: bool,
        **others: Any,  # noqa: ANN401 (what the verb itself takes)
    ) -> None:
        manner = Manner(
            store=store_path,
            workers=workers or all_cores(),
            scheduler=scheduler,
            join=join,
            yes=yes,
            quiet=quiet or json_,
            json=json_,
        )
        function(manner=manner, **others)

    added: Callable[..., None] = gathered
    for add in _OPTIONS:
        added = add(added)
    return added
