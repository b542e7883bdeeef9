"""What a run leaves out of its protocol is said, by name and number."""

from kselect_core.experiments.plan.plan import make_plan
from kselect_core.experiments.protocol.protocol import load_protocol, parse
from kselect_core.experiments.report.reporting import covered, report_of
from kselect_core.experiments.tables.coverage import coverage
from kselect_core.results.store import Store
from tests.experiments.protocol_texts import DESIGN, SAMPLES, SWEEP


def said(text, **asked):
    return covered(make_plan(parse(text), **asked).plan)


def test_a_whole_protocol_leaves_nothing_out():
    assert said(SWEEP) == said(SWEEP, variants=["", "joint"]) == said(SAMPLES) == ()


def test_data_sets_and_splits_that_are_not_run_are_named():
    assert said(SWEEP, datasets=["xor"], splits=1) == (
        "Of the 2 data sets of moons not run: two_moons.",
        "1 of 2 splits.",
    )
    assert said(DESIGN, datasets=["additive_simulated"], splits=7) == (
        "Of the 2 data sets of designs not run: two_moons.",
        "7 repetitions, not 3.",
    )


def test_variants_with_other_numbers_are_named():
    protocol = load_protocol("sm-table2")
    found = coverage(protocol, protocol.datasets, {"": 50, "minmax": 20, "unscaled": 20})
    assert found == ("Variant minmax, unscaled: 20 of 50 splits.",)


def test_a_report_says_it(tmp_path):
    with Store(tmp_path / "store") as store:
        plan = make_plan(parse(SWEEP), datasets=["xor"]).plan
        assert report_of(plan, store).headlines[-1] == (
            "Of the 2 data sets of moons not run: two_moons."
        )
