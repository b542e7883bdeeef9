"""Views of iterated kernels where labels are few: the methods, their steps, their errors."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import pandas as pd

from kselect_core.data import Dataset
from kselect_core.kernels import GAUSSIAN, ITERATED
from kselect_core.plotting.combined.design_errors import Measure, design_errors
from kselect_core.plotting.maps.design_map import MethodMap, design_map
from kselect_core.plotting.spectra.step_spectra import step_lines, step_spectra
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import usual_base
from kselect_core.selection.design.few_labels import DESIGN_LAMBDAS, Design
from kselect_core.selection.design.iterations import (
    Designed,
    choices_of,
    designed,
    designed_everywhere,
)
from kselect_core.selection.design.methods import METHODS, Method
from kselect_core.selection.sweep.setup import Setup
from kselect_core.types import Array
from kselect_core.views.python import call, literal
from kselect_core.views.view import Drawn, OfSweep, view
from kselect_core.words.amounts import counted
from kselect_core.words.labels import readable
from kselect_core.words.places import pair_text, sample_text, split_text


class Methods(NamedTuple):
    """What is computed already: the methods on the split, and their choices on every split."""

    here: Designed
    everywhere: pd.DataFrame | None = None


@dataclass(frozen=True, eq=False)
class IteratedAt(OfSweep):
    """Methods for few labels on one split; ``unlabelled``: with the one that pools all points.

    They are computed when the first view asks for them: an eigendecomposition for each pool.
    """

    config: SweepConfig
    dataset: Dataset
    design: Design
    split: int = 0
    unlabelled: bool = True
    ready: Methods | None = None

    def made(self) -> str:
        """Return the expression that makes it from ``config`` and ``dataset``."""
        design = self.design
        fields = ["labelled", "steps", "base", "rescaled"]
        fields += [] if design.lambdas == DESIGN_LAMBDAS else ["lambdas"]
        settings = call("views.Design", **{name: literal(getattr(design, name)) for name in fields})
        pools = {} if self.unlabelled else {"unlabelled": "False"}
        split = literal(self.split)
        return call("views.IteratedAt", "config", "dataset", settings, split, **pools)

    @cached_property
    def here(self) -> Designed:
        """The methods on this split."""
        if self.ready is not None:
            return self.ready.here
        return designed(self.config, self.dataset, self.design, self.split)

    @property
    def names(self) -> tuple[str, ...]:
        """Methods that are shown: without unlabelled points there is no pool of all."""
        return METHODS if self.unlabelled else METHODS[:-1]

    @property
    def methods(self) -> list[Method]:
        """The methods that are shown."""
        return [self.here.method(name) for name in self.names]

    @property
    def spectra(self) -> list[Array]:
        """Eigenvalues of the pool before iterating and after every step."""
        return self.here.sharpened(unlabelled=self.unlabelled)

    def choices(self, *, everywhere: bool) -> pd.DataFrame:
        """Return what the methods shown choose, on this split or on every one."""
        if not everywhere:
            table = choices_of(self.here)
        elif self.ready is not None and self.ready.everywhere is not None:
            table = self.ready.everywhere
        else:
            table = designed_everywhere(self.config, self.dataset, self.design)
        return table[table["method"].isin(self.names)]

    @cached_property
    def engine(self) -> str:
        """Engine that computed the sweep."""
        return Setup.of(self.config, self.dataset).engine_of_all

    @property
    def n(self) -> int:
        """Number of training points."""
        return len(self.here.parts.everybody)

    @property
    def split_text(self) -> str:
        """Which split is looked at: ``split 2 of 5``."""
        return split_text(self.config, self.split)

    @property
    def kernel_text(self) -> str:
        """What is iterated."""
        of, _, value = self.design.base or usual_base(ITERATED)
        name = "exp(−‖x−z‖²/σ²), σ²" if of == GAUSSIAN.name else "exp(−c‖x−z‖), c"
        unit = ", rescaled to a mean diagonal of 1 over the pool" if self.design.rescaled else ""
        return f"K₀: {name} = {readable(value)}{unit}"

    @property
    def where(self) -> str:
        """What captions end with: kernel, labels, sample, split and seed."""
        return (
            f"{self.kernel_text}; {self.design.labelled} labelled points, "
            f"{sample_text(self.config, self.split, n=self.n, engine=self.engine)}"
            f"{pair_text(self.config.pair)}"
        )


@view("design_map")
def errors_held_out(at: IteratedAt, *, test: bool = True) -> Drawn:
    """Squared error held out over steps and λ, by method; ``test``: that at test points too."""
    methods, parts, lambdas = at.methods, at.here.parts, at.design.lambdas

    def numbers() -> pd.DataFrame:
        hidden = [] if test else ["test squared error", "test error"]
        cells = pd.DataFrame([cell for method in methods for cell in _cells(method, lambdas)])
        return cells.drop(columns=hidden).dropna(axis="columns", how="all")

    return Drawn(
        name="Squared error held out over steps and lambda",
        caption=f"Error on {len(parts.held_out)} labelled points held out; light is small, "
        f"darkest the upper quarter. {at.where}.",
        draw=lambda: design_map(
            [MethodMap(m.name, m.steps, m.held_out, m.test, m.chosen) for m in methods],
            lambdas,
            test=test,
        ),
        numbers=numbers,
    )


@view("design_steps")
def eigenvalues_of_steps(at: IteratedAt) -> Drawn:
    """Eigenvalues of the pool after every step, and the step and λ chosen with that pool."""
    method, spectra = at.methods[-1], at.spectra
    row, column = method.chosen
    k, lam = method.steps[row], at.design.lambdas[column]

    def numbers() -> pd.DataFrame:
        parts = [
            pd.DataFrame({"steps": line.steps, "number": line.number, "eigenvalue": line.value})
            for line in step_lines(spectra)
        ]
        return pd.concat(parts, ignore_index=True)

    return Drawn(
        name="Eigenvalues after every step",
        caption=f"Thick: k = {k}, chosen by {method.name}; dashed: its λ, below which little is "
        f"fitted. Pool: {'all training' if at.unlabelled else 'the labelled'} points"
        f"{pair_text(at.config.pair)}.",
        draw=lambda: step_spectra(spectra, chosen=k, lam=lam),
        numbers=numbers,
    )


@view("design_errors")
def errors_of_methods(
    at: IteratedAt, *, measure: Measure = "test_squared_error", everywhere: bool = False
) -> Drawn:
    """Test errors of what the methods choose, on this split or ``everywhere``, on all of them."""
    splits = at.config.repeats if everywhere else 1
    means = "Lines join the methods on one split; ticks are means. " if splits > 1 else ""
    regression = at.dataset.task == "regression"
    both = "" if regression else "Chosen by squared error in any case. "
    return Drawn(
        name="Test errors of the methods",
        caption=f"{means}{both}{counted(splits, 'split')}, {at.design.labelled} labelled points "
        f"each, n = {at.n} training points, seed {at.config.seed}{pair_text(at.config.pair)}. "
        f"{at.kernel_text}.",
        draw=lambda: design_errors(at.choices(everywhere=everywhere), measure=measure),
        numbers=lambda: at.choices(everywhere=everywhere).dropna(axis="columns", how="all"),
    )


def _cells(method: Method, lambdas: tuple[float, ...]) -> list[dict[str, object]]:
    """Return every cell of the map of a method as a row."""
    return [
        {
            "method": method.name,
            "steps": k,
            "lambda": lam,
            "squared error held out": method.held_out[i, j],
            "test squared error": method.test[i, j],
            "test error": method.rates[i, j],
            "chosen": (i, j) == method.chosen,
        }
        for i, k in enumerate(method.steps)
        for j, lam in enumerate(lambdas)
    ]
