"""Points drawn by hand, on a board of 4,096 × 4,096 places, packed into one line of text.

Three bytes for each point, one bit for its class and a checksum, in letters that a link may have:
150 points are 635 characters, 400 are 1,676.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Sequence
from typing import Final, NamedTuple
from zlib import crc32

import numpy as np

from kselect_core.data.set.dataset import Dataset
from kselect_core.data.words.findings import Finding
from kselect_core.errors import DataError
from kselect_core.types import Array, Float

PREFIX: Final = "drawn:"
"""How the names of such data begin."""
SIDE: Final = 4096
"""Places along each side of the board, which reaches from −1 to 1."""
MOST: Final = 400
"""Points that a board holds."""
CLASSES: Final = ("A", "B")
FEWEST: Final = 2
"""Points that each class needs at least."""
_HEAD = 4  # bytes: two of a checksum, two of the number of points
_BYTE = 256


class Spot(NamedTuple):
    """A point of the board: its place from the left and from below, its class 0 or 1."""

    x: int
    y: int
    side: int


def placed(x: float, y: float, side: int) -> Spot:
    """Return the nearest place of the board to coordinates from −1 to 1; those beyond its edge."""
    across, up = (min(max(round((value + 1) * SIDE / 2), 0), SIDE - 1) for value in (x, y))
    return Spot(across, up, side)


def coordinates(spot: Spot) -> tuple[float, float]:
    """Return the coordinates of a point, from −1 to 1."""
    return 2 * spot.x / SIDE - 1, 2 * spot.y / SIDE - 1


def pack(spots: Sequence[Spot]) -> str:
    """Return points as text for a link; DataError for more than the board holds."""
    _check(spots)
    places = bytearray()
    for x, y, _ in spots:
        places += (x * SIDE + y).to_bytes(3, "big")
    sides = np.packbits(np.array([spot.side for spot in spots], dtype=np.uint8)).tobytes()
    body = len(spots).to_bytes(2, "big") + bytes(places) + sides
    return urlsafe_b64encode(_checksum(body) + body).decode().rstrip("=")


def unpack(text: str) -> tuple[Spot, ...]:
    """Return the points of a text; DataError where it was cut short or changed."""
    try:
        content = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except (ValueError, NotBase64) as error:  # UnicodeEncodeError is a ValueError
        raise _broken() from error
    check, body = content[:2], content[2:]
    count = int.from_bytes(body[:2], "big")
    if len(content) != _HEAD + 3 * count + -(-count // 8) or check != _checksum(body):
        raise _broken()
    triples = (body[2 + 3 * i : 5 + 3 * i] for i in range(count))
    places = (divmod(int.from_bytes(triple, "big"), SIDE) for triple in triples)
    bits = np.unpackbits(np.frombuffer(body[2 + 3 * count :], np.uint8), count=count)
    spots = tuple(Spot(x, y, int(side)) for (x, y), side in zip(places, bits, strict=True))
    _check(spots)
    return spots


def arrays(spots: Sequence[Spot]) -> tuple[Float[Array, "n 2"], Float[Array, " n"]]:
    """Return coordinates and labels of points, −1 for class A and +1 for class B."""
    X: Array = np.array([coordinates(spot) for spot in spots], dtype=np.float64).reshape(-1, 2)
    return X, np.array([2.0 * spot.side - 1 for spot in spots], dtype=np.float64)


def drawn(spots: Sequence[Spot]) -> Dataset:
    """Return the data set of points drawn by hand: two features from −1 to 1, classes A and B.

    DataError where they cannot be learnt from: fewer than two of a class, or all in one place.
    """
    points = tuple(spots)
    for side, name in enumerate(CLASSES):
        count = sum(spot.side == side for spot in points)
        if count < FEWEST:
            raise DataError(
                f"Class {name} has {_points(count)}; at least {FEWEST} of each class are needed, "
                "one to train on and one to test."
            )
    if len({(spot.x, spot.y) for spot in points}) == 1:
        raise DataError("All points lie in one place: draw some elsewhere.")
    X, y = arrays(points)
    finding = Finding("found", f"{len(points)} points drawn by hand.")
    return Dataset(X, y, PREFIX + pack(points), "binary", ("x1", "x2"), CLASSES, (finding,))


def _points(count: int) -> str:
    return {0: "no point", 1: "one point"}[count]


def _check(spots: Sequence[Spot]) -> None:
    if len(spots) > MOST:
        raise DataError(f"Drawn data hold at most {MOST} points, got {len(spots)}.")


def _checksum(body: bytes) -> bytes:
    return (crc32(body) % _BYTE**2).to_bytes(2, "big")


def _broken() -> DataError:
    return DataError(
        "The drawn points of this link cannot be read: it was cut short or changed on its way. "
        "Ask for the link again."
    )
