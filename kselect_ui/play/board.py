"""The board: the points, the fit behind them, and what a hand does to them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from kselect_core.data import Dataset
from kselect_core.data.made.drawn import CLASSES, MOST, SIDE, Spot, arrays
from kselect_core.data.made.recipe import Recipe
from kselect_core.data.made.sample import latent
from kselect_core.plotting.output.board_payload import Words, board_payload
from kselect_core.selection.places.board import Box, box_around, fit_in_box, learnt_in_box
from kselect_core.selection.places.cursor import Cursor
from kselect_ui import canvas
from kselect_ui.canvas.board import board
from kselect_ui.play import draw, make
from kselect_ui.server.shelf import shelf
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep

KEY = "play_board"
HEARD = "play_heard"  # number of the last gesture that the board told
WHOLE: Box = ((-1.0, 1.0), (-1.0, 1.0))
ROW = 3  # numbers of a point


@dataclass(frozen=True)
class Shown:
    """What lies on the board: a sample with its recipe, or points drawn by hand."""

    recipe: Recipe | None
    spots: tuple[Spot, ...]
    data: Dataset | None  # None: nothing can be learnt from the points

    @property
    def arrays(self) -> tuple[Any, Any]:
        """Features and labels."""
        return (self.data.X, self.data.y) if self.recipe and self.data else arrays(self.spots)

    @property
    def box(self) -> Box:
        """The part of the plane that the board shows."""
        return box_around(self.data.X) if self.recipe and self.data else WHOLE

    @property
    def class_names(self) -> tuple[str, ...]:
        """Names of both classes; none for a regression."""
        return self.recipe.kind.classes if self.recipe else CLASSES


def show(
    shown: Shown,
    fitted: tuple[Sweep, Cursor] | None,
    of: str,
    *,
    on_take: Callable[[], None],
    before: bool = False,
) -> None:
    """Draw the points, with the fit of a sweep of them at a cursor; ``of`` names all of it.

    Where it is a sweep of the points ``before`` these its fit is faded. ``on_take`` is called when
    somebody wants to draw on the points of a sample.
    """
    recipe = shown.recipe
    words = Words(
        KEY,
        "kselect_play",
        of,
        recipe is None,
        st.session_state.get(HEARD, 0),
        MOST,
        shown.class_names,
        make.steps(recipe) if recipe else {},
        make.values(recipe) if recipe else {},
        draw.kept() if recipe else (),
    )
    payload = _before(words, shown, fitted) if before else _payload(words, shown, fitted)
    board()(key=KEY, data=payload, on_drawn_change=_drawn, on_taken_change=on_take)


def pictured(of: str) -> None:
    """Tell the board that all pictures are of what it shows."""
    canvas.say(f"{KEY}_pictured", of=of)


def done(of: str) -> None:
    """Tell the board that everything on the page is of what it shows."""
    canvas.say(f"{KEY}_done", of=of)


def _before(words: Words, shown: Shown, fitted: tuple[Sweep, Cursor] | None) -> bytes:
    """Return points from which nothing can be learnt, over the fit of those before."""
    X, y = shown.arrays
    f = _fit(*fitted, shown.box) if fitted else None
    return board_payload(words, shown.box, X=X, y=y, f=f, faded=True)


def _fit(sweep: Sweep, point: Cursor, box: Box) -> Any:  # noqa: ANN401 (an array of numpy)
    bench = sweeps.bench(sweep.digest, point.split)
    name = f"board {sweep.digest} {point} {box}"
    return shelf().get(name, lambda: fit_in_box(bench, point, box))


def _payload(words: Words, shown: Shown, fitted: tuple[Sweep, Cursor] | None) -> bytes:
    box, (X, y) = shown.box, shown.arrays
    f, learnt, test = None, None, tuple[int, ...]()
    if fitted is not None:
        sweep, point = fitted
        bench = sweeps.bench(sweep.digest, point.split)
        f = _fit(sweep, point, box)
        fit = learnt_in_box(bench, point, box)
        learnt = fit._asdict() if fit else None
        test = tuple(bench.split.test.tolist())
    moved = None if shown.recipe is None else latent(shown.recipe, MOST)
    return board_payload(words, box, X=X, y=y, test=test, f=f, learnt=learnt, moved=moved)


def _drawn() -> None:
    event: Any = st.session_state[KEY].get("drawn")
    spots = spots_told(event)
    if spots is not None:
        st.session_state[HEARD] = event["rev"]
        draw.put(spots)


def spots_told(event: Any) -> list[Spot] | None:  # noqa: ANN401 (whatever a browser sends)
    """Return the points that a browser tells; None for what is none."""
    if not isinstance(event, dict) or not isinstance(event.get("rev"), int):
        return None
    rows = event.get("spots")
    if not isinstance(rows, Sequence) or len(rows) > MOST or not all(map(_is_spot, rows)):
        return None
    return [Spot(*row) for row in rows]


def _is_spot(row: object) -> bool:
    return (
        isinstance(row, list)
        and len(row) == ROW
        and all(isinstance(value, int) and 0 <= value < SIDE for value in row)
        and row[2] <= 1
    )
