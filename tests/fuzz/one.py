"""Fuzz one target in this process: python tests/fuzz/one.py TARGET [libFuzzer options]."""

import sys

import atheris

with atheris.instrument_imports(
    include=["kselect_core.data", "kselect_core.selection.config.config"]
):
    from tests.fuzz.targets import survives, targets

NAME = sys.argv.pop(1)
TARGET = targets()[NAME]


def one(content: bytes) -> None:
    """Give the target some bytes."""
    survives(TARGET.takes, content)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
