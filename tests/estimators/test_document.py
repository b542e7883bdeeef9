"""The programs of the page on scikit-learn run as they stand."""

import re
from pathlib import Path

import pytest

from kselect_core.kernels import KERNELS

PAGE = Path(__file__).parents[2] / "docs" / "scikit_learn.md"
TEXT = PAGE.read_text("utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
@pytest.mark.filterwarnings("ignore::kselect_core.estimators.GridEdgeWarning")
def test_programs_run(number, capsys):
    exec(PROGRAMS[number], {})  # noqa: S102 (our own text is what is tested)
    said = capsys.readouterr().out
    for line in re.findall(r"print\(.*  # (\d[\d.]*)$", PROGRAMS[number], re.MULTILINE):
        assert line in said


def test_every_convention_of_the_gaussian_kernel_is_translated():
    written = {one.name for one in KERNELS["gaussian"].conventions} - {"gamma"}
    assert all(f"(`{name}`)" in TEXT for name in written)
