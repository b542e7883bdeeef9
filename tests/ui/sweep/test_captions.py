"""Captions say where a figure stands: kernel, λ or C, sample, split, seed."""

import pytest

from kselect_ui.sweep import captions
from kselect_ui.sweep import finished as sweeps
from kselect_ui.widgets.state import View


@pytest.fixture(scope="module")
def sweep():
    return sweeps.load(sweeps.demo_digest())


@pytest.mark.parametrize(("split", "said"), [(None, "split 1 of 5"), (2, "split 3 of 5")])
def test_what_exists_for_one_split_says_which(sweep, split, said):
    seen = View(split, "gaussian", 0.5, 0.1, ())
    assert captions.split_text(sweep, seen) == said


def test_a_picture_of_a_matrix_says_kernel_ridge_sample_split_and_seed(sweep):
    seen = View(1, "gaussian", 0.5, 0.1, ())
    told = captions.where(sweep, seen, n=210)
    assert told == f"{captions.place(sweep, seen)}, n = 210 training points, split 2 of 5, seed 0"
    assert captions.place(sweep, seen) == "Gaussian kernel, τ = 2⁻¹, λ = 0.1"
