"""Room for labels, told beforehand."""

import plotly.graph_objects as go
import pytest

from kselect_core.plotting.kit.theme import axis, layout
from kselect_core.plotting.output.label_room import LEGEND, ROW, across, has_two_scales, with_room
from kselect_core.plotting.output.large_type import LETTERS, enlarged
from kselect_core.plotting.output.steady import steady

SMALL = {"l": 12, "r": 12, "t": 28, "b": 12}


def margins(data=(), margin=SMALL, size=13, **parts):
    whole = layout(300, margin=margin, font={"size": size}, **parts)
    return with_room(whole, list(data))["margin"]


def scatter(**more):
    return {"type": "scatter", "x": [1.0], "y": [1.0], **more}


def test_a_figure_without_labels_keeps_its_margins():
    bare = axis(showticklabels=False)
    assert margins(xaxis=bare, yaxis=bare) == SMALL


def test_longer_labels_have_more_room_and_mark_up_has_none():
    short, long, marked = (
        margins(yaxis=axis(tickvals=[0.0], ticktext=[text]))["l"]
        for text in ("KS", "5-fold CV", "<b>KS</b>")
    )
    assert short == marked < long
    assert margins(yaxis=axis("σ", tickvals=[0.0], ticktext=["KS"]))["l"] > short


def test_each_line_of_labels_has_its_room():
    one, two = (axis(tickvals=[0.0], ticktext=[text]) for text in ("walk", "walk<br>of"))
    assert margins(xaxis=two)["b"] > margins(xaxis=one)["b"]
    assert margins(yaxis=two)["l"] == margins(yaxis=one)["l"]


def test_words_that_are_places_have_their_room():
    known = margins(yaxis=axis(tickvals=[0.0], ticktext=["KS, theorem 1"]))["l"]
    assert margins([scatter(y=["SPS", "KS, theorem 1"])], yaxis=axis())["l"] == known
    elsewhere = scatter(y=["KS, theorem 1"], yaxis="y2")
    assert margins([scatter(), elsewhere], yaxis=axis())["l"] == margins(yaxis=axis())["l"]


def test_words_of_a_colour_scale_have_their_room():
    numbers, words = (
        margins([{"type": "heatmap", "colorbar": bar}])["r"]
        for bar in ({}, {"ticktext": ["stays", "1 narrower"]})
    )
    assert words > numbers


def test_labels_stand_on_the_side_of_their_axis():
    right = margins(yaxis=axis(side="right", tickvals=[0.0], ticktext=["2.7 ± 1.5 %"]))
    assert right["l"] == SMALL["l"]
    assert right["r"] > SMALL["r"]


def test_numbers_on_both_sides_are_two_scales():
    right = {"yaxis2": axis(side="right", tickvals=[0.0], ticktext=["2 %"])}
    assert has_two_scales(layout(300, margin=SMALL, yaxis=axis(), **right))
    assert not has_two_scales(layout(300, margin=SMALL, yaxis=axis(), yaxis2=axis()))


def test_labels_within_the_picture_need_no_margin():
    inner = {"xaxis2": {"domain": [0.5, 1.0]}, "yaxis2": axis(anchor="x2")}
    assert margins(xaxis=axis(automargin=False), yaxis=axis(automargin=False), **inner) == SMALL


def test_a_title_and_a_legend_stand_below():
    bare = {name: part for name, part in axis().items() if name != "title"}
    plain, titled = (margins(xaxis=one)["b"] for one in (bare, axis("τ")))
    assert SMALL["b"] < plain < titled
    assert margins([scatter(), scatter()], xaxis=axis("τ"))["b"] > titled
    assert margins([scatter(), scatter()], xaxis=axis("τ"), showlegend=False)["b"] == titled
    assert margins([scatter(), scatter(showlegend=False)], xaxis=axis("τ"))["b"] == titled


def named(*names):
    return [scatter(name=name) for name in names]


def test_a_legend_beside_another_figure_has_the_rows_that_its_names_need():
    one, long = margins(named("a", "b"))["b"], named(*4 * ["as the proof gives it"])
    assert margins(long)["b"] == one  # across the page
    beside = {across: margins(long, meta={"across": across})["b"] for across in (800, 500, 300)}
    assert beside == {800: one, 500: one + ROW, 300: one + 3 * ROW}
    assert margins(long, showlegend=False, meta={"across": 300})["b"] == one - LEGEND


def test_large_letters_need_more_rows():
    names = named(*4 * ["as the proof gives it"])
    few, more = (margins(names, size=size, meta={"across": 800})["b"] for size in (13, 18.85))
    assert more - round(LETTERS * few) > ROW


@pytest.mark.parametrize(
    ("trace", "wide"),
    [
        ({"type": "heatmap"}, True),
        ({"type": "heatmap", "showscale": False}, False),
        ({"type": "heatmap", "colorbar": {"x": 0.3}}, False),
        (scatter(marker={"showscale": True}), True),
        (scatter(), False),
    ],
)
def test_a_colour_scale_stands_on_the_right(trace, wide):
    assert (margins([trace])["r"] > SMALL["r"]) == wide


def test_a_margin_is_never_made_smaller():
    wide = dict.fromkeys("lrtb", 300)
    assert margins([{"type": "heatmap"}], margin=wide, xaxis=axis("τ"), yaxis=axis("σ")) == wide


def test_large_letters_have_more_room():
    assert margins(yaxis=axis("σ"), size=13 * LETTERS)["l"] > margins(yaxis=axis("σ"))["l"]


def test_a_page_sends_figures_with_their_room():
    figure = go.Figure({"data": [scatter()], "layout": layout(300, yaxis=axis("σ"))})
    for one in (figure, enlarged(figure)):
        sent, made = (drawn.to_dict()["layout"]["margin"] for drawn in (steady(one), one))
        assert sent["l"] > made["l"]


def test_panels_side_by_side_are_counted_and_a_legend_beside_them_too():
    left, right = axis(domain=[0.0, 0.45]), axis(domain=[0.55, 1.0])
    assert across(layout(300, xaxis=axis())) == 1
    assert across(layout(300)) == 1  # Plotly's own axis
    assert across(layout(300, xaxis=left, xaxis2=left)) == 1  # one below the other
    assert across(layout(300, xaxis=left, xaxis2=right)) == 2
    assert across(layout(300, xaxis=left, xaxis2=right | {"visible": False})) == 1
    beside = {"x": 0.72, "yref": "paper"}
    assert across(layout(300, xaxis=axis(domain=[0.0, 0.7])) | {"legend2": beside}) == 2
