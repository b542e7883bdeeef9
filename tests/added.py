"""Kernels as an installed package adds them, for the time of a test."""

from dataclasses import replace

from kselect_core.kernels import GAUSSIAN, KERNELS, Convention
from kselect_core.plugins import Package

BENT = Package("kselect-bent", "1.2")


def kernel(name, function, **more):
    """A kernel of squared distances with a parameter γ of its own, as a package may describe it."""
    way = Convention(f"gamma_{name}", "γ", "γd²", r"\gamma d^2")
    about = {"label": f"{name} kernel", "conventions": (way,), "short": "", "start": ()}
    bare = replace(GAUSSIAN, name=name, of_base=function, log_of_base=None, scikit_learn=None)
    return replace(bare, **about | more)


def add(monkeypatch, *kernels):
    """Have the table of kernels hold these as well, from the package BENT."""
    assert KERNELS.problems == ()
    mine = {one.name: one for one in kernels}
    monkeypatch.setattr(KERNELS, "_items", {**KERNELS.own, **mine})
    monkeypatch.setattr(KERNELS, "_origins", dict.fromkeys(mine, BENT))
