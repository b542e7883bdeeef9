"""Parts of a figure are written with what is the same in all, and with what differs."""

from kselect_core.plotting.kit.parts import (
    box,
    colour_bar,
    figure,
    named_rows,
    note,
    paper_note,
    scatter,
    segment,
    top_note,
    upright,
    whisker,
)
from kselect_core.plotting.kit.theme import FONT_SIZE, axis, layout


def test_a_figure_has_its_traces_and_the_layout_of_all():
    traces = [{"type": "bar", "y": [1, 2]}]
    drawn = figure(traces, 240, yaxis=axis("points"), showlegend=False).to_dict()
    assert drawn["data"] == traces
    expected = layout(240, yaxis=axis("points"), showlegend=False)
    assert {**drawn["layout"], "template": "none"} == expected


def test_who_changes_a_figure_is_understood_as_by_plotly():
    drawn = figure([scatter("lines", x=[1], y=[2])], 240)
    drawn.update_layout(title="Mine", template="plotly_dark")
    assert drawn.layout.title.text == "Mine"
    assert drawn.layout.template.layout.paper_bgcolor


def test_a_note_has_no_arrow_and_the_letters_of_all():
    plain = {"text": "a", "x": 1.5, "y": 2.0, "showarrow": False, "font": {"size": FONT_SIZE}}
    assert note("a", 1.5, 2.0) == plain
    told = note("a", 1.5, 2.0, yshift=3, font={"size": 9})
    assert told == plain | {"yshift": 3, "font": {"size": 9}}


def test_notes_stand_above_the_picture_or_on_a_share_of_it():
    above = top_note("a", 7.0, xanchor="left")
    assert (above["x"], above["y"], above["yref"], above["yanchor"]) == (7.0, 1, "paper", "bottom")
    assert (above["xanchor"], "xref" in above) == ("left", False)
    on = paper_note("a", 0.5, 0.2, xanchor="center")
    assert (on["xref"], on["yref"], on["xanchor"], on["yanchor"]) == (
        *("paper", "paper"),
        *("center", "bottom"),
    )


def test_a_trace_says_how_it_is_drawn_and_may_be_drawn_by_the_graphics_card():
    assert scatter("lines", x=[1]) == {"type": "scatter", "mode": "lines", "x": [1]}
    assert scatter("markers", type="scattergl")["type"] == "scattergl"


def test_shapes_stand_between_two_places():
    line = {"type": "line", "x0": 1, "x1": 2, "y0": 3, "y1": 4, "layer": "below"}
    assert segment((1, 2), (3, 4), layer="below") == line
    assert box((1, 2), (3, 4), layer="below") == line | {"type": "rect"}
    assert upright(5.0, yref="paper") == segment((5.0, 5.0), (0, 1), yref="paper")


def test_rows_stand_from_the_top_down_with_their_names():
    rows = named_rows(["a < b", "c" * 9], 6, top=0.75, showgrid=False)
    assert rows["range"] == [1.5, -0.75]
    assert rows["tickvals"] == [0, 1]
    assert rows["ticktext"] == ["a &lt; b", "ccccc…"]
    assert (rows["ticks"], rows["showgrid"]) == ("", False)


def test_a_bar_of_colours_has_its_title_above_it_or_at_its_side():
    assert colour_bar("f", nticks=5) == {
        "title": {"text": "f"},
        "thickness": 10,
        "outlinewidth": 0,
        "nticks": 5,
    }
    assert colour_bar("f", side="right")["title"] == {"text": "f", "side": "right"}


def test_a_whisker_is_as_long_on_both_sides():
    look = {"color": "#808892", "thickness": 1, "width": 4}
    assert whisker([0.1], "#808892", width=4) == {"type": "data", "array": [0.1], **look}
