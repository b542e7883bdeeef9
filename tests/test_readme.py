"""The README's example runs as it is printed."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def example():
    """Return the only Python block of the README."""
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    return code


def test_the_example_has_five_lines(example):
    assert len([line for line in example.splitlines() if line.strip()]) <= 5


def test_the_example_runs_and_prints_the_regret_of_every_criterion(example, capsys):
    names = {}
    exec(compile(example, "README.md", "exec"), names)  # noqa: S102  (our own README)
    printed = capsys.readouterr().out
    config = names["config"]
    assert "regret" in printed
    for criterion in config.criteria:
        assert re.search(rf"^{re.escape(criterion.quantity)} +0\.\d+$", printed, re.MULTILINE)


def test_the_readme_names_the_two_commands():
    assert re.search(r"^python3 run\.py +#", README, re.MULTILINE)
    assert re.search(r"^python3 run\.py test +#", README, re.MULTILINE)
