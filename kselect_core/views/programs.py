"""Programs and commands that compute a sweep again, or draw one of its figures."""

from collections.abc import Iterable
from shlex import quote

from kselect_core.selection.config.config import SEARCH, SweepConfig
from kselect_core.selection.config.measures import ERROR
from kselect_core.views.python import literal
from kselect_core.views.sweep import Pair

_START = '''"""{title}"""

from kselect import SweepConfig, choices, load_dataset, run_sweep

CONFIG = """
{toml}"""

config = SweepConfig.from_toml(CONFIG)
dataset = {dataset}
'''
_KEPT = '''"""{title}"""

from kselect import SweepConfig, choices
from kselect_core.results import runs

CONFIG = """
{toml}"""

config = SweepConfig.from_toml(CONFIG)
table = runs.load({digest!r})  # as from_cv_results(…).keep() wrote it on this computer
'''
_SWEEP = """table = {run}
chosen = choices(table, config)

if __name__ == "__main__":
    print(chosen.to_string(index=False))
"""
_RUN, _MEASURED = "run_sweep(config, dataset=dataset)", "\nfrom kselect import measured_by\n\n"
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


def script(config: SweepConfig, loaded: str = "", measure: str = ERROR) -> str:
    """Return a program that computes the table and the choices of a sweep again.

    ``loaded`` is the expression that loads its data, as `loading` makes it. Bundled data are named
    by the configuration; an own file is read as it was read here, from the folder in which the
    program runs.
    """
    if config.split == SEARCH:
        title = f"The search {config.digest()[:12]} that kselect keeps: its choices."
        return preamble(config, title) + _SWEEP.partition("\n")[2]
    title = (
        f"The sweep {config.digest()[:12]} of kselect: every number of its page, computed again."
    )
    start = preamble(config, title, loaded)
    if measure == ERROR:
        return start + _SWEEP.format(run=_RUN)
    return start + _MEASURED + _SWEEP.format(run=f"measured_by({_RUN}, {literal(measure)})")


def preamble(config: SweepConfig, title: str, loaded: str = "", pair: Pair = ()) -> str:
    """Return the lines after which ``config`` and ``dataset`` exist; of a search ``table``.

    With a ``pair`` of several classes ``config`` looks at these two, ``whole`` at all of them.
    """
    toml = config.to_toml().replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if config.split == SEARCH:
        return _KEPT.format(title=title, toml=toml, digest=config.digest())
    dataset = loaded or loading(config.dataset, positive=config.positive)
    start = _START.format(title=title, toml=toml, dataset=dataset)
    return start + (_PAIR.format(pair=literal(pair)) if pair else "")


def loading(
    name: str,
    answers: Iterable[tuple[str, object]] = (),
    *,
    test: str = "",
    positive: str | None = None,
) -> str:
    """Return the expression that loads a data set by its name or file, with how it is read.

    ``test`` is the name of its test file, ``positive`` the class that stands against the rest.
    """
    options = [*([("test", test)] if test else []), *answers]
    loaded = ", ".join([repr(name), *(f"{option}={value!r}" for option, value in options)])
    return f"load_dataset({loaded})" + (f".against_rest({positive!r})" if positive else "")


def command(file: str, table: str = "", measure: str = ERROR) -> str:
    """Return the line that carries out a sweep from its configuration, kept in a file.

    ``table`` is the file of an own table; its test file is found beside it.
    """
    own = f" --data {quote(table)}" if table else ""
    by = f" --measured-by {measure}" if measure != ERROR else ""
    return f"kselect sweep {quote(file)}{own}{by}"


def picture(start: str, code: str) -> str:
    """Return a program that draws one figure again, after the lines that it starts from.

    Where these lines look at one pair of classes, tables and references still are of all classes.
    """
    if _PAIR.partition("{pair}")[0] in start:
        for call, answer in _OF_PAIR.items():
            code = code.replace(call, answer)
    return f"{start.rstrip()}\n\n{code.strip()}\n{_SHOW}"
