"""A sample of a distribution, and fresh points of the same one, to measure the true error with.

Every random number has a stream of its own: the first points of a larger sample are those of a
smaller one, more noise moves the same points further, and flipping more labels flips the same
ones and others. Which side a point is on follows from its number alone.
"""

from typing import NamedTuple

import numpy as np

from kselect_core.data.made.recipe import Recipe
from kselect_core.data.set.dataset import Dataset
from kselect_core.data.words.findings import Finding
from kselect_core.types import Array, Float, Int

STREAM = 7
"""First spawn key of the seeds that draw made data."""
SAMPLE, FRESH = 0, 1
PLACES, NOISE, FLIPS, USELESS = 0, 1, 2, 3


class Latent(NamedTuple):
    """What a sample is made of before its noise: the same points for all noise and all shares.

    ``places`` are those of both sides, ``noise`` standard normal numbers, of which a regression
    adds the first to its target, and ``flips`` uniform ones: below the share a label is flipped.
    """

    places: tuple[Float[Array, "n 2"], Float[Array, "n 2"]]
    noise: Float[Array, "n 2"]
    flips: Float[Array, " n"]


def sample(recipe: Recipe) -> Dataset:
    """Return the data set of a recipe."""
    return _drawn(recipe, recipe.n, SAMPLE)


def fresh(recipe: Recipe, count: int) -> Dataset:
    """Return ``count`` further points of the same distribution, independent of the sample."""
    return _drawn(recipe, count, FRESH)


def latent(recipe: Recipe, count: int, part: int = SAMPLE) -> Latent:
    """Return what the first ``count`` points of a draw are made of."""
    u = _stream(recipe, part, PLACES).random((count, 2))
    sides = (np.zeros(count, dtype=np.int64), np.ones(count, dtype=np.int64))
    way = -1.0 if recipe.kind.turned else 1.0
    return Latent(
        (recipe.kind.place(u, sides[0]), recipe.kind.place(u, sides[1])),
        way * _stream(recipe, part, NOISE).standard_normal((count, 2)),
        _stream(recipe, part, FLIPS).random(count),
    )


def sides(count: int, minority: float) -> Int[Array, " n"]:
    """Return the side of each point: 1 as often as the share says, evenly spread."""
    steps = np.floor(np.arange(count + 1) * minority)
    crossings: Array = np.diff(steps).astype(np.int64)
    return crossings


def _drawn(recipe: Recipe, count: int, part: int) -> Dataset:
    draws, kind = latent(recipe, count, part), recipe.kind
    side = sides(count, recipe.minority)
    places = np.where(side[:, None] == 0, *draws.places)
    if kind.target is None:
        X = places + recipe.noise * draws.noise
        y = np.where(side == 0, -1.0, 1.0) * np.where(draws.flips < recipe.flipped, -1.0, 1.0)
    else:
        X, y = places, kind.target(places) + recipe.noise * draws.noise[:, 0]
    names = [f"x{j + 1}" for j in range(2 + recipe.useless)]
    finding = Finding("found", f"Made data: {recipe.title}.")
    return Dataset(
        np.column_stack([X, *_useless(recipe, count, part)]),
        y,
        recipe.name,
        "regression" if kind.target else "binary",
        tuple(names),
        kind.classes,
        (finding,),
    )


def _useless(recipe: Recipe, count: int, part: int) -> list[Float[Array, " n"]]:
    return [
        _stream(recipe, part, USELESS + j).standard_normal(count) for j in range(recipe.useless)
    ]


def _stream(recipe: Recipe, part: int, number: int) -> np.random.Generator:
    key = (STREAM, part, number)
    return np.random.default_rng(np.random.SeedSequence(recipe.draw, spawn_key=key))
