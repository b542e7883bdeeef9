"""Bars and pins of a class."""

from kselect_core.plotting.data.class_answers import Bars, Pins, answer_bars, answer_pins


def test_there_is_a_bar_for_each_answer_and_text_stays_text():
    figure = answer_bars(Bars(["<b>one</b>", "two"], [0, 3], right=1))
    assert list(figure.data[0].x) == [0, 3]
    assert list(figure.data[0].text) == ["", "3"]
    assert figure.layout.yaxis.ticktext == ("&lt;b&gt;one&lt;/b&gt;", "✓ two")
    assert len(set(figure.data[0].marker.color)) == 2
    assert len(set(answer_bars(Bars(["one", "two"], [0, 3])).data[0].marker.color)) == 1


def test_pins_stand_one_above_the_other():
    (pins,) = answer_pins(Pins(["a", "b", "c"], [2, 0, 1], "τ")).data
    assert list(zip(pins.x, pins.y, strict=True)) == [(0, 1), (0, 2), (2, 1)]
    assert list(pins.hovertext) == ["τ = a", "τ = a", "τ = c"]


def test_long_grids_name_some_of_their_widths():
    ticks = answer_pins(Pins([str(k) for k in range(50)], [0] * 50, "τ")).layout.xaxis.ticktext
    assert ticks == ("0", "9", "18", "27", "36", "45")


def test_the_curve_and_the_truth_are_drawn_once_they_are_known():
    figure = answer_pins(Pins(["a", "b"], [1, 0], "τ", 1, [0.5, 0.25], "test error"))
    assert [trace.name for trace in figure.data] == ["test error", "pins"]
    assert figure.layout.shapes[0].x0 == 1
    assert figure.layout.annotations[0].text == "τ = b"
    assert figure.layout.yaxis2.title.text == "test error"
    hidden = answer_pins(Pins(["a", "b"], [1, 0], "τ"))
    assert not hidden.layout.shapes
    assert hidden.layout.yaxis2.title.text == ""


def test_a_long_answer_stands_in_two_short_lines_beside_its_bar():
    long = "About as often as with the kernel of LOO"
    names = ["short", long, f"{long}, or as somebody who guesses", "<i>" + "x" * 30]
    layout = answer_bars(Bars(names, [0, 1, 2, 3], right=1)).layout
    texts = layout.yaxis.ticktext
    assert texts[:2] == ("short", "✓ About as often as with the<br>kernel of LOO")
    assert texts[2] == "About as often as with the<br>kernel of LOO, or as …"
    assert texts[3] == "&lt;i&gt;" + "x" * 25 + "<br>" + "x" * 5
    assert layout.height > answer_bars(Bars(["a", "b", "c", "d"], [0, 1, 2, 3])).layout.height
