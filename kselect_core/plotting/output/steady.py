"""Figures as a page sends them: complete, so that the browser draws them once and not twice."""

import json
from base64 import b64decode
from copy import deepcopy
from math import isfinite
from zlib import crc32

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit.theme import FONT_SIZE, Spec
from kselect_core.plotting.kit.written import Written, written
from kselect_core.plotting.output.label_room import with_room

TEXT, PAGE, BORDER = "#808495", "#ffffff", "rgba(47,45,43,0.2)"
"""Colours of the light theme; a dark page replaces them by style."""

CARTESIAN = {
    "bar",
    "box",
    "contour",
    "heatmap",
    "histogram",
    "histogram2d",
    "scatter",
    "scattergl",
    "violin",
}
"""Traces that have an axis across and one up, whether or not the layout says something of them."""

_FONT = {"family": '"Source Sans", sans-serif', "size": FONT_SIZE, "color": TEXT}
_FRAME: Spec = {
    "font": _FONT,
    "legend": {"valign": "top"},
    "margin": {"pad": 8, "l": 0, "r": 0},
    "hoverlabel": {"bgcolor": PAGE, "bordercolor": BORDER, "font": _FONT},
}
_AXIS: Spec = {"automargin": True, "title": {"font": {"size": 14}}, "tickfont": {"size": FONT_SIZE}}


def steady(figure: go.Figure) -> Written:
    """Copy of a figure that looks the same and is not drawn again while its data stay.

    A page hands every figure over twice, the second time as a copy. Plotly.js draws the copy anew
    unless ``datarevision`` says that its arrays are those it has. That holds for plain lists, not
    for packed ones, and not under a template, which is another object in every copy: what the
    template of the page says stands in the figure itself. Made once for each figure.
    """
    before: Written | None = figure.__dict__.get("_steady")
    if before is None:
        before = figure.__dict__["_steady"] = Written(_steady(written(figure).to_dict()))
    return before


def _steady(spec: Spec) -> Spec:
    layout = _copied({name: part for name, part in spec["layout"].items() if name != "template"})
    _complete(layout, _FRAME)
    for trace in spec["data"]:
        if trace["type"] in CARTESIAN:  # also in a bare figure labels of axes have their room
            for letter in "xy":
                layout.setdefault(f"{letter}axis{trace.get(f'{letter}axis', letter)[1:]}", {})
    for name, part in layout.items():
        if name.startswith(("xaxis", "yaxis")):
            _without_empty_title(part)
            _complete(part, _AXIS)
    data = [_unpacked(trace) for trace in spec["data"]]
    layout = with_room(layout, spec["data"])
    if layout.get("meta", {}).keys() == {"across"}:
        del layout["meta"]  # was for the room; an object there makes Plotly draw every copy anew
    layout["datarevision"] = crc32(json.dumps([data, layout], default=str).encode())
    return {"data": data, "layout": {**layout, "template": None}}


def _without_empty_title(axis: Spec) -> None:
    """Take away a title without words: Plotly keeps room for it, and draws all anew to have it."""
    title = axis.get("title", {})
    if title.get("text") == "":
        del title["text"]


def _copied(part: Spec) -> Spec:
    """Copy of a part of a layout, as deep as defaults are put in."""
    return {
        name: _copied(value) if isinstance(value, dict) else value for name, value in part.items()
    }


def _complete(part: Spec, defaults: Spec) -> None:
    """Put in what a part of a layout leaves open."""
    for name, value in defaults.items():
        if isinstance(value, dict):
            _complete(part.setdefault(name, {}), value)
        else:
            part.setdefault(name, deepcopy(value))


def _unpacked(value: object) -> object:
    """Copy of a part of a trace with packed vectors as lists; matrices stay packed."""
    if isinstance(value, list):
        return [_unpacked(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    if "bdata" not in value:
        return {name: _unpacked(entry) for name, entry in value.items()}
    if "shape" in value:
        return value
    numbers = np.frombuffer(b64decode(value["bdata"]), dtype=value["dtype"]).tolist()
    return [number if isfinite(number) else None for number in numbers]
