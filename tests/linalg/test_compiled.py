"""Compiled functions work where their machine code can be kept, and where it cannot."""

import numba
import pytest

from kselect_core.linalg import compiled as module


def doubled(x):
    return 2 * x


def test_a_compiled_function_gives_what_the_function_gives():
    assert module.compiled(doubled)(21) == doubled(21)


def test_without_a_place_for_the_machine_code_it_is_compiled_all_the_same(monkeypatch):
    def njit(function, **options):
        if options.get("cache"):
            raise RuntimeError("cannot cache function: no locator available")
        return numba.njit(function, **options)

    monkeypatch.setattr(module, "njit", njit)
    assert module.compiled(doubled)(21) == doubled(21)


@pytest.mark.parametrize("name", ["kselect_core", "kselect_core.selection", "kselect_ui.explore"])
def test_the_first_page_does_not_wait_for_the_compiler(name):
    import subprocess
    import sys

    code = f"import sys, {name}; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
