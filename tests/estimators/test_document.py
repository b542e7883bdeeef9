"""The page on scikit-learn names what there is; tests/how_to/test_blocks.py runs its programs."""

from pathlib import Path

from kselect_core.kernels import KERNELS

PAGE = Path(__file__).parents[2] / "docs" / "scikit_learn.md"
TEXT = PAGE.read_text("utf-8")


def test_every_convention_of_the_gaussian_kernel_is_translated():
    written = {one.name for one in KERNELS["gaussian"].conventions} - {"gamma"}
    assert all(f"(`{name}`)" in TEXT for name in written)
