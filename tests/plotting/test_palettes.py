"""Colour scales: one palette for each meaning, in every picture that has one."""

import ast
from pathlib import Path

import numpy as np
import pytest

from kselect_core.plotting import kit
from kselect_core.plotting.curves.pair_map import pair_map
from kselect_core.plotting.curves.regret_strip import families, regret_strip
from kselect_core.plotting.data.decision_picture import decision_picture
from kselect_core.plotting.data.groups import groups
from kselect_core.plotting.data.target_histogram import target_histogram
from kselect_core.plotting.kit.theme import (
    CLASS_COLOURS,
    GOOD_TO_BAD,
    INK,
    MAGNITUDE,
    SIGNED,
    SIGNED_POINTS,
    TWO_CLASSES,
    styles,
)
from kselect_core.plotting.maps.cost_maps import cost_maps
from kselect_core.plotting.maps.design_map import design_map
from kselect_core.plotting.maps.grid_map import grid_map
from kselect_core.plotting.maps.row import map_row
from kselect_core.plotting.output.channels import (
    FAINT,
    FULL,
    channels,
    fit_channels,
    matrix_channels,
)
from kselect_core.plotting.points.fragility_map import fragility_map
from kselect_core.plotting.points.matrix_picture import matrix_picture
from kselect_core.plotting.points.matrix_still import matrix_still
from kselect_core.plotting.spectra.eigenvector_map import eigenvector_map
from kselect_core.plotting.spectra.waterfall import waterfall
from kselect_core.plotting.terms.move_map import move_map
from tests.plotting.curves.test_pair_map import PAIRS
from tests.plotting.curves.test_regret_strip import CHOICES as CHOSEN, TABLE as SWEPT
from tests.plotting.data.test_decision_picture import view
from tests.plotting.kit.test_theme import ALIKE, DARK, LIGHT, contrast, seen
from tests.plotting.maps.test_design_map import LAMBDAS, SKM, UKM
from tests.plotting.maps.test_grid_map import CHOICES, TABLE, VIEW
from tests.plotting.points import test_fragility_map as fragile
from tests.plotting.spectra import test_eigenvector_map as vectors
from tests.plotting.spectra.test_waterfall import SIGMAS, TAU
from tests.plotting.terms.test_move_map import WORDS, summary

BY_MEANING = {
    "good or bad": (GOOD_TO_BAD, ()),
    "size": (MAGNITUDE, ()),
    "sign": (SIGNED, (SIGNED_POINTS,)),
    "class": (TWO_CLASSES, ()),
}
PICTURES = {
    "regret of choices": ("good or bad", lambda: regret_strip(CHOSEN, families(SWEPT))),
    "criterion of pairs": ("good or bad", lambda: pair_map(PAIRS, quantity="loo", name="LOO")),
    "criterion over the grid": ("good or bad", lambda: grid_map(TABLE, CHOICES, view=VIEW)),
    "all criteria": (
        "good or bad",
        lambda: map_row(TABLE, CHOICES, quantities=("loo",), view=VIEW),
    ),
    "criteria over C": (
        "good or bad",
        lambda: cost_maps(TABLE, CHOICES, quantities=("loo", "test_error"), view=VIEW),
    ),
    "error of iterated kernels": ("good or bad", lambda: design_map([SKM, UKM], LAMBDAS)),
    "eigenvalues of all kernels": ("size", lambda: waterfall(SIGMAS, TAU, mu=0.5)),
    "targets": ("size", lambda: target_histogram(np.arange(9.0))),
    "fit of a regression": ("size", lambda: decision_picture(view())),
    "Gram matrix": ("size", lambda: matrix_still(matrix_picture(np.eye(2)))),
    "matrix of both signs": (
        "sign",
        lambda: matrix_still(matrix_picture(-np.eye(2), kind="diverging")),
    ),
    "moves of choices": ("sign", lambda: move_map(summary(), words=WORDS)),
    "narrower or wider": (
        "sign",
        lambda: fragility_map(fragile.POINTS, fragile.LABELS, fragile.moves()),
    ),
    "eigenvector": (
        "sign",
        lambda: eigenvector_map(vectors.POINTS, vectors.LABELS, vectors.VECTOR),
    ),
    "fit of two classes": ("class", lambda: decision_picture(view(), class_names=("no", "yes"))),
}
MODULES = {
    "curves/pair_map.py": {"GOOD_TO_BAD"},
    "curves/regret_strip.py": {"GOOD_TO_BAD"},
    "data/decision_picture.py": {"MAGNITUDE", "TWO_CLASSES"},
    "data/groups.py": {"MAGNITUDE"},
    "data/target_histogram.py": {"MAGNITUDE"},
    "data/thumbnail.py": {"MAGNITUDE"},
    "maps/design_map.py": {"GOOD_TO_BAD"},
    "maps/traces.py": {"GOOD_TO_BAD"},
    "output/channels.py": {"MAGNITUDE", "SIGNED", "TWO_CLASSES"},
    "points/fragility_map.py": {"SIGNED_POINTS"},
    "points/matrix_still.py": {"MAGNITUDE", "SIGNED"},
    "spectra/eigenvector_map.py": {"SIGNED_POINTS"},
    "spectra/waterfall.py": {"MAGNITUDE"},
    "terms/move_map.py": {"SIGNED"},
}
"""Who draws with which palette. A new picture joins the table above as well."""
PALETTES = {"MAGNITUDE", "GOOD_TO_BAD", "TWO_CLASSES", "SIGNED", "SIGNED_POINTS"}


