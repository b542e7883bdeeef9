"""Points on a board and the fit behind them as bytes, for a canvas on which they move."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from kselect_core.data.made.drawn import Spot
from kselect_core.data.made.sample import Latent
from kselect_core.plotting.kit.theme import CLASS_COLOURS, CLASS_SYMBOLS, GREY
from kselect_core.plotting.output.channels import fit_channels
from kselect_core.plotting.output.film_payload import signed_codes
from kselect_core.plotting.output.packed import packed
from kselect_core.plotting.points.matrix_picture import Scale, codes
from kselect_core.types import Array, Float

Box = tuple[tuple[float, float], tuple[float, float]]


class Words(NamedTuple):
    """What the board is told besides its picture.

    ``of`` names what is shown, ``heard`` is the number of the last gesture that it answers.
    ``steps`` are the values along the sliders of the sample by their names, ``at`` where they are.
    ``kept`` are the points drawn by hand that wait while a sample is shown.
    """

    key: str
    file: str
    of: str
    drawing: bool
    heard: int
    most: int
    class_names: tuple[str, ...]
    steps: dict[str, list[float]]
    at: dict[str, float]
    kept: Sequence[Spot] = ()


def board_payload(  # noqa: PLR0913 (what lies on the board)
    words: Words,
    box: Box,
    *,
    X: Float[Array, "n d"],
    y: Float[Array, " n"],
    test: Sequence[int] = (),
    f: Float[Array, "r r"] | None = None,
    learnt: Mapping[str, Any] | None = None,
    moved: Latent | None = None,
    faded: bool = False,
) -> bytes:
    """Bytes of a board: without a fit points alone, without ``moved`` points that stand still.

    Those that are ``moved`` follow the sliders of the sample in the browser.

    With what was ``learnt``, by the names of `selection.places.board.Learnt`, the browser makes the
    fit anew at other widths, while the cursor moves.

    A fit of other points is ``faded``. ``test`` are the rows of test points. Labels are −1 and +1,
    or the numbers of a regression.
    """
    signed = bool(words.class_names)
    scale = Scale(-1.0, 1.0) if signed else Scale(float(y.min()), float(y.max()))
    header = words._asdict() | {
        "box": box,
        "side": 0 if f is None else len(f),
        "faded": faded,
        "signed": signed,
        "range": [scale.low, scale.high],
        "stops": fit_channels(classes=signed),
        "looks": _looks(words.class_names),
    }
    is_test = np.zeros(len(X), dtype=np.uint8)
    is_test[np.asarray(test, dtype=np.int64)] = 1
    columns = {"x": X[:, 0], "y": X[:, 1]}
    if moved is not None:
        names = ("ax", "ay", "bx", "by", "gx", "gy", "flip")
        columns |= dict(zip(names, _columns(moved), strict=True))
    if learnt is not None:
        header["learnt"] = {name: part for name, part in learnt.items() if name not in ("X", "y")}
        columns |= {"features": learnt["X"].ravel(), "labels": learnt["y"]}
    arrays: dict[str, Array] = {name: part.astype(np.float32) for name, part in columns.items()}
    arrays["label"] = (y > 0).astype(np.uint8) if signed else codes(y, scale)
    arrays["test"] = is_test
    if f is not None:
        upright = f[::-1].astype(np.float64)  # the first row of a picture is its top
        arrays["f"] = signed_codes(upright, scale.high) if signed else codes(upright, scale)
        arrays["level"] = upright.astype(np.float32)  # the line of zero is finer than the colours
    return packed(header, arrays)


def _columns(moved: Latent) -> tuple[Array, ...]:
    one, other = moved.places
    return (*one.T, *other.T, *moved.noise.T, moved.flips)


def _looks(class_names: tuple[str, ...]) -> list[dict[str, str]]:
    """Name, colour and symbol of each class; of a regression those of all points."""
    if not class_names:
        return [{"name": "", "colour": GREY, "symbol": "circle"}]
    looks = zip(class_names, CLASS_COLOURS, CLASS_SYMBOLS, strict=False)
    return [{"name": n, "colour": colour, "symbol": symbol} for n, colour, symbol in looks]
