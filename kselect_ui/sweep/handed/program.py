"""Programs of a sweep whose own table is in the store of uploads."""

import re

from kselect_core.data import CATALOGUE
from kselect_core.data.catalogue.cards import ALIASES
from kselect_core.data.made.loading import is_made
from kselect_core.selection.config.config import SEARCH, SweepConfig
from kselect_core.selection.config.measures import ERROR
from kselect_core.views import programs
from kselect_core.views.sweep import Pair
from kselect_ui.server import upload
from kselect_ui.sweep.finished import own_tables

UNKNOWN = "FILE"  # in place of the name of a table that is gone


def script(config: SweepConfig, measure: str = ERROR) -> str:
    """Return a program that computes the table and the choices of a sweep again."""
    return programs.script(config, _loaded(config), measure)


def preamble(config: SweepConfig, title: str, pair: Pair = ()) -> str:
    """Return the lines after which ``config`` and ``dataset`` exist."""
    return programs.preamble(config, title, _loaded(config), pair)


def command(config: SweepConfig, file: str, measure: str = ERROR) -> str:
    """Return the line that carries out a sweep from its configuration, kept in a file.

    The file of an own table is named as it was called when it came, FILE once it is gone. There is
    no such line for a search that was opened.
    """
    if config.split == SEARCH:
        return ""
    name = ALIASES.get(config.dataset, config.dataset)
    bundled, own = name in CATALOGUE or is_made(name), own_tables(config)
    if own and (own[0].digest == config.dataset_digest or not bundled):
        table = re.split(r"[\\/]", upload.store().name(own[0].file))[-1]
        return programs.command(file, table, measure)
    return programs.command(file, "" if bundled else UNKNOWN, measure)


def loading(record: upload.Accepted, positive: str | None) -> str:
    """Return the expression that loads an own table as it was read here."""
    name, test = (upload.store().name(file) if file else "" for file in (record.file, record.test))
    return programs.loading(name, record.answers, test=test, positive=positive)


def _loaded(config: SweepConfig) -> str:
    """Return the same for the data of a sweep; nothing where its configuration names them."""
    own = () if config.dataset in CATALOGUE else own_tables(config)
    return loading(own[0], config.positive) if own else ""
