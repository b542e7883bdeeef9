"""Arrays and a header in one string of bytes, for a canvas in the browser."""

import json
from collections.abc import Mapping
from hashlib import sha256

import numpy as np

from kselect_core.types import Array

KINDS = {"u1": np.uint8, "u2": np.uint16, "i4": np.int32, "f4": np.float32}
LENGTH = 4
"""Bytes before the header: its length, lowest byte first."""


def packed(header: Mapping[str, object], arrays: Mapping[str, Array]) -> bytes:
    """Length of the header, the header as JSON, then the arrays one after another.

    The header names where each array starts and carries a ``digest`` of everything else.
    """
    places, parts, start = {}, [], 0
    for name, array in arrays.items():
        kind = next(k for k, dtype in KINDS.items() if array.dtype == dtype)
        part = np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<")).tobytes()
        places[name] = {"kind": kind, "start": start, "count": int(array.size)}
        parts.append(part)
        start += len(part)
    body = b"".join(parts)
    whole = {**header, "arrays": places}
    digest = sha256(json.dumps(whole).encode() + body).hexdigest()[:16]
    text = json.dumps({**whole, "digest": digest}, allow_nan=False).encode()
    return len(text).to_bytes(LENGTH, "little") + text + body


def unpacked(payload: bytes) -> tuple[dict[str, object], dict[str, Array]]:
    """Header and flat arrays of a payload, as the browser reads them."""
    size = LENGTH + int.from_bytes(payload[:LENGTH], "little")
    header = json.loads(payload[LENGTH:size])
    arrays = {
        name: np.frombuffer(payload, KINDS[at["kind"]], at["count"], size + at["start"])
        for name, at in header["arrays"].items()
    }
    return header, arrays


def indices(order: Array) -> Array:
    """Indices in as few bytes as hold them."""
    return order.astype(np.uint16 if order.max(initial=0) < 2**16 else np.int32)
