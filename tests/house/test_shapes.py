"""The checker of shapes and types bites, and does not bite what mypy accepts."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import jaxtyping
import pytest

import run
from tests import conftest

ROOT = Path(__file__).parents[2]
PREPARE = """
import jaxtyping
import numpy as np
import tests.shapes
layers = ["kselect_core.linalg", "kselect_core.learners"]
jaxtyping.install_import_hook(layers, "tests.shapes.checked")
from kselect_core.learners.krr import krr
K, y = np.eye(3), np.ones(3)
"""
ANSWER = """
try:
    print({call}.alpha.sum())
except jaxtyping.TypeCheckError:
    print("refused")
"""
REFUSED = ("krr(K[:2], y, 1.0)", "krr(K, y[:2], 1.0)", "krr(K.astype(int), y, 1.0)",
           "krr(K, y, '1')")  # fmt: skip


def test_a_wrong_shape_or_type_is_refused_and_a_whole_number_is_welcome_where_a_float_is():
    """One process for all calls: what it imports takes seconds."""
    calls = (*REFUSED, "krr(K, y, 1)")
    code = PREPARE + "".join(ANSWER.format(call=call) for call in calls)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    answers = dict(zip(calls, done.stdout.split(), strict=True))
    assert answers == dict.fromkeys(REFUSED, "refused") | {"krr(K, y, 1)": "1.5"}


@pytest.mark.parametrize("layer", [*run.SHAPED, "selection", "robustness"])
def test_shapes_are_checked_in_the_tests_of_the_layers_that_have_them(layer, request):
    path = ROOT / "tests" / layer / "test_one.py"
    conftest.pytest_runtest_setup(SimpleNamespace(path=path, config=request.config))
    assert jaxtyping.config.jaxtyping_disable == (layer not in run.SHAPED)
