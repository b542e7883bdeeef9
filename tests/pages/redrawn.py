"""Figures drawn again by their programs, compared number by number."""

import base64
import json

import numpy as np

from tests.tolerances import SOLVER


def run(text):
    """Figure that a program makes."""
    space = {"__name__": "program"}
    exec(compile(text, "program", "exec"), space)  # noqa: S102 - our own program
    return space["figure"]


def numbers(value):
    """What a figure says, as plain data: arrays that Plotly packs are unpacked."""
    if isinstance(value, dict) and {"bdata", "dtype"} <= set(value):
        flat = np.frombuffer(base64.b64decode(value["bdata"]), dtype=value["dtype"])
        shape = [int(size) for size in str(value.get("shape", flat.size)).split(",")]
        return flat.reshape(shape)
    if isinstance(value, dict):
        return {name: numbers(part) for name, part in value.items()}
    if isinstance(value, list):
        try:
            array = np.asarray(value, dtype=np.float64)
        except (TypeError, ValueError):
            return [numbers(part) for part in value]
        return array
    return value


def same(got, expected, where):
    """Assert that two parts of a figure say the same."""
    if isinstance(expected, dict):
        assert sorted(got) == sorted(expected), where
        for name, part in expected.items():
            same(got[name], part, f"{where}.{name}")
    elif isinstance(expected, list):
        assert len(got) == len(expected), where
        for k, part in enumerate(expected):
            same(got[k], part, f"{where}[{k}]")
    elif isinstance(expected, np.ndarray | float | int) and not isinstance(expected, bool):
        np.testing.assert_allclose(
            np.asarray(got, dtype=np.float64), expected, **SOLVER, err_msg=where
        )
    else:
        assert got == expected, where


def traces(text):
    """What the traces of a figure, written as JSON, say."""
    return [numbers(trace) for trace in json.loads(text)["data"]]
