"""Where choices stand and where their names find room."""

import numpy as np
import pandas as pd
from hypothesis import given, strategies as st

from kselect_core.plotting.curves.criterion_curves import criterion_lines
from kselect_core.plotting.curves.lines import View
from kselect_core.plotting.curves.pins import CHARACTER, Pin, lanes, pins
from kselect_core.plotting.kit.quantities import label
from tests.plotting.examples import KEYS, LAMBDAS, TAU, chosen, swept

TABLE = swept(splits=3)
CHOICES = chosen(TABLE)
LAM = LAMBDAS[2]


def drawn(split=None):
    return criterion_lines(TABLE, lam=LAM, view=View(split=split, overlays=frozenset()))


def test_a_pin_stands_at_the_choice_of_its_split():
    found = {pin.quantity: pin for pin in pins(drawn(1), CHOICES, lam=LAM, split=1)}
    rows = CHOICES[
        (CHOICES["split"] == 1) & (CHOICES["scope"] == "per_lambda") & (CHOICES["lambda"] == LAM)
    ]
    assert {q: pin.x for q, pin in found.items()} == dict(
        zip(rows["quantity"], rows["parameter"], strict=True)
    )
    assert {pin.y for pin in found.values()} == {0.0}  # the best of the normalised axis


def test_over_splits_a_pin_stands_at_the_most_frequent_choice():
    rows = CHOICES[CHOICES["quantity"] == "loo"].assign(boundary="")
    rows.loc[:, "parameter"] = rows["split"].map({0: TAU[3], 1: TAU[9], 2: TAU[9]})
    (pin,) = pins([line for line in drawn() if line.quantity == "loo"], rows, lam=LAM, split=None)
    assert (pin.x, pin.times, pin.splits) == (TAU[9], 2, 3)


def test_without_a_lambda_pins_are_the_choices_of_kernel_and_lambda_together():
    (line,) = [line for line in drawn() if line.quantity == "loo"]
    rows = CHOICES[(CHOICES["quantity"] == "loo") & (CHOICES["scope"] == "joint")]
    rows = rows.assign(parameter=TAU[20], **{"lambda": LAMBDAS[5]})
    (pin,) = pins([line], pd.concat([CHOICES, rows]).iloc[-3:], lam=None, split=None)
    assert (pin.x, pin.lam, pin.times) == (TAU[20], LAMBDAS[5], 3)
    assert pin.y == line.y[20]  # on the curve of another λ, where it need not be the best


def test_a_choice_among_infinite_values_has_no_pin():
    rows = CHOICES[CHOICES["quantity"].isin(["loo", "kta"])]
    infinite = TABLE.assign(value=TABLE["value"].mask(TABLE["quantity"] == "loo", np.inf))
    view = View(split=0, overlays=frozenset())
    found = pins(criterion_lines(infinite, lam=LAM, view=view), rows, lam=LAM, split=0)
    assert [pin.quantity for pin in found] == ["kta"]


def test_pins_for_one_lambda_leave_the_joint_choices_out():
    rows = CHOICES[CHOICES["scope"] == "joint"]
    assert pins(drawn(), rows, lam=LAM, split=None) == []


def test_a_choice_on_the_boundary_says_so():
    rows = CHOICES[CHOICES["quantity"] == "loo"].assign(parameter=TAU[0], boundary="smallest τ")
    (pin,) = pins([line for line in drawn(0) if line.quantity == "loo"], rows, lam=LAM, split=0)
    assert pin.boundary == "smallest τ"


def test_a_criterion_without_choice_has_no_pin():
    rows = CHOICES.assign(kernel="", value=np.nan)
    assert pins(drawn(), rows, lam=LAM, split=None) == []


def test_a_choice_in_a_family_that_is_not_shown_has_no_pin():
    assert pins(drawn(), CHOICES.assign(kernel="laplacian"), lam=LAM, split=None) == []


def span(pin, position, place, width):
    length = len(label(pin.quantity)) * CHARACTER / width
    return (position, position + length) if place.side == "right" else (position - length, position)


@given(
    positions=st.lists(st.floats(0, 1), min_size=1, max_size=len(KEYS)),
    width=st.sampled_from([120.0, 330.0, 900.0]),
)
def test_names_never_overlap(positions, width):
    found = [Pin(key, "gaussian", 1.0, 0.0, 0.0, 1, 1, "") for key in KEYS[: len(positions)]]
    places = lanes(found, positions, width=width)
    spans = [span(*args, width) for args in zip(found, positions, places, strict=True)]
    for i in range(len(found)):
        for j in range(i):
            apart = spans[i][1] <= spans[j][0] or spans[j][1] <= spans[i][0]
            assert places[i].lane != places[j].lane or apart


@given(position=st.floats(0, 1))
def test_names_stay_within_the_picture(position):
    found = [Pin("kfold(k=10)", "gaussian", 1.0, 0.0, 0.0, 1, 1, "")]
    low, high = span(found[0], position, lanes(found, [position], width=330.0)[0], 330.0)
    assert low >= 0.0
    assert high <= 1.02
