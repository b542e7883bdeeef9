"""Views of a width for every feature: which feature matters, and what that is worth."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from kselect_core.criteria.spectral.evidence import GML
from kselect_core.data import Dataset
from kselect_core.plotting.combined.error_dots import combined_errors
from kselect_core.plotting.combined.weight_bars import MOST, weight_bars
from kselect_core.plotting.combined.width_paths import SHOWN, width_paths
from kselect_core.plotting.kit.quantities import label
from kselect_core.selection.combination.feature_widths import FeatureWidths
from kselect_core.selection.combination.relevance import Relevances, relevances
from kselect_core.selection.config.config import SweepConfig
from kselect_core.views.python import call, literal
from kselect_core.views.view import Drawn, OfSweep, view
from kselect_core.words.amounts import counted
from kselect_core.words.labels import UNITS, apart_text, error_text, percent
from kselect_core.words.lists import listed
from kselect_core.words.places import pair_text

ROLES = ("a width per feature", "one width for all")
MOSTLY = 0.9
"""Features that hold so much of the distance together are named."""
MOST_NAMES = 4


@dataclass(frozen=True, eq=False)
class RelevanceAt(OfSweep):
    """A width for every feature, by a criterion, on one split or, without ``split``, on all.

    The widths of every split are learnt when the first view asks for them.
    """

    config: SweepConfig
    dataset: Dataset
    objective: str = GML.name
    split: int | None = None
    ready: Relevances | None = None

    def made(self) -> str:
        """Return the expression that makes it from ``config`` and ``dataset``."""
        split = {} if self.split is None else {"split": literal(self.split)}
        objective = literal(self.objective)
        return call("views.RelevanceAt", "config", "dataset", objective, **split)

    @cached_property
    def found(self) -> Relevances:
        """Widths on every split, and test errors there."""
        return self.ready or relevances(self.config, self.dataset, self.objective)

    @property
    def task(self) -> str:
        """Kind of labels: "binary", also for several classes, or "regression"."""
        return "regression" if self.dataset.task == "regression" else "binary"

    @property
    def rows(self) -> slice:
        """Rows of the splits that are looked at."""
        return slice(None) if self.split is None else slice(self.split, self.split + 1)

    @property
    def where(self) -> str:
        """What every caption ends with: sample, splits, seed."""
        count = len(self.found.own)
        splits = f"split {self.split + 1} of {count}" if self.split is not None else ""
        sample = f"n = {self.found.n} training points{pair_text(self.config.pair)}"
        return f"{sample}, {splits or counted(count, 'split')}, seed {self.config.seed}."


@view("relevance")
def relevance_of_features(at: RelevanceAt) -> Drawn:
    """A bar for each feature: its share of the squared distance under the widths learnt."""
    widths, count = at.found, len(at.found.names)
    mean = "" if at.split is not None or len(widths.own) == 1 else "Means, a dot for each split. "
    part = f"The {MOST} largest of {count} features. " if count > MOST else ""
    steps = [_steps(one) for one in widths.own[at.rows]]
    return Drawn(
        name="Relevance of the features",
        caption=f"Share of each feature in the mean of Σ γ_f (x_f − z_f)²; dashed: equal shares. "
        f"{mean}{part}Widths γ_f and λ by {label(at.objective)} along its slope, to the smallest "
        f"error at a fifth of the training points: {', '.join(steps)}. {at.where}",
        draw=lambda: weight_bars(
            widths.shares[at.rows],
            widths.names,
            quantity=at.objective,
            equal=1 / count,
            title="share of the squared distance",
        ),
        numbers=lambda: _path(at),
    )


@view("relevance_path")
def widths_along_descent(at: RelevanceAt) -> Drawn:
    """Width γ_f of every feature over the steps of the descent, on one split."""
    split = at.split or 0
    widths = at.found.own[split]
    order = np.argsort(-widths.relevance).tolist()
    more = f"; grey: {len(widths.names) - SHOWN} others" if len(widths.names) > SHOWN else ""
    one = "" if at.split is not None or len(at.found.own) == 1 else " The first split."
    return Drawn(
        name="Widths of the features along the descent",
        caption="Large γ_f: small differences in the feature count; towards 0 it is not "
        f"used{more}. Dashed: the step taken, {_steps(widths)}; later ones fit the held-out points "
        f"worse.{one} {at.where}",
        draw=lambda: width_paths(widths.gamma, widths.names, order, chosen=widths.chosen),
        numbers=lambda: _steps_of(widths, split),
    )


@view("relevance_errors")
def errors_of_feature_widths(at: RelevanceAt) -> Drawn:
    """Test errors of a width per feature and of one width for all, learnt in the same way."""

    def numbers() -> pd.DataFrame:
        table = pd.DataFrame(at.found.errors, columns=list(ROLES))
        return table.assign(split=range(1, len(table) + 1))

    return Drawn(
        name="Test errors of a width per feature and of one for all",
        caption="Kernel ridge regression on the whole training part, Gaussian kernel. Both were "
        f"learnt without the test points. Small points: splits; large: mean ± sd. {at.where}",
        draw=lambda: combined_errors(
            at.found.errors[at.rows],
            ROLES,
            quantity=at.objective,
            rate=at.task == "binary",
            oracle=False,
        ),
        numbers=numbers,
    )


def finding(at: RelevanceAt, safe: Callable[[str], str], *, tested: bool = True) -> str:
    """Return in Markdown which features matter and, where errors may be ``tested``, if that pays.

    ``safe`` writes a name so that Markdown shows it letter by letter.
    """
    shares = at.found.shares[at.rows].mean(axis=0)
    order = np.argsort(-shares, kind="stable")
    needed = int(np.searchsorted(np.cumsum(shares[order]), MOSTLY)) + 1
    names = [f"**{safe(at.found.names[i])}**" for i in order[: min(needed, MOST_NAMES)]]
    verb = "holds" if len(names) == 1 else "hold"
    held = percent(float(shares[order][: len(names)].sum()))
    what = (
        f"By **{safe(label(at.objective))}**, {listed(names)} of {len(shares)} features {verb} "
        f"{held} of the squared distance."
    )
    return f"{what} {_worth(at)}" if tested else what


def _worth(at: RelevanceAt) -> str:
    own, alike = at.found.errors[at.rows].mean(axis=0).tolist()
    errors = (
        f"{UNITS[at.task].capitalize()} **{error_text(own, at.task)}**, with one width for all "
        f"{error_text(alike, at.task)}"
    )
    gap = apart_text(max(own, alike), min(own, alike), at.task)
    if own < alike:
        return f"{errors}: a width per feature gains {gap}."
    if own == alike:
        return f"{errors}: a width per feature gains nothing."
    return (
        f"{errors}: **a width per feature overfits here**, it loses {gap}. So many widths fit the "
        f"criterion itself; take one width, or fewer features."
    )


def _steps(widths: FeatureWidths) -> str:
    """Return at which step a descent was left: ``step 7 of 17``."""
    return f"step {widths.chosen} of {len(widths.value) - 1}"


def _path(at: RelevanceAt) -> pd.DataFrame:
    """Return every step of every split: the criterion's goal, error held out, λ, widths."""
    parts = [_steps_of(one, k) for k, one in enumerate(at.found.own[at.rows], start=at.split or 0)]
    return pd.concat(parts, ignore_index=True)


def _steps_of(descent: FeatureWidths, split: int) -> pd.DataFrame:
    """Return the same of one split."""
    steps = {
        "split": split + 1,
        "step": np.arange(len(descent.value)),
        "goal": descent.value,
        "squared error held out": descent.held_out,
        "lambda": descent.lam,
        "chosen": np.arange(len(descent.value)) == descent.chosen,
    }
    widths = {f"γ {name}": descent.gamma[:, i] for i, name in enumerate(descent.names)}
    return pd.DataFrame(steps | widths)
