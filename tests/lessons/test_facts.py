"""Numbers of lessons against the table of the sweep, worked out by hand."""

import re
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.errors import KselectError
from kselect_core.kernels import KERNELS
from kselect_core.lessons import Figure, Scene, Stage, numbers
from kselect_core.lessons.facts import facts_in, filled, holds, value_of, width_of
from kselect_core.plotting.kit.cursor_line import cursor_of
from kselect_core.words.verdicts import verdicts
from tests.tolerances import ROUNDOFF

WIDTHS = (0.0001, 0.1, 1.0, 10.0, 100.0)
LAM = 0.001


def mean(stage, quantity, width, lam=LAM):
    table = stage.table
    rows = table[(table["quantity"] == quantity) & (table["parameter"] == width)]
    return rows[rows["lambda"] == lam]["value"].mean()


def chosen(stage, quantity, lam=LAM):
    """Width with the best value on each split, by the table alone."""
    table = stage.table
    rows = table[(table["quantity"] == quantity) & (table["lambda"] == lam)]
    return [part.loc[part["value"].idxmin(), "parameter"] for _, part in rows.groupby("split")]


def test_errors_of_the_grid(scene, stage):
    errors = [mean(stage, "test_error", width) for width in WIDTHS]
    for width, error in zip(WIDTHS, errors, strict=True):
        assert_allclose(value_of(f"test error at {width}", scene).number, error, **ROUNDOFF)
    trained = mean(stage, "training_error", 0.0001)
    assert_allclose(value_of("training error", scene).number, trained, **ROUNDOFF)
    assert_allclose(value_of("lowest test error", scene).number, min(errors), **ROUNDOFF)
    assert value_of("best width", scene).number == WIDTHS[int(np.argmin(errors))]
    assert value_of("narrowest", scene).number == 0.0001
    assert value_of("widest", scene)[:2] == (100.0, "τ = 100")
    assert value_of("test error at best width", scene).number == min(errors)


def test_a_fact_is_computed_once_for_all_who_look_at_a_sweep(lesson, monkeypatch):
    stage, computed = Stage.of(lesson.sweeps["moons"]), []
    monkeypatch.setattr(
        numbers, "verdicts", lambda *args: computed.append(args[1]) or verdicts(*args)
    )
    step = lesson.steps[1]
    texts = [filled(step.answer, Scene(step, stage), str) for _ in range(3)]
    assert texts == [texts[0]] * 3
    assert computed == [("loo",)]
    other = Scene(replace(step, lam=1.0), stage)
    assert value_of("choice of LOO", other).number == np.median(chosen(stage, "loo", 1.0))
    pins = [value_of("width", Scene(step, stage, pin=pin)).number for pin in (0.1, 10.0, 0.1)]
    assert pins == [0.1, 10.0, 0.1]


def test_numbers_of_a_criterion(scene, stage):
    widths = chosen(stage, "loo")
    assert value_of("choice of LOO", scene).number == np.median(widths)
    assert value_of("distinct choices of LOO", scene).number == len(set(widths))
    assert value_of("lowest choice of LOO", scene).number == min(widths)
    assert value_of("highest choice of LOO", scene).number == max(widths)
    table = stage.table[(stage.table["lambda"] == LAM) & (stage.table["quantity"] == "test_error")]
    errors = table.pivot_table(index="split", columns="parameter", values="value")
    mine = np.array([errors.loc[split, width] for split, width in enumerate(widths)])
    assert_allclose(value_of("test error of LOO", scene).number, mine.mean(), **ROUNDOFF)
    regret = (mine - errors.min(axis=1)).mean()
    assert_allclose(value_of("regret of LOO", scene).number, regret, atol=1e-12)
    assert_allclose(value_of("value of LOO", scene).number, mean(stage, "loo", 0.0001), **ROUNDOFF)
    assert value_of("choice of fsm", scene).text == "τ = 0.0001"
    assert value_of("verdict of FSM", scene).text == "always narrowest"


def test_kernel_and_ridge_are_chosen_together(lesson, stage):
    joint = Scene(replace(lesson.steps[1], joint=True, split=2), stage)
    table = stage.table[(stage.table["quantity"] == "loo") & (stage.table["split"] == 1)]
    best = table.loc[table["value"].idxmin()]
    assert value_of("choice of LOO", joint).number == best["parameter"]
    assert value_of("strength of LOO", joint).number == best["lambda"]
    tested = stage.table[(stage.table["quantity"] == "test_error") & (stage.table["split"] == 1)]
    assert value_of("lowest test error", joint).number == tested["value"].min()


def test_the_spectrum(scene, stage):
    split = stage.bench(0).split
    K = KERNELS["gaussian"](split.X_train, gamma=1 / (2 * 10.0))
    sigma = np.linalg.eigvalsh(K)
    mu = LAM * len(K)
    expected = (sigma / (sigma + mu)).sum()
    assert_allclose(value_of("effective dimension at 10", scene).number, expected, rtol=1e-9)
    assert_allclose(value_of("largest eigenvalue at 10", scene).number, sigma[-1], rtol=1e-12)
    assert value_of("eigenvalues above the ridge at 10", scene).number == (sigma > mu).sum()
    assert value_of("training points", scene)[:2] == (210.0, "210")
    assert value_of("splits", scene).text == "3"
    assert value_of("kernels", scene).text == "5"
    assert value_of("strength", scene)[:2] == (LAM, "λ = 0.001")


