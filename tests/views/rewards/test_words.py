"""What criteria reward, in words: findings and the rows of tables."""

import pandas as pd
import pytest

from kselect_core.views.rewards import changes, labels, options
from kselect_core.views.rewards.width_words import (
    AT_ONES,
    as_rows,
    as_table,
    at_ones,
    of_terms,
    reasons,
)
from tests.views.cases.rewards import changes_at, shuffles_at

INF, NAN = float("inf"), float("nan")


def terms(*rows):
    names = ("term", "group", "pull", "degenerate", "chosen")
    return pd.DataFrame([dict(zip(names, one, strict=True)) for one in rows])


def test_terms_are_told_by_where_they_pull():
    table = terms(
        ("KS", "penalty", "narrow", False, 0.5),
        ("ER", "penalty", "wide", False, 8.0),
        ("PEP", "penalty", "wide", False, 8.0),
        ("SPS", "penalty", "none", False, 8.0),
        ("FSM", "labels", "narrow", True, 0.5),
        ("LOO", "error", "interior", False, 1.0),
        ("KTA", "labels", "interior", False, 4.0),
    )
    assert of_terms(table, classes=True) == (
        "Without looking at the labels, **KS** pulls to narrow kernels; **ER and PEP** pull to "
        "wide kernels; **SPS** pulls nowhere.  \n**FSM** has the best value at an end that says "
        "nothing about the labels; 2 of 3 terms that use the labels choose a width between both "
        "ends: from τ = 2⁰ to τ = 2²."
    )


def test_many_terms_that_pull_alike_are_counted():
    table = terms(*((name, "penalty", "wide", False, 8.0) for name in ("ER", "PEP", "BR")))
    assert of_terms(table, classes=True) == (
        "Without looking at the labels, **3 terms** pull to wide kernels."
    )


def test_widths_of_a_fine_path_are_written_alike():
    """A power of two stands among widths that are none: 1, not 2⁰."""
    grid = (0.5, 2**-0.5, 1.0, 2**0.5, 2.0)
    rows = terms(("LOO", "error", "interior", False, 2**-0.5), ("KS", "labels", "interior", 0, 1.0))
    assert of_terms(rows, classes=True, grid=grid).endswith("from τ = 0.707 to τ = 1.")
    assert of_terms(rows, classes=True).endswith("from τ = 0.707 to τ = 2⁰.")


def test_why_printed_sm_stays_narrow_is_told_by_numbers():
    table = pd.DataFrame(
        {
            "key": ["sm_printed", "sm"],
            "identity": [2e-7, 2e-7],
            "best": [3e-7, 5e-3],
            "chosen": [0.5, 2.0],
            "pull": ["interior", "interior"],
            "reason": ["", ""],
        }
    )
    told = reasons(table)
    assert "Here its best width, τ = 2⁻¹, scores 1.5 times as much as K = I" in told
    assert "with the trace the best, τ = 2¹, scores 25,000 times as much" in told
    assert reasons(table.assign(best=NAN)) == ""


def test_little_is_told_where_there_is_little():
    alone = terms(("LOO", "error", "interior", False, 1.0))
    assert of_terms(alone, classes=False) == (
        "1 of 1 term that uses the target chooses a width between both ends: τ = 2⁰."
    )
    free = terms(("KS", "penalty", "narrow", True, 1.0))
    assert of_terms(free, classes=False).startswith("Without looking at the targets, ")
    assert of_terms(terms(("KS", "penalty", "no value", False, NAN)), classes=True) == ""


def one_term(**changes):
    entries = {
        "key": "t", "term": "T", "group": "labels", "best": 0.5,
        "identity": 0.5, "identity_theory": 0.5, "identity_formula": "1/n",
        "constant": NAN, "constant_theory": 0.0, "constant_formula": "0", "course": "",
        "pull": "interior", "pull_theory": "", "degenerate": False, "chosen": 2.0, "reason": "",
    }  # fmt: skip
    return pd.DataFrame([entries | changes])


def found(**changes):
    return as_table(one_term(**changes)).iloc[0]


def row_of(*, convention="2tau", **changes):
    (row,) = as_rows(one_term(**changes), target="labels", convention=convention)
    return row[3:]


@pytest.mark.parametrize(
    ("here", "theory", "formula", "text"),
    [
        (0.5, 0.5, "1/n", "0.5 = 1/n"),
        (0.5, 0.25, "1/n", "0.5 → 1/n, 0.25"),
        (0.5, INF, "∞", "0.5 → ∞"),
        (INF, INF, "∞", "∞"),
        (-INF, -INF, "−∞", "−∞"),
        (0.5, NAN, "1/n", "0.5"),
        (0.5, 0.25, "", "0.5"),
        (NAN, 0.25, "1/n", "–"),
    ],
)
def test_a_value_stands_beside_its_theory(here, theory, formula, text):
    made = found(identity=here, identity_theory=theory, identity_formula=formula)
    assert made["at K = I"] == text


def test_a_term_that_pulls_nowhere_takes_any_width_and_one_without_value_says_why():
    assert found(pull="none")["chooses"] == "any width"
    assert found(pull="no value", chosen=NAN, reason="one class")["chooses"] == "one class"
    assert found()["chooses"] == "τ = 2¹"


