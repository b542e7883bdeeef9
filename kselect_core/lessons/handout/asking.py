"""A question on paper: what is asked, and room for the answer."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from kselect_core.lessons.answers import unit_of
from kselect_core.lessons.lesson import Question
from kselect_core.lessons.numbers import width_text
from kselect_core.lessons.stage import Scene
from kselect_core.plotting.output.page_report import escape

LINES = 4
"""Lines for an answer in words."""
LABELS = 7
"""Most labels on the axis that a pin is put on."""
_LENGTH, _EDGE = 640, 24


def asked(scene: Scene, question: Question) -> str:
    """Return a question as HTML, with room for its answer."""
    room = _ROOM[question.kind](scene, question)
    return f'<div class="question"><p><b>{escape(question.asks)}</b></p>{room}</div>'


def _pin(scene: Scene, _: Question) -> str:
    """Return an axis with a tick for every kernel of the family."""
    places = np.log(scene.widths)
    span = float(places[-1] - places[0]) or 1.0
    every = -(-len(places) // LABELS)
    parts = []
    for k, (place, width) in enumerate(zip(places, scene.widths, strict=True)):
        x = _EDGE + (_LENGTH - 2 * _EDGE) * float(place - places[0]) / span
        named = k % every == 0
        parts.append(f'<path d="M{x:.1f} 20v{8 if named else 4}" stroke="#000"/>')
        if named:
            text = escape(width_text(scene, float(width)))
            parts.append(f'<text x="{x:.1f}" y="42">{text}</text>')
    line = f'<path d="M{_EDGE} 20H{_LENGTH - _EDGE}" stroke="#000"/>'
    return (
        "<p>Mark your answer on the axis.</p>"
        f'<svg viewBox="0 0 {_LENGTH} 50" role="img" aria-label="Axis of the kernels" '
        f'text-anchor="middle" font-size="11">{line}{"".join(parts)}</svg>'
    )


def _choose(_: Scene, question: Question) -> str:
    items = "".join(f"<li>{escape(one)}</li>" for one in question.choices)
    return f'<ul class="boxes">{items}</ul>'


def _number(scene: Scene, question: Question) -> str:
    unit = unit_of(question, scene)
    return f'<p>Your number: <span class="blank"></span>{unit}</p>'


def _words(_: Scene, __: Question) -> str:
    return '<p class="line"></p>' * LINES


_ROOM: Mapping[str, Callable[[Scene, Question], str]] = MappingProxyType(
    {"pin": _pin, "choose": _choose, "number": _number, "figure": _choose, "words": _words}
)