def test_claims_are_compared(scene):
    for claim, lesson_line in scene.step.claims:
        assert lesson_line
        assert holds(claim, scene)[0]
    assert holds("test error at 0.0001 > 2 * test error at best width", scene)[0] is bool(
        value_of("test error at 0.0001", scene).number
        > 2 * value_of("lowest test error", scene).number
    )
    assert not holds("choice of FSM = widest", scene)[0]
    assert holds("widest >= 100", scene) == (True, "100 >= 100")
    assert holds("lowest test error <= 50 %", scene)[0]
    assert holds("widest > 2^6", scene)[0]


def test_numbers_stand_in_texts_and_not_in_formulas(lesson, stage):
    text = filled(lesson.steps[0].text, Scene(lesson.steps[0], stage), lambda words: f"<{words}>")
    assert text.startswith("At <τ = 1> the test error is <")
    assert re.search(r"<[\d.]+\N{NO-BREAK SPACE}%>", text), "no line ends before the per cent"
    assert "$f_{i}$ and `{code}` are not touched" in text
    assert facts_in("{a} $x_{b}$ {c d} `{e}` $$\n{f}\n$$ {g}") == ["a", "c d", "g"]


@pytest.mark.parametrize("text", ["", "regret", "regret of", "test error of LOO at 1", "LOO", "…"])
def test_what_is_no_fact_is_refused(scene, text):
    with pytest.raises(KselectError):
        value_of(text, scene)


def test_the_cursor_of_a_hidden_scene_does_not_stand_at_the_best_width(lesson, stage):
    step = replace(lesson.steps[1], parameter="best width")
    best = width_of("best width", Scene(step, stage))
    assert best != 1.0
    assert Scene(step, stage).cursor.parameter == best
    assert Scene(step, stage, open=False).cursor.parameter == 1.0  # the middle of the grid


def dashed(scene, figure):
    """Whether a figure of curves has a dashed line, and what its caption says about it."""
    drawn, at, options = scene.drawn(figure)
    return bool(cursor_of(drawn(at, **options).figure)), scene.caption(figure, "Curves.")


@pytest.mark.parametrize("view", ["criterion_rows", "criterion_curves", "error_curves"])
def test_a_dashed_line_says_where_it_stands(lesson, stage, view):
    figure, step = Figure(view), lesson.steps[1]
    assert dashed(Scene(step, stage), figure) == (True, "Curves. Dashed line: τ = 0.0001.")
    pinned = Scene(step, stage, pin=10.0)
    assert dashed(pinned, figure) == (True, "Curves. Dashed line: your pin, τ = 10.")
    open_step = Scene(replace(step, parameter="best width"), stage)
    width = f"{open_step.cursor.parameter:g}"
    words = f"Curves. Dashed line: τ = {width}, where the test error is lowest."
    assert dashed(open_step, figure) == (True, words)


def test_a_dashed_line_along_the_ridge_says_its_ridge(lesson, stage):
    options = {"error_curves": ("along", "lam"), "criterion_curves": ("axis", "over λ")}
    for view, option in options.items():
        scene, figure = Scene(lesson.steps[1], stage), Figure(view, options=(option,))
        assert dashed(scene, figure) == (True, "Curves. Dashed line: λ = 0.001.")


def test_rows_of_a_hidden_scene_have_no_line_where_the_cursor_only_waits(lesson, stage):
    waiting = Scene(replace(lesson.steps[1], parameter="best width"), stage, open=False)
    assert dashed(waiting, Figure("criterion_rows")) == (False, "Curves.")
    assert dashed(Scene(lesson.steps[0], stage), Figure("decision"))[1] == "Curves."


@pytest.mark.parametrize("view", ["degrees_of_freedom", "eigenvalues", "spectra_of_family"])
def test_a_caption_of_a_lesson_asks_for_no_click(lesson, stage, view):
    drawn, at, options = Scene(lesson.steps[0], stage).drawn(Figure(view))
    shown = drawn(at, **options)
    assert "lick" not in shown.caption
    assert (shown.clicks == "Click a dot to put the cursor there.") is (
        view == "degrees_of_freedom"
    )


def test_hidden_scenes_draw_no_test_error(lesson, stage):
    for is_open in (False, True):
        scene = Scene(lesson.steps[1], stage, open=is_open)
        view, at, options = scene.drawn(lesson.steps[1].figures[0])
        names = {trace.name for trace in view(at, **options).figure.data}
        assert ("test error" in names) is is_open
        decision, at, options = Scene(lesson.steps[0], stage, open=is_open).drawn(
            lesson.steps[0].figures[0]
        )
        names = {str(trace.name) for trace in decision(at, **options).figure.data}
        assert any(name.endswith(", test") for name in names) is is_open
        parts = set(decision(at, **options).numbers()["part"])
        assert ("test" in parts) is is_open