@pytest.mark.parametrize(
    ("term", "row"),
    [
        ({}, ("between", "τ = 2¹", "both ends are worse")),
        (
            {"pull": "narrow", "chosen": 0.5},
            ("narrow", "τ = 2⁻¹", "best towards K = I, where it is 0.5 = 1/n"),
        ),
        (
            {"pull": "narrow", "degenerate": True, "identity_formula": ""},
            ("narrow", "τ = 2¹", "at K = I it is 0.5, its best, whatever the labels"),
        ),
        (
            {"pull": "wide", "constant": 0.25, "constant_theory": 0.25,
             "constant_formula": "½ log(n+μ)/n − μ"},
            ("wide", "τ = 2¹", "best towards K = 11ᵀ, where it is 0.25"),
        ),
        ({"pull": "none"}, ("nowhere", "any width", "the same at every width: 0.5")),
        ({"pull": "no value", "chosen": NAN, "reason": "one class"}, ("–", "–", "one class")),
    ],
)  # fmt: skip
def test_a_row_says_where_a_term_pulls_and_why(term, row):
    assert row_of(**term) == row


def test_along_given_matrices_nobody_knows_which_end_is_narrow():
    row = row_of(convention="matrix", pull="wide", chosen=8.0)
    assert row == ("large t", "t = 8", "best at the end: 0.5")
    assert row_of(convention="matrix", pull="none")[1:] == (
        "any matrix", "the same at every matrix: 0.5",
    )  # fmt: skip


def shuffles(*rows):
    names = ("quantity", "parameter", "same", "away", "value", "typical", "as_good", "reason")
    return pd.DataFrame([dict(zip(names, one, strict=True)) for one in rows])


def told(summary):
    return labels.finding(shuffles_at("two classes"), summary, str)


BLIND = ("fsm", 0.5, 1.0, 0.0, 0.1, 0.1, 0.5, "")
SEEING = ("loo", 2.0, 0.05, 3.25, 0.1, 0.9, 0.0, "")
GAP = ("kta", NAN, NAN, NAN, NAN, NAN, NAN, "one class")


def test_who_chooses_the_same_kernel_is_told_first():
    assert told(shuffles(BLIND, SEEING)) == (
        "With shuffled labels the same kernel is chosen by **FSM** in 2 of 2 shuffles: there the "
        "choice says little about the labels. The others mostly change theirs; LOO by a mean of "
        "3.2 octaves, and in 0 of 2 shuffles its best value is as good as with the true labels. "
        "By chance alone: 1 in 2."
    )
    assert told(shuffles(SEEING)).startswith(
        "With shuffled labels all criteria shown mostly choose another kernel; LOO"
    )
    assert "mostly change" not in told(shuffles(BLIND))
    assert told(shuffles(GAP)) == "None of the criteria shown makes a choice with shuffled labels."


def test_a_criterion_without_a_choice_says_why_not():
    at = shuffles_at("two classes")
    first, second = labels.as_table(at, shuffles(GAP, SEEING)).to_dict("records")
    assert first["chooses"] == first["same kernel"] == first["best value"] == "–"
    assert (first["why not"], second["why not"]) == ("one class", "")
    assert "why not" not in labels.as_table(at, shuffles(SEEING))


def moved(*rows):
    summary = pd.DataFrame(rows, columns=["quantity", "change", "moved"])
    return changes.finding(changes_at("two classes"), summary, "<{}>".format)


def test_the_farthest_move_is_told_with_its_way():
    assert moved(("loo", "half", -2.0), ("kta", "half", 0.4)) == (
        "**<LOO>** moves farthest: **2.0 degrees** to narrower kernels under “<n / 2>”. **<KTA>** "
        "moves by half of one at most, whatever is changed."
    )
    assert moved(("loo", "half", 0.0)).startswith("No choice moves")
    assert moved(("loo", "half", NAN)).startswith("None of")


def means(*rows):
    table = pd.DataFrame(rows, columns=["dial", "option", "setting", "mean", "best"])
    return table.assign(key=table["dial"].str.rstrip("0123456789"))


def test_options_are_told_from_the_one_that_matters_most():
    table = means(
        ("ks", "eta", 1.0, 0.1, 0.05), ("ks", "eta", 2.0, 0.1, 0.05),
        ("er", "t", 1.0, 0.15, 0.05), ("er", "t", 2.0, 0.1, 0.05),
        ("sm", "r", 1.0, 0.2, 0.05), ("sm", "r", 9.0, 0.4, 0.05),
    )  # fmt: skip
    assert options.finding(table, "binary", str) == (
        "Mean test error of the choice: **SM** from **20.0 %** (r = 1) to **40.0 %** (r = 9); "
        "**ER** from **10.0 %** (t = 2) to **15.0 %** (t = 1). "
        "Turning KS by η changes nothing. Smallest on the grid: 5.0 %."
    )
    assert options.finding(means(("ks", "eta", 1.0, NAN, NAN)), "binary", str).startswith(
        "No criterion"
    )


def test_no_option_that_matters_as_much_hides_among_the_rest():
    rows = [(f"er{i}", "t", x, 0.1 + 0.2 * (x > 1), 0.05) for i in range(5) for x in (1.0, 2.0)]
    told = options.finding(means(*rows, ("ks", "eta", 1.0, 0.1, 0.05)), "binary", str)
    assert told.count("to **30.0 %** (t = 2)") == 5
    assert "Turning KS by η changes nothing." in told


def test_options_without_a_choice_are_told_once_for_every_reason():
    names = ("dial", "key", "option", "setting", "reason")
    rows = [("sm(normalisation=printed)", "sm", "r", r, "ΣK = 0") for r in (1.0, 2.0, 3.0)]
    rows += [("er", "er", "t", 2.0, ""), ("er", "er", "t", 40.0, "no tail")]
    table = pd.DataFrame([dict(zip(names, row, strict=True)) for row in [*rows, *rows]])
    assert options.gaps(table) == [
        "No choice by SM (printed) at every r: ΣK = 0",
        "No choice by ER at t = 40: no tail",
    ]


def test_what_happens_at_a_constant_kernel_is_said_of_those_it_happens_to():
    assert at_ones(("loo", "fsm")) == AT_ONES
    assert at_ones(("loo",)) == ""
