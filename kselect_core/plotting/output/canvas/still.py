"""One frame of a film as HTML that needs no script: what is seen where scripts do not run."""

import struct
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kselect_core.plotting.output.packed import unpacked
from kselect_core.plotting.output.page_report import escape
from kselect_core.plotting.points.matrix_picture import LEVELS, MISSING
from kselect_core.types import Array

SIZE = 300
"""Units along the sides of a picture."""
LANE = 90
"""Height of the strip of curves, three times as wide as a picture."""


def still(payload: bytes, lines: Sequence[Mapping[str, Any]], frame: int) -> str:
    """Return a frame of a film: fit if there is one, Gram matrix, spectrum, below them the curves.

    ``payload`` are the bytes of ``film_payload``, ``lines`` the curves of ``lane``.
    """
    header, arrays = unpacked(payload)
    film: dict[str, Any] = {**header, **arrays}
    name = film["frames"][frame]
    three = {
        f"Gram matrix at {name}": _gram(film, frame),
        f"Spectrum at {name}": _spectrum(film, frame),
    }
    if film["side"]:
        three = {f"Decision picture at {name}": _decision(film, frame)} | three
    pictures = "".join(
        f'<div><p class="head">{escape(words)}</p>{picture}</div>'
        for words, picture in three.items()
    )
    names = "".join(_entry(line) for line in lines)
    return (
        f'<figure class="still"><div class="three">{pictures}</div>{_lane(film, lines, frame)}'
        f'<ul class="legend">{names}</ul></figure>'
    )


def _svg(box: str, body: str) -> str:
    return f'<svg viewBox="{box}" aria-hidden="true">{body}</svg>'


def _decision(film: Mapping[str, Any], frame: int) -> str:
    """Return the fit with the data points; half a cell is cut off on every side."""
    side, signed = film["side"], film["signed"]
    codes = film["f"].reshape(-1, side, side)[frame]
    x, y = (0.5 + (side - 1) * film[axis] for axis in "xy")
    colours = [group["colour"] for group in film["groups"]]
    solid = [group["solid"] for group in film["groups"]]
    table = _colours(film["stops"], bent=signed)
    spots = []
    for k, group in enumerate(film["group"]):
        colour = colours[group] if signed else "rgb({},{},{})".format(*table[film["value"][k], :3])
        fill = colour if solid[group] or not signed else "none"
        spots.append(f'<circle cx="{x[k]:.2f}" cy="{y[k]:.2f}" fill="{fill}" stroke="{colour}"/>')
    reach = side - 1
    dots = f'<g stroke-width="{reach / 200:.3g}">{"".join(spots)}</g>'
    style = f"<style>.still circle {{ r: {reach / 110:.3g}px; }}</style>"
    return style + _svg(f"0.5 0.5 {reach} {reach}", _image(codes, table) + dots)


def _gram(film: Mapping[str, Any], frame: int) -> str:
    cells = film["cells"]
    codes = film["gram"].reshape(-1, cells, cells)[frame]
    image = _image(codes, _colours(film["gramStops"]), sharp=True)
    return _svg(f"0 0 {cells} {cells}", image)


def _spectrum(film: Mapping[str, Any], frame: int) -> str:
    """Return the eigenvalues over their number, powers of ten upwards, and the ridge."""
    sigma = film["sigma"].reshape(-1, film["eigenvalues"])[frame]
    mu = float(film["mu"][frame])
    low, high = min(film["span"][0], mu) - 0.5, max(film["span"][1], mu) + 0.5
    x = SIZE * (np.arange(len(sigma)) + 0.5) / len(sigma)
    y = SIZE * (high - np.maximum(sigma, low)) / (high - low)
    ridge = SIZE * (high - mu) / (high - low)
    return _svg(
        f"0 0 {SIZE} {SIZE}",
        f"{_path(x, y, '#1f77c9')}"
        f'<path d="M0 {ridge:.1f}H{SIZE}" stroke="#d9780f" stroke-width="2" '
        'stroke-dasharray="7 4"/><g fill="currentColor" font-size="13">'
        f'<text x="{SIZE - 4}" y="{ridge - 6:.1f}" text-anchor="end">ridge μ {10**mu:.3g}</text>'
        f'<text x="4" y="{SIZE - 5}">from {10**high:.1g} (top) to {10**low:.1g}</text></g>',
    )


def _lane(film: Mapping[str, Any], lines: Sequence[Mapping[str, Any]], frame: int) -> str:
    """Return the curves from their best value, below, to their worst, and the frame."""
    places = np.linspace(8, 3 * SIZE - 8, max(len(film["frames"]), 2))
    curves = [
        _path(places, 8 + (LANE - 16) * (1 - np.array(line["y"], dtype=float)), line["colour"])
        for line in lines
    ]
    now = f'<path d="M{places[frame]:.1f} 0V{LANE}" stroke="currentColor" stroke-width="1.5"/>'
    return _svg(f"0 0 {3 * SIZE} {LANE}", "".join([*curves, now]))


def _entry(line: Mapping[str, Any]) -> str:
    mark = f'<svg width="26" height="8"><path d="M0 4h26" stroke="{line["colour"]}"/></svg>'
    return f"<li>{mark}<span>{escape(str(line['name']))}</span></li>"


def _path(x: Array, y: Array, colour: str) -> str:
    """Return a line through points, with a gap where one has no value."""
    steps, gap = [], True
    for u, v in zip(x, y, strict=False):
        if np.isfinite(v):
            steps.append(f"{'M' if gap else 'L'}{u:.1f} {v:.1f}")
        gap = not np.isfinite(v)
    return f'<path d="{"".join(steps)}" stroke="{colour}" stroke-width="2" fill="none"/>'


def _colours(stops: Sequence[tuple[float, Sequence[float]]], *, bent: bool = False) -> Array:
    """Return the colours of the 256 codes as rows (r, g, b, a); that of no value is transparent.

    ``bent`` codes stand for the square of their distance from the middle.
    """
    share = np.arange(256) / LEVELS
    if bent:
        unit = 2 * share - 1
        share = 0.5 + 0.5 * unit * np.abs(unit)
    places, colours = [place for place, _ in stops], np.array([colour for _, colour in stops])
    table = np.column_stack([np.interp(share, places, channel) for channel in colours.T])
    table[MISSING] = 0.0
    return table.round().astype(np.uint8)


def _image(codes: Array, table: Array, *, sharp: bool = False) -> str:
    """Return codes as an image of SVG, a unit for each."""
    rows, columns = codes.shape
    data = b64encode(png(codes, table)).decode("ascii")
    style = ' style="image-rendering: pixelated"' if sharp else ""
    size = f'width="{columns}" height="{rows}"'
    return f'<image {size}{style} href="data:image/png;base64,{data}"/>'


def png(codes: Array, table: Array) -> bytes:
    """Return codes as a PNG with a palette; ``table`` has a row (r, g, b, a) for each of 256 codes.

    The form is that of PNG (third edition), sections 5 and 11.
    """
    rows, columns = codes.shape
    lines = np.column_stack([np.zeros(rows, np.uint8), codes])  # 0: a line without a filter
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        [
            _chunk(b"IHDR", struct.pack(">IIBBBBB", columns, rows, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", table[:, :3].tobytes()),
            _chunk(b"tRNS", table[:, 3].tobytes()),
            _chunk(b"IDAT", zlib.compress(lines.tobytes(), 9)),
            _chunk(b"IEND", b""),
        ]
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
