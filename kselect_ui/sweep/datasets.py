"""Which data set the pages work on and how it is split: in the widgets and in the link."""

from dataclasses import dataclass

import streamlit as st

from kselect_core.data import CATALOGUE, Dataset, load_dataset
from kselect_core.data.catalogue.cards import ALIASES, title_of
from kselect_core.data.made.loading import is_made
from kselect_core.errors import DataError, KselectError
from kselect_core.selection import SweepConfig
from kselect_core.selection.config.config import USUAL_REPEATS
from kselect_core.selection.config.pairs import ONE_VS_ONE, ONE_VS_REST
from kselect_core.selection.sweep.setup import Setup
from kselect_ui.door.sharing import shared
from kselect_ui.server import upload
from kselect_ui.server.messages import plain
from kselect_ui.server.shelf import shelf
from kselect_ui.server.visitors import visitor
from kselect_ui.sweep import finished
from kselect_ui.widgets import linked

DATA, CLASSES, POSITIVE = "ds", "classes", "pos"
ONE_CLASS = "one_class"
SCHEMES = {
    ONE_VS_ONE: "all, every pair (one against one)",
    ONE_VS_REST: "all, each against the rest",
    ONE_CLASS: "one against all the others",
}
PREPARATION, SHARE, REPEATS, SEED, SPLIT = "prep", "share", "reps", "seed", "rows"
RANDOM, GIVEN = "random", "given"
SPLITS = {GIVEN: "as given: the test file", RANDOM: "random"}
DEFAULT_SHARE = 0.3
FIRST = "two_moons"
OWN = "own-"  # before the digest of an uploaded table in a link
DIGITS = 12
PREPARATIONS = {
    "standardise": "standardise",
    "minmax": "min–max to 0 … 1",
    "none": "none",
}


@dataclass(frozen=True, slots=True)
class Chosen:
    """The data set that is worked on: as stored, and what several classes become."""

    stored: Dataset
    positive: str | None = None
    multiclass: str = ONE_VS_ONE

    @property
    def dataset(self) -> Dataset:
        """Data set as it is swept: of several classes all, or one against the rest."""
        return self.stored.against_rest(self.positive) if self.positive else self.stored


@dataclass(frozen=True, slots=True)
class Splitting:
    """How the data are prepared and split, as typed: checked by the configuration."""

    preprocessing: str
    test_share: float
    repeats: int
    seed: int
    split: str = RANDOM

    def trained(self, data: Dataset) -> int:
        """Return about how many rows are trained on, whatever is typed."""
        n = len(data.y)
        return n - data.test_rows if self.split == GIVEN else round(n * (1 - self.test_share))


def names() -> tuple[str, ...]:
    """Return names of the bundled sets, of made data in use, then of the accepted own tables."""
    used = dict.fromkeys((linked.read(DATA, ""), linked.asked(DATA)))
    made = tuple(name for name in used if is_made(name) and title_of(name) != name)
    own = (
        OWN + record.digest[:DIGITS] for record in upload.store().every_accepted() if _mine(record)
    )
    return (*CATALOGUE, *made, *own)


def _mine(record: upload.Accepted) -> bool:
    """Whether a table is for who looks at this page: brought by them, or named by their link."""
    if not shared() or upload.store().is_used_by(record.digest, visitor()):
        return True
    named = (linked.asked(DATA), linked.read(DATA, ""))
    return OWN + record.digest[:DIGITS] in named


def title(name: str) -> str:
    """Return a data set's name for people."""
    if name in CATALOGUE or is_made(name):
        return title_of(name)
    record = upload.store().accepted_as(name.removeprefix(OWN))
    if record is None:
        return "a table that is not here"
    answers = dict(record.answers)
    rows = f", {answers['rows']:,} rows" if "rows" in answers else ""
    draw = f", draw {answers['rows_seed']}" if "rows_seed" in answers else ""
    return f"{record.name} (own{rows}{draw})"


def chooser(label: str = "Data set") -> Chosen:
    """Draw the choice of the data set and of its classes; returns what is chosen."""
    choices = names()
    _say_what_is_missing(choices)
    name = linked.one(label, choices, key=DATA, default=FIRST, words=title)
    return _classes(load(name))


def share_for(rows: int, n: int) -> float:
    """Return the test share, in four digits, that leaves so many of n rows to train on."""
    return round(1 - rows / n, 4)


def use(name: str, positive: str | None = None, multiclass: str = ONE_VS_ONE) -> None:
    """Work on a data set; call it from a callback."""
    linked.put(DATA, name)
    linked.forget(POSITIVE)
    linked.put(CLASSES, multiclass)
    if positive is not None:
        linked.put(POSITIVE, positive)
        linked.put(CLASSES, ONE_CLASS)


def name_of(config: SweepConfig) -> str:
    """Return the name in a link of the data that a configuration was made for."""
    bundled = ALIASES.get(config.dataset, config.dataset)
    if bundled in CATALOGUE or is_made(bundled):
        return bundled
    for record in finished.own_tables(config):
        table = upload.stored(record.digest)
        if table is not None and _fits(config, table):
            return OWN + record.digest[:DIGITS]
    raise DataError(
        f"The table of this sweep, {config.dataset}, is not on this computer any more. Upload the "
        "same file on the Data page and try again."
    )