def scales(part):
    """Every colour scale in a part of a figure."""
    if isinstance(part, dict):
        own = [tuple(map(tuple, part["colorscale"]))] if "colorscale" in part else []
        return own + [scale for value in part.values() for scale in scales(value)]
    if isinstance(part, list | tuple):
        return [scale for value in part for scale in scales(value)]
    return []


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_has_the_palette_of_its_meaning(name):
    meaning, draw = PICTURES[name]
    in_cells, at_points = BY_MEANING[meaning]
    found = set(scales(draw().to_plotly_json()))
    assert found
    assert found <= {in_cells, *at_points}


def test_no_other_picture_has_a_colour_scale_and_none_one_of_its_own():
    folder = Path(kit.__file__).parents[1]
    found, scaled = {}, set()
    for path in folder.rglob("*.py"):
        place, text = path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8")
        nodes = list(ast.walk(ast.parse(text)))
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        names = (names | {n.attr for n in nodes if isinstance(n, ast.Attribute)}) & PALETTES
        if names and path.parent.name != "kit":
            found[place] = names
        if any(isinstance(node, ast.Constant) and node.value == "colorscale" for node in nodes):
            scaled.add(place)
    assert found == MODULES
    assert scaled <= set(MODULES)


def test_points_of_a_regression_have_the_colours_of_size():
    (group,) = groups(np.arange(3.0), (), np.ones(3, dtype=bool))
    assert scales(group.marker(size=6)) == [MAGNITUDE]


def test_what_the_browser_draws_has_the_palette_of_its_meaning():
    assert fit_channels(classes=True) == channels(TWO_CLASSES)
    assert fit_channels(classes=False) == channels(MAGNITUDE, strength=FAINT)
    assert matrix_channels(signed=True) == channels(SIGNED, strength=FULL)
    assert matrix_channels(signed=False) == channels(MAGNITUDE, strength=FULL)


def lightness(palette):
    return np.array([seen(colour)[0] for _, colour in palette])


def solid(palette):
    """Both ends of a palette as they are where nothing shines through."""
    stops = channels(palette)
    return ["#{:02x}{:02x}{:02x}".format(*map(int, stops[k][1][:3])) for k in (0, -1)]


def test_good_to_bad_darkens_in_even_steps_also_without_the_sense_for_green():
    steps = -np.diff(lightness(GOOD_TO_BAD))
    assert steps.min() > 0
    assert steps.max() < 1.2 * steps.min()


def test_the_dark_end_of_good_to_bad_shows_on_a_dark_page_and_ink_on_it():
    worst = GOOD_TO_BAD[-1][1]
    assert min(contrast(worst, DARK), contrast(worst, INK), contrast(worst, LIGHT)) >= 3.0


@pytest.mark.parametrize("key", styles())
def test_marks_of_criteria_stand_out_from_good_and_bad(key):
    ends = (GOOD_TO_BAD[0], GOOD_TO_BAD[2])
    assert min(np.linalg.norm(seen(styles()[key].colour) - seen(end)) for _, end in ends) > ALIKE


def test_the_ends_of_two_meanings_are_not_one_colour():
    pairs = {name: solid(palette) for name, (palette, _) in BY_MEANING.items()}
    assert solid(SIGNED) == [SIGNED_POINTS[0][1], SIGNED_POINTS[-1][1]]
    assert min(contrast(end, page) for end in pairs["sign"] for page in (LIGHT, DARK)) >= 3.0
    assert not set(pairs["sign"]) & {*CLASS_COLOURS, *pairs["class"]}
    for other in ("size", "class", "sign"):
        assert not set(pairs["good or bad"]) & set(pairs[other])
    low, high = map(seen, pairs["sign"])
    assert np.linalg.norm(low - high) > 4 * ALIKE
