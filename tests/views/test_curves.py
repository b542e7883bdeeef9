"""What the page of curves asks of them beside the figures."""

import pytest

from kselect_core import views
from kselect_core.criteria.problems import sampled
from kselect_core.selection import Candidates, SweepConfig, run_sweep
from kselect_core.views import SweepAt, sweep as of_sweep
from kselect_core.views.curves import without_ridge
from tests.views.cases.sweeps import sweep_at


def test_a_criterion_that_knows_no_ridge_is_the_same_for_every_lambda():
    at = sweep_at("two classes")
    assert without_ridge(at, kernel="gaussian", parameter=2.0, quantities=("loo", "ckta")) == {
        "ckta"
    }


@pytest.mark.parametrize("axis", ["normalised", "over λ"])
def test_the_axis_of_errors_knows_the_worst_of_all_kernels_and_ridges(axis):
    at, ends = sweep_at("two classes"), set()
    at = SweepAt.of(at.table.assign(value=1.15 * at.table["value"]), at.config)
    for parameter, lam in ((2.0, 0.01), (8.0, 0.1)):
        point = {"kernel": "gaussian", "parameter": parameter, "lam": lam}
        drawn = views.criterion_curves(at, quantities=("loo",), axis=axis, **point)
        ends.add(drawn.figure.layout.yaxis.tickvals[-1])
    worst = at.table.loc[at.table["quantity"] == "test_error", "value"].max()
    assert len(ends) == 1
    assert max(ends) >= worst


@pytest.mark.parametrize(
    ("widths", "words"),
    [
        ((12.0, 14.0, 16.0), "from 60 rows of K, those nearest to the choice compared by 90"),
        ((1.0,), "from 60 rows of K"),
    ],
)
def test_a_caption_says_from_how_many_rows_criteria_of_the_kernel_come(widths, words, monkeypatch):
    for module in (sampled, of_sweep):
        monkeypatch.setattr(module, "SIZES", (60, 90))
    family = Candidates("gaussian", widths, "2tau")
    asked = SweepConfig(
        dataset="two_moons",
        candidates=family,
        lambdas=(0.1,),
        criteria=("ckta",),
        repeats=2,
        engine="landmarks",
        landmarks=20,
    )
    at = SweepAt.of(run_sweep(asked), asked)
    assert at.known_text.endswith(f"of criteria of the kernel alone an interval of 95 % {words}")