def _fits(config: SweepConfig, table: Dataset) -> bool:
    """Whether a configuration was made for this table and not another one of its name."""
    try:
        Setup.of(config, table)
    except KselectError:
        return False
    return True


def program(chosen: Chosen) -> str:
    """Return the Python expression that loads the data set as it is used."""
    from kselect_core.views import programs  # noqa: PLC0415 (views of all pages)
    from kselect_ui.sweep.handed.program import loading  # noqa: PLC0415 (the same)

    record = upload.store().accepted(chosen.stored.digest)
    if record is None:
        return programs.loading(chosen.stored.name, positive=chosen.positive)
    return loading(record, chosen.positive)


def reading(chosen: Chosen) -> tuple[tuple[str, upload.Answer], ...]:
    """Return how an own table was read: answers, name of the test file; nothing if bundled."""
    record = upload.store().accepted(chosen.stored.digest)
    if record is None:
        return ()
    test = (("test", upload.store().name(record.test)),) if record.test else ()
    return (*record.answers, *test)


def summary(chosen: Chosen) -> None:
    """Draw one line about the data: size, features, classes."""
    data = chosen.dataset
    classes = " / ".join(map(plain, data.class_names)) or "regression"
    st.caption(f"{len(data.y):,} rows, {data.known_by} · {classes}")


def splitting(chosen: Chosen) -> Splitting:
    """Draw preparation, test share, number of splits and seed; returns what is typed."""
    own_test = _given(chosen.stored)
    first, second, third, fourth = st.columns([1.5, 1, 1, 1])
    with first:
        preparation = _preparation(chosen)
    if own_test:
        with fourth:
            seed = linked.whole("Seed", key=SEED, default=0)
        return Splitting(preparation, DEFAULT_SHARE, 1, seed, GIVEN)
    with second:
        share = linked.number("Test share", key=SHARE, default=DEFAULT_SHARE, step=0.05)
    with third:
        repeats = linked.whole("Splits", key=REPEATS, default=USUAL_REPEATS)
    with fourth:
        seed = linked.whole("Seed", key=SEED, default=0)
    return Splitting(preparation, share, repeats, seed)


def _preparation(chosen: Chosen) -> str:
    """Draw how features are prepared; given kernel values are taken as they are."""
    if chosen.stored.matrices:
        st.caption("Kernel values are given: nothing is prepared.")
        return "none"
    return linked.one(
        "Preparation",
        tuple(PREPARATIONS),
        key=PREPARATION,
        default="standardise",
        words=PREPARATIONS.__getitem__,
        help="Fitted on each training part alone, then applied to its test part.",
    )


def _given(data: Dataset) -> bool:
    """Draw, for data with a test file, how they are split; returns whether as they came."""
    test = data.test_rows
    if not test:
        return False
    way = GIVEN  # between test points of Gram matrices nothing is known
    if not data.matrices:
        way = linked.switch("Split", tuple(SPLITS), key=SPLIT, words=SPLITS.__getitem__)
    if way == GIVEN:
        st.caption(f"{len(data.y) - test:,} rows for training, {test:,} for testing: one split.")
    return way == GIVEN


def load(name: str) -> Dataset:
    """Return a data set by its name in the link."""
    if name in CATALOGUE or is_made(name):
        return shelf().get(f"data {name}", lambda: load_dataset(name), saying="Reading the data…")
    record = upload.store().accepted_as(name.removeprefix(OWN))
    if record is None:
        raise DataError("This table is not on this computer any more. Upload it again.")
    preview = upload.opened(record)  # its reading is kept while somebody is here
    if preview.dataset is None:
        raise DataError(preview.error or "This table is read differently now. Upload it again.")
    return preview.dataset


def _classes(dataset: Dataset) -> Chosen:
    """Draw what several classes become: pairs, each against the rest, or one against the rest."""
    if dataset.task != "multiclass":
        return Chosen(dataset)
    named = linked.asked(POSITIVE) or linked.read(POSITIVE, "")
    way = linked.one(
        "Classes",
        tuple(SCHEMES),
        key=CLASSES,
        default=ONE_CLASS if named else ONE_VS_ONE,
        words=SCHEMES.__getitem__,
        help=f"The data have {len(dataset.class_names)} classes, the criteria judge two. A "
        "criterion is its mean over the binary problems; for the test error all decide together.",
    )
    if way == ONE_CLASS:
        return Chosen(dataset, _positive(dataset))
    return Chosen(dataset, multiclass=way)


def _positive(dataset: Dataset) -> str:
    return linked.one(
        "Positive class, against all the others",
        dataset.class_names,
        key=POSITIVE,
        default=dataset.class_names[0],
        help="All other classes together are the negative one.",
    )


def _say_what_is_missing(choices: tuple[str, ...]) -> None:
    wanted = linked.asked(DATA)
    if wanted.startswith(OWN) and not linked.read(DATA, "") and wanted not in choices:
        linked.answered(DATA)
        st.warning(
            "This link needs a table that is not on this computer. Upload the same file on the "
            "Data page and the link works again."
        )
