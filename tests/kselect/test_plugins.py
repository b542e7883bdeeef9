"""What packages add to a table, and what is left out of it with words."""

import subprocess
import sys
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint

import numpy as np
import pytest

from kselect_core import plugins, registry
from kselect_core.criteria import CRITERIA, Problem
from kselect_core.criteria.base import Tried, unknown_trial
from kselect_core.errors import KselectError, UndefinedScoreError, UnknownNameError
from kselect_core.kernels import GAUSSIAN, KERNELS, Convention
from kselect_core.kernels.own.symmetry import asymmetry
from kselect_core.plugins import Offer, Package
from kselect_core.selection import SweepConfig, run_sweep
from kselect_core.selection.config import config as config_module

BENT = Package("kselect-bent", "1.2")


@dataclass(frozen=True)
class Thing:
    """A kernel as far as a table is concerned."""

    name: str
    summary: str = "A thing."
    inner: tuple[str, ...] = ()
    of_base: object = abs


def table(monkeypatch, *found):
    monkeypatch.setattr(registry, "offers", lambda _: iter(found))
    return registry.registry("kernel", Thing("one", inner=("a",)), inner=lambda t: t.inner)


def test_what_a_package_adds_comes_last_and_says_where_it_is_from(monkeypatch):
    known = table(monkeypatch, Offer(BENT, "two", Thing("two", inner=("b",))))
    assert list(known) == ["one", "two"]
    assert known["two"].summary == "A thing. (From package kselect-bent 1.2.)"
    assert known["one"].summary == "A thing."
    assert dict(known.origins) == {"two": BENT}
    assert known.problems == ()


@pytest.mark.parametrize(
    ("offer", "words"),
    [
        (Offer(BENT, "x", Thing("one")), "the name 'one' is taken by kselect itself"),
        (Offer(BENT, "x", Thing("b", inner=("a",))), "the name 'a' is taken by kselect itself"),
        (Offer(BENT, "x", 3), "it is no Thing but int"),
        (Offer(BENT, "x", problem="ImportError: no."), "ImportError: no"),
    ],
)
def test_what_cannot_be_added_is_named_and_left_out(monkeypatch, offer, words):
    known = table(monkeypatch, offer, Offer(Package("other", "3"), "two", Thing("two")))
    assert list(known) == ["one", "two"]
    said = f"The kernel 'x' of package kselect-bent 1.2 is left out: {words}."
    assert known.problems == (said,)
    with pytest.raises(UnknownNameError) as caught:
        known["b"]
    assert str(caught.value) == f"No kernel is called 'b'. Known: one, two. {said}"


def test_of_two_packages_with_a_name_the_first_has_it(monkeypatch):
    two = Thing("two")
    known = table(monkeypatch, Offer(BENT, "two", two), Offer(Package("other", "3"), "two", two))
    assert known.origins["two"] == BENT
    assert "the name 'two' is taken by package kselect-bent 1.2" in known.problems[0]


def test_a_plug_in_that_looks_up_while_it_is_loaded_finds_what_is_built_in(monkeypatch):
    def found(_):
        assert list(known) == ["one"]
        yield Offer(BENT, "two", Thing("two"))

    known = table(monkeypatch)
    monkeypatch.setattr(registry, "offers", found)
    assert list(known) == ["one", "two"]


def test_its_own_items_are_known_without_loading_what_packages_add(monkeypatch):
    known, asked = table(monkeypatch), []
    monkeypatch.setattr(
        registry, "offers", lambda _: asked.append(1) or [Offer(BENT, "two", Thing("two"))]
    )
    assert dict(known.own) == {"one": Thing("one", inner=("a",))}
    assert asked == []
    assert list(known) == ["one", "two"]
    assert asked == [1]
    assert list(known.own) == ["one"]


EVERY_MODULE = """
import pkgutil
from importlib import import_module
import kselect, kselect_core, kselect_ui
from kselect_core import registry

SCRIPTS = ("kselect_ui.pages.", "kselect_ui.shell.router", "kselect.__main__")

def offers(group):
    raise AssertionError(f"what packages add is looked up: {group}")

registry.offers = offers
count = 0
for package in (kselect, kselect_core, kselect_ui):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.startswith(SCRIPTS):
            import_module(module.name)
            count += 1
print(count)
"""


def test_no_module_looks_up_what_packages_add_while_it_is_imported():
    done = subprocess.run(
        [sys.executable, "-c", EVERY_MODULE], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout) > 500


def test_an_unexpected_error_of_a_plug_in_names_it():
    def fails(_):
        return 1 / 0

    def refuses(_):
        raise UndefinedScoreError("there is none")

    with pytest.raises(
        UndefinedScoreError, match=r"of kselect-bent 1\.2 failed: ZeroDivisionError"
    ):
        plugins.named(BENT, fails)(3)
    with pytest.raises(UndefinedScoreError, match=r"^there is none"):
        plugins.named(BENT, refuses)(3)


def test_an_entry_point_that_cannot_be_loaded_is_an_offer_with_its_error(monkeypatch):
    points = [EntryPoint("x", "no_such_module_anywhere:X", "kselect.kernels")]
    monkeypatch.setattr(plugins, "entry_points", lambda **_: points)
    (offer,) = plugins.offers("kselect.kernels")
    assert offer.problem == "ModuleNotFoundError: No module named 'no_such_module_anywhere'"


