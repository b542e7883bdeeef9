"""What is looked at of an experiment: which test, which variant, which setting."""

from dataclasses import replace
from types import MappingProxyType

import streamlit as st

from kselect_core.experiments.protocol.protocol import Test
from kselect_core.experiments.report.input import ReportInput
from kselect_core.experiments.report.reporting import MAIN
from kselect_core.experiments.statistics.significance import TESTS
from kselect_core.experiments.tables.titled import row_title
from kselect_core.experiments.views import ExperimentAt, Reading
from kselect_core.plotting.experiments.printed_against_ours import ITSELF
from kselect_ui.experiments.shelf import SHIPPED, Experiment, experiment, listed, trouble
from kselect_ui.server.messages import plain
from kselect_ui.server.shelf import shelf
from kselect_ui.widgets import linked

KEY, TEST, VARIANT, SETTING = "exp", "xtest", "xvar", "xset"
ROW = "xrow"  # the row whose splits are shown
EVERY = "all"
TEST_WORDS = MappingProxyType(
    {"paired_t": "paired t-test, as the papers", "corrected_t": "corrected for overlapping splits"}
)


def chosen() -> Experiment:
    """Draw the list of experiments; returns the chosen one."""
    names, refused = listed(), trouble()
    if refused:
        st.warning(plain(refused, limit=600))
    wanted = linked.read(KEY, linked.asked(KEY) or SHIPPED)
    wish = experiment(wanted)
    if wish is None:
        linked.say(
            KEY,
            "The link asked for an experiment that is not on this computer. Its protocol, data "
            "sets, splits and variants are under “Choose and start”; shown: the shipped one.",
        )
        linked.put(KEY, SHIPPED)
    else:
        linked.put(KEY, wish.key)
        if wish.key not in names:
            names = {wish.key: wish.plan.protocol.title, **names}
    key = linked.one(
        "Experiment", list(names), key=KEY, default=SHIPPED, words=lambda name: names[name]
    )
    linked.answered(KEY)
    choice = experiment(key)
    if choice is None:  # it was there a moment ago
        linked.put(KEY, SHIPPED)
        st.rerun()
    return choice


def chosen_test(of: Experiment) -> Test:
    """Draw the choice of the test; returns it. The paper's own test is the usual one."""
    own = of.plan.protocol.test
    names = sorted(TESTS, key=lambda name: name != own)
    key = linked.one(
        "Test",
        names,
        key=TEST,
        default=own,
        words=lambda name: TEST_WORDS.get(name, name),
        help="Which criteria are significantly worse than the best one, one-sided, at "
        f"{100 * of.plan.protocol.level:g} %. Splits of one data set share most of their points: "
        "the paired test treats them as independent and finds too many differences.",
    )
    return next(name for name in TESTS if name == key)


def looked_at(of: Experiment, test: Test, reading: Reading) -> ExperimentAt:
    """Draw the choice of variant and setting, where there are several; returns what is shown."""
    left, right = st.columns(2, gap="medium")
    with left:
        variant = _variant(reading.content)
    at = _shared(of, ExperimentAt(of.plan, of.store, test, variant, ready=reading))
    if not at.several:
        return at
    with right if len(set(reading.content.results["variant"])) > 1 else left:
        setting = _setting(list(dict.fromkeys(at.results["setting"])))
    return at if setting == EVERY else _shared(of, replace(at, setting=setting))


def _shared(of: Experiment, at: ExperimentAt) -> ExperimentAt:
    """Return the place that all visitors look at, with what it has found in its results."""
    stamp = (at.reading.done, at.identity)
    return shelf().get(f"experiment {of.key} {at.made()}", lambda: at, stamp=stamp)


def chosen_row(at: ExperimentAt) -> str:
    """Draw the list of rows; returns the one whose splits are shown."""
    names = list(dict.fromkeys(at.rows))
    return linked.one(
        "Splits of",
        names,
        key=ROW,
        default=names[0],
        words=row_title,
        help="Or click a row of the table of results.",
    )


def _variant(content: ReportInput) -> str:
    names = list(dict.fromkeys(content.results["variant"]))
    if len(names) < 2:  # noqa: PLR2004 (nothing to choose)
        return names[0] if names else ""
    keys = [name or MAIN for name in names]
    words = {v.name: f"{v.name}: {v.about}" for v in content.variants}
    key = linked.one(
        "Variant",
        keys,
        key=VARIANT,
        default=keys[0],
        words=lambda name: words.get(name, ITSELF),
    )
    return "" if key == MAIN else key


def _setting(names: list[str]) -> str:
    return linked.one("Setting", [*names, EVERY], key=SETTING, default=names[0])
