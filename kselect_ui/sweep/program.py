"""Programs that compute again what a page shows: values written as Python, calls, preambles."""

import re
from shlex import quote

from kselect_core.data import CATALOGUE
from kselect_core.data.catalogue.cards import ALIASES
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.places.cursor import Cursor
from kselect_core.views.python import call, literal
from kselect_ui.server import upload
from kselect_ui.sweep.datasets import arguments
from kselect_ui.sweep.finished import own_tables

TABLE = "table = run_sweep(config, dataset=dataset)"
CHOSEN = "chosen = choices(table, config)"
RUN = "from kselect_core import run_sweep"
BENCH = "from kselect_core.selection.places.cursor import Cursor, Workbench"
_START = '''"""{title}"""

from kselect_core import SweepConfig, choices, load_dataset, run_sweep

CONFIG = """
{toml}"""

config = SweepConfig.from_toml(CONFIG)
dataset = {dataset}
'''
_SWEEP = """{table}
{chosen}

if __name__ == "__main__":
    print(chosen.to_string(index=False))
"""
_PAIR = """
from dataclasses import replace

from kselect_core.selection.sweep.prepared import of_pair

whole = config
config = replace(whole, pair={pair})  # the two classes that are looked at
"""
_OF_PAIR = {
    "run_sweep(config,": "run_sweep(whole,",
    "views.SweepAt(config,": "views.SweepAt(whole,",
    "reference_values(config,": "reference_values(whole,",
    "dataset.class_names": "of_pair(config, dataset).class_names",
}
_SHOW = """
if __name__ == "__main__":  # so it is in a notebook
    figure.show()
"""


def lines(*parts: str) -> str:
    """Return the lines of a program as its text."""
    return "\n".join(parts)


def cursor(point: Cursor) -> str:
    """Return a point of the grid as a program writes it; its split counts from 0."""
    return call("Cursor", *(literal(value) for value in point))


def bench(split: int) -> str:
    """Return the line that makes one split ready."""
    return f"bench = Workbench(config, dataset, {split})"


def assigned(name: str, expression: str) -> str:
    """Return an assignment."""
    return f"{name} = {expression}"


def script(config: SweepConfig) -> str:
    """Return a program that computes the table and the choices of a sweep again.

    Bundled data are named by the configuration; an own file is read as it was read here, from
    the folder in which the program runs.
    """
    title = (
        f"The sweep {config.digest()[:12]} of kselect: every number of its page, computed again."
    )
    return preamble(config, title) + _SWEEP.format(table=TABLE, chosen=CHOSEN)


def command(config: SweepConfig, file: str) -> str:
    """Return the line that carries out a sweep from its configuration, kept in a file.

    The file of an own table is named as it was called when it came, FILE once it is gone; its test
    file is found beside it.
    """
    line = f"kselect sweep {quote(file)}"
    own = own_tables(config)
    if own and (own[0].digest == config.dataset_digest or not _bundled(config)):
        name = re.split(r"[\\/]", upload.store().name(own[0].file))[-1]
        return f"{line} --data {quote(name)}"
    return line if _bundled(config) else f"{line} --data FILE"


def preamble(config: SweepConfig, title: str, pair: tuple[str, ...] = ()) -> str:
    """Return the lines after which ``config`` and ``dataset`` exist.

    With a ``pair`` of several classes ``config`` looks at these two, ``whole`` at all of them.
    """
    dataset = f"load_dataset({', '.join(_source(config))})"
    if config.positive:
        dataset += f".against_rest({config.positive!r})"
    toml = config.to_toml().replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    start = _START.format(title=title, toml=toml, dataset=dataset)
    return start + (_PAIR.format(pair=literal(pair)) if pair else "")


def picture(start: str, code: str) -> str:
    """Return a program that draws one figure again, after the lines that it starts from.

    Where these lines look at one pair of classes, tables and references still are of all classes.
    """
    if _PAIR.partition("{pair}")[0] in start:
        for asked, answer in _OF_PAIR.items():
            code = code.replace(asked, answer)
    return f"{start.rstrip()}\n\n{code.strip()}\n{_SHOW}"


def _bundled(config: SweepConfig) -> bool:
    return ALIASES.get(config.dataset, config.dataset) in CATALOGUE


def _source(config: SweepConfig) -> list[str]:
    """Return the arguments of load_dataset, as they are written in a program."""
    if config.dataset in CATALOGUE:
        return [repr(config.dataset)]
    known = own_tables(config)
    if not known:
        return [repr(config.dataset)]
    return [repr(upload.store().name(known[0].file)), *arguments(known[0])]
