"""A kernel's name stands in its own file; everything else asks the kernel."""

import ast
import re
from pathlib import Path

import pytest

from kselect_core.kernels import KERNELS

ROOT = Path(__file__).parents[2]
AXIS = "linear"  # also a type of axis, a column of a table, and a shape: no kernel is meant
VIEWS = "iterated"  # also a view of the page Kernel design
OTHER_MEANINGS = {
    "kselect_core/plotting": AXIS,
    "kselect_core/estimators/support_vectors.py": AXIS,  # scikit-learn's name
    "kselect_core/estimators/opened/kernels.py": AXIS,  # as before
    "kselect_core/criteria/base.py": AXIS,
    "kselect_core/criteria/spectral/sm.py": AXIS,
    "kselect_core/selection/terms/width_path.py": AXIS,
    "kselect_ui/design/page.py": VIEWS,
}


QUOTED = re.compile(rf"""["']({"|".join(KERNELS)})["']""")
"""What a file that names one has; most have none and need no parsing."""


def product_files():
    folders = (ROOT / name for name in ("kselect_core", "kselect_ui"))
    return sorted((ROOT / "app.py", *(path for folder in folders for path in folder.rglob("*.py"))))


def names_in(path):
    own = path.stem if path.parent.name == "kernels" else ""
    where = path.relative_to(ROOT).as_posix()
    meant_otherwise = {word for start, word in OTHER_MEANINGS.items() if where.startswith(start)}
    whole = path.read_text()
    if not QUOTED.search(whole):
        return set()
    literals = {node.value for node in ast.walk(ast.parse(whole)) if isinstance(node, ast.Constant)}
    return (literals & set(KERNELS)) - {own} - meant_otherwise


def test_no_kernel_is_named_outside_its_own_file():
    found = {path.relative_to(ROOT).as_posix(): names_in(path) for path in product_files()}
    assert not {path: names for path, names in found.items() if names}


@pytest.mark.parametrize("name", KERNELS)
def test_the_name_stands_in_its_own_file(name):
    text = (ROOT / "kselect_core" / "kernels" / f"{name}.py").read_text()
    assert f'name="{name}"' in text
