"""Widths: four conventions, one stored parameter."""

from dataclasses import replace
from uuid import uuid4

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose

from kselect_core.errors import InvalidParameterError, UnknownNameError
from kselect_core.kernels import CONVENTIONS, KERNELS, Convention, conventions, gamma_from
from kselect_core.registry import registry
from kselect_core.selection import Candidates
from kselect_core.selection.config import parts
from tests.tolerances import EXACT, ROUNDOFF


@given(gamma=st.floats(1e-9, 1e9))
def test_the_same_kernel_has_four_widths(gamma):
    widths = {"gamma": gamma, "tau": gamma, "2tau": 1 / (2 * gamma), "sigma2": 1 / gamma}
    for convention, width in widths.items():
        assert_allclose(gamma_from(width, convention), gamma, **ROUNDOFF)


def test_an_unknown_convention_is_named_with_its_neighbour():
    with pytest.raises(UnknownNameError, match=r"No width convention is called 'sigma'\. Did you"):
        gamma_from(1.0, "sigma")
    with pytest.raises(UnknownNameError, match="Known: 2tau, gamma, sigma2, tau"):
        gamma_from(1.0, "degree")


@pytest.mark.parametrize(
    ("value", "convention"),
    [(1e-310, "2tau"), (5e-324, "sigma2"), (1.7e308, "2tau")],
)
def test_a_width_whose_inverse_is_no_number_is_refused(value, convention):
    words = "must be a width whose γ is a finite positive number"
    with pytest.raises(InvalidParameterError, match=words):
        gamma_from(value, convention)


@pytest.mark.parametrize("convention", ["gamma", "tau", "2tau", "sigma2"])
@pytest.mark.parametrize("value", [1e-300, 1e300])
def test_extreme_widths_are_allowed(value, convention):
    gamma = gamma_from(value, convention)
    assert 0 < gamma < np.inf


@pytest.mark.parametrize("convention", ["gamma", "tau", "2tau", "sigma2"])
def test_the_declared_direction_makes_the_kernel_smoother(convention):
    X = np.random.default_rng(0).standard_normal((6, 2))
    low, high = (KERNELS["gaussian"](X, gamma=gamma_from(v, convention)).sum() for v in (0.5, 2.0))
    assert (high > low) == (CONVENTIONS[convention].wider == "up")


def test_the_other_families_declare_their_direction():
    X = np.random.default_rng(0).standard_normal((6, 2))
    low, high = (KERNELS["laplacian"](X, c=c).sum() for c in (0.5, 2.0))
    assert (high > low) == (CONVENTIONS["c"].wider == "up")
    assert CONVENTIONS["degree"].wider == "down"


def test_every_convention_has_symbol_and_formula():
    for name, convention in CONVENTIONS.items():
        assert convention.name == name
        assert convention.formula
        assert convention.symbol
        assert convention.latex
        if name in ("gamma", "tau", "c", "degree"):
            assert_allclose(convention.to_stored(3.0), 3.0, **EXACT)


def test_a_convention_belongs_to_one_family():
    twice = (one for kernel in (KERNELS["laplacian"],) * 2 for one in kernel.conventions)
    with pytest.raises(ValueError, match="share a name"):
        registry("convention", *twice)


def test_a_kernel_brings_its_own_convention(monkeypatch):
    """A convention that another file knows nothing of is converted, named and drawn."""
    own = Convention("s", "s", "1/(1+s‖x−z‖)", r"1/(1+s\lVert x-z\rVert)")
    cauchy = replace(KERNELS["laplacian"], name="cauchy", label="Cauchy kernel", conventions=(own,))
    for table, more in ((KERNELS, {"cauchy": cauchy}), (CONVENTIONS, {"s": own})):
        name = "KERNELS" if table is KERNELS else "CONVENTIONS"
        monkeypatch.setattr(parts, name, {**table, **more})
    family = Candidates("cauchy", (1.0, 2.0))
    assert family.parameters(2.0) == {"c": 2.0}
    assert family.smoothness() == (1, 0)
    with pytest.raises(InvalidParameterError, match="the grid of s"):
        Candidates("cauchy", (-1.0,))


@pytest.mark.parametrize(("value", "text"), [(1.0, "kmer"), (2, "walk"), (3.0, "3"), (0.5, "0.5")])
def test_a_value_without_a_name_is_its_number(value, text):
    assert CONVENTIONS["matrix"].named(("kmer", "walk")).written(value) == text


@pytest.mark.parametrize("name", ["matrix[", 'matrix["a"', "matrix[1, 2]", '2tau["a"]'])
def test_only_a_list_of_names_behind_matrices_is_one(name):
    assert name not in CONVENTIONS
    with pytest.raises(UnknownNameError, match="No convention is called"):
        CONVENTIONS[name]


def test_names_are_read_once_and_not_at_each_tick(monkeypatch):
    """Every text of a figure looks its convention up: reading the names each time is quadratic."""
    names = tuple(f"walk of length {k}, {uuid4()}" for k in range(50))  # never read before
    way = CONVENTIONS["matrix"].named(names).name
    read = []
    monkeypatch.setattr(conventions.json, "loads", lambda text: read.append(text) or list(names))
    assert [CONVENTIONS[way].written(float(k)) for k in range(1, 51)] == list(names)
    assert len(read) == 1
