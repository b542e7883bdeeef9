"""A criterion's name stands in its own file; everything else asks the criterion."""

import ast
import re
from pathlib import Path

import pytest

from kselect_core.criteria import CRITERIA

ROOT = Path(__file__).parents[2]
PRODUCT = ("kselect_core", "kselect_ui")
EXCEPTIONS = {
    # a grid of a paper has the name of its method and lists the methods that the paper compares
    "kselect_core/selection/config/grids.py": {
        *("sps", "ks", "sm", "stab"),
        *("kta", "ckta", "fsm", "kfold", "loo", "br", "ep", "er"),
        *("svm_kfold", "svm_loo", "marg"),
    },
    # the span of the axis, in a message to the browser
    "kselect_core/plotting/output/film_payload.py": {"span"},
    "kselect_core/plotting/output/canvas/still.py": {"span"},
    # a demonstration of what the two do with any labels names its columns after them
    "kselect_core/views/bounds/criteria.py": {"fsm", "fsm_u"},
    # links to a demonstration name what it is about
    "kselect_ui/bounds/cases.py": {"fsm", "sm", "sps"},
}


QUOTED = re.compile(rf"""["']({"|".join(CRITERIA)})\b""")
"""What a file that names one has; most have none and need no parsing."""


def product_files():
    files = (path for name in PRODUCT for path in (ROOT / name).rglob("*.py"))
    criteria = ROOT / "kselect_core" / "criteria"
    return sorted(path for path in (ROOT / "app.py", *files) if criteria not in path.parents)


def names_in(path):
    """Criteria that a file names in a text of their own, alone or with options."""
    whole = path.read_text()
    if not QUOTED.search(whole):
        return set()
    constants = (node for node in ast.walk(ast.parse(whole)) if isinstance(node, ast.Constant))
    texts = {node.value for node in constants if isinstance(node.value, str)}
    return {text.partition("(")[0] for text in texts} & set(CRITERIA)


def test_no_criterion_is_named_outside_its_own_file_without_a_reason():
    named = {path.relative_to(ROOT).as_posix(): names_in(path) for path in product_files()}
    assert {path: names for path, names in named.items() if names} == EXCEPTIONS


def test_no_criterion_names_another():
    for path in (ROOT / "kselect_core" / "criteria").rglob("*.py"):
        own = {c.name for c in CRITERIA.values() if c.function.__module__.endswith(f".{path.stem}")}
        assert names_in(path) <= own, path


@pytest.mark.parametrize("name", CRITERIA)
def test_the_name_stands_in_its_own_file(name):
    module = CRITERIA[name].function.__module__
    text = (ROOT / Path(*module.split(".")).with_suffix(".py")).read_text()
    assert f'name="{name}"' in text
