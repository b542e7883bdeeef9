"""Figures as a page sends them: the same picture, drawn once."""

import json

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit.theme import axis, layout
from kselect_core.plotting.output.steady import PAGE, TEXT, steady


def figure(y=(3.0, 4.0)):
    return go.Figure(
        {
            "data": [
                {"type": "scatter", "x": np.array([1.0, np.nan]), "y": list(y)},
                {"type": "heatmap", "z": np.array([[1.0, 2.0], [3.0, 4.0]])},
                {"type": "scatter", "marker": {"size": np.array([4, 6])}, "y": np.array([1, 2])},
            ],
            "layout": layout(300, xaxis=axis("τ"), yaxis2={"tickfont": {"size": 9}}),
        }
    )


def sent(drawn):
    return json.loads(steady(drawn).to_json())


def test_the_numbers_are_those_of_the_figure():
    data = sent(figure())["data"]
    assert data[0]["x"] == [1.0, None]
    assert data[0]["y"] == [3.0, 4.0]
    assert data[2]["marker"]["size"] == [4, 6]
    assert data[1]["z"] == json.loads(figure().to_json())["data"][1]["z"]


def test_vectors_are_lists_because_packed_ones_count_as_changed():
    packed = [
        entry
        for trace in sent(figure())["data"]
        for entry in (*trace.values(), *trace.get("marker", {}).values())
        if isinstance(entry, dict) and "bdata" in entry
    ]
    assert [entry["shape"] for entry in packed] == ["2, 2"]


def test_what_the_room_of_labels_needs_is_not_sent_every_copy_of_it_would_be_drawn_anew():
    narrow = figure()
    narrow.update_layout(meta={"across": 540})
    assert "meta" not in sent(narrow)["layout"]


def test_the_revision_is_that_of_the_data():
    first = sent(figure())["layout"]["datarevision"]
    assert sent(figure())["layout"]["datarevision"] == first
    assert sent(figure(y=(3.0, 4.5)))["layout"]["datarevision"] != first


def test_there_is_no_template_and_what_it_said_stands_in_the_layout():
    drawn = sent(figure())["layout"]
    assert drawn["template"] is None
    assert drawn["font"]["color"] == TEXT
    assert drawn["hoverlabel"]["bgcolor"] == PAGE
    assert drawn["margin"]["pad"] == 8
    assert drawn["yaxis2"]["tickfont"]["size"] == 9
    assert drawn["yaxis2"]["automargin"] is True


def test_labels_of_a_bare_figure_have_room():
    bare = sent(go.Figure(go.Bar(x=[1, 2], y=[3, 4])))["layout"]
    assert bare["xaxis"]["automargin"]
    assert bare["yaxis"]["automargin"]
    assert "xaxis" not in sent(go.Figure(go.Pie(values=[1, 2])))["layout"]


def test_a_title_without_words_takes_no_room():
    bare, titled = (
        sent(go.Figure({"data": [], "layout": layout(300, xaxis=axis(text), yaxis=axis(text))}))
        for text in ("", "λ")
    )
    assert "text" not in bare["layout"]["xaxis"]["title"]
    assert titled["layout"]["xaxis"]["title"]["text"] == "λ"
    for side in "lb":
        assert bare["layout"]["margin"][side] < titled["layout"]["margin"][side]


def test_the_figure_itself_is_left_as_it_is():
    drawn = figure()
    before = drawn.to_json()
    steady(drawn)
    assert drawn.to_json() == before