@pytest.mark.parametrize("values", [[1.0, np.nan], [[1.0, np.nan], [0.0, 1.0]]])
def test_nan_of_a_plug_in_names_it_and_keeps_the_other_values_of_a_criterion(values):
    with pytest.raises(UndefinedScoreError, match=r"of kselect-bent 1\.2 gives NaN") as caught:
        plugins.named(BENT, lambda: np.array(values))()
    kept = caught.value.values
    assert (kept is None) if np.ndim(values) > 1 else np.array_equal(kept, values, equal_nan=True)


def bent(name, function):
    """A kernel as a package may add it, with a name of its own."""
    return replace(GAUSSIAN, name=name, of_base=function, conventions=(), log_of_base=None)


def loaded(monkeypatch, *kernels):
    found = [Offer(BENT, one.name, one) for one in kernels]
    monkeypatch.setattr(registry, "offers", lambda _: iter(found))
    return registry.registry("kernel", GAUSSIAN, fault=asymmetry)


def plain(D, *, gamma, **_):
    return np.exp(-gamma * D)  # leaves ``out`` alone


def lopsided(D, *, gamma, **_):
    K = np.exp(-gamma * D)
    K[0] += 0.3
    return K


def of_no_shape(*_, **__):
    return np.ones(3)


def fails(*_, **__):
    return 1 / 0


def test_a_kernel_of_a_package_that_is_not_symmetric_is_left_out(monkeypatch):
    gamma = Convention("rate", "γ", "rate", "rate")
    wrong = replace(bent("lopsided", lopsided), conventions=(gamma,), grid=(0.5,))
    known = loaded(monkeypatch, wrong, bent("plain", plain), bent("fails", fails))
    assert list(known) == ["gaussian", "plain", "fails"]  # what fails here may work on other data
    assert "is left out: lopsided: k(x, z) must be symmetric" in known.problems[0]


def test_a_kernel_of_another_shape_says_which_is_needed(monkeypatch):
    kernel = loaded(monkeypatch, bent("flat", of_no_shape))["flat"]
    words = r"an array of shape \(3,\) where \(4, 4\) is needed: a value for each pair"
    X = np.random.default_rng(1).random((4, 2))
    with pytest.raises(UndefinedScoreError, match=words):
        kernel(X, gamma=1.0)
    write = kernel.writer(kernel.shared(X), {"gamma": 1.0}, np.empty((4, 4)))
    with pytest.raises(UndefinedScoreError, match=r"where \(2, 4\) is needed"):
        write(slice(0, 2))


def test_a_kernel_that_leaves_out_alone_is_written_all_the_same(monkeypatch):
    kernel = loaded(monkeypatch, bent("plain", plain))["plain"]
    X, K = np.random.default_rng(1).random((4, 2)), np.full((4, 4), 7.0)
    write = kernel.writer(kernel.shared(X), {"gamma": 1.0}, K)
    write(slice(0, 3))
    write(slice(3, 4))
    np.testing.assert_allclose(K, GAUSSIAN(X, gamma=1.0), rtol=1e-14)


def test_a_criterion_that_tries_an_option_it_does_not_have_is_left_out(monkeypatch):
    odd = replace(CRITERIA["hsic"], name="odd", tried=(Tried("bandwidth", (1.0, 2.0)),))
    monkeypatch.setattr(registry, "offers", lambda _: iter([Offer(BENT, "odd", odd)]))
    known = registry.registry("criterion", CRITERIA["kta"], fault=unknown_trial)
    assert list(known) == ["kta"]
    assert "is left out: it tries an option 'bandwidth' that it does not" in known.problems[0]


@pytest.mark.parametrize("given", [1.0, np.ones(3), np.ones((2, 1))])
def test_a_criterion_that_gives_another_shape_says_which_is_needed(given):
    criterion = replace(CRITERIA["kta"], function=lambda _: given)
    problem = Problem(np.eye(4), np.array([1.0, 1.0, -1.0, -1.0]), [0.1, 1.0])
    with pytest.raises(UndefinedScoreError, match=r"where \(2,\) is needed: a value for each λ"):
        criterion.score(problem)


class Known(dict):
    """A table of criteria with other origins."""


@pytest.fixture
def added(monkeypatch):
    """CKTA as if a package had added it."""
    known = Known(CRITERIA)
    known.origins = {"ckta": BENT}
    monkeypatch.setattr(config_module, "CRITERIA", known)
    return SweepConfig(dataset="two_moons", criteria=("ckta",), lambdas=(0.1,), repeats=1)


def test_the_version_is_a_part_of_the_configuration(added):
    assert added.plugins == (("kselect-bent", "1.2"),)
    other = replace(added, plugins={"kselect-bent": "1.1", "gone": "1"})
    assert other.plugins == (("kselect-bent", "1.1"),)
    assert other.digest() != added.digest()
    assert replace(added, criteria=("loo",)).plugins == ()
    with pytest.raises(KselectError, match="plugins must be names of packages"):
        replace(added, plugins=3)


def test_a_configuration_of_a_package_that_is_not_here_says_so(added):
    words = "made with the plug-in 'kselect-bent', version '1.2', which is not installed here"
    with pytest.raises(KselectError, match=words):
        SweepConfig.from_toml(added.to_toml())


def test_a_sweep_of_another_version_is_not_computed(added):
    other = replace(added, plugins=(("kselect-bent", "1.1"),))
    words = r"plug-in kselect-bent 1\.1, and 1\.2 is installed here\. Install kselect-bent==1\.1"
    with pytest.raises(KselectError, match=words):
        run_sweep(other)


def test_without_plug_ins_nothing_is_said_of_them():
    assert not KERNELS.origins
    assert "plugins" not in config_module.SweepConfig(dataset="two_moons").to_json()
