"""Figures of the site, drawn by the views themselves on two moons when the site is made."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from plotly.offline import get_plotlyjs  # noqa: TID251 (the library for the browser)

from kselect_core import SweepConfig, load_dataset, views
from kselect_core.criteria import CRITERIA, Criterion
from kselect_core.plotting.kit.theme import CONFIG
from kselect_core.words.escaped import markdown

DATA = "two_moons"
WIDTH, SPLITS = 0.5, 3
COSTS = (0.1, 1.0, 10.0)
POINT = {"kernel": "gaussian", "parameter": WIDTH}
SHOWN = ("kfold", "loo", "ckta", "fsm")
LIBRARY = "static/plotly.min.js"
BEGINS = f"""from kselect_core import SweepConfig, load_dataset, views

config = SweepConfig(dataset="{DATA}", repeats={SPLITS})
dataset = load_dataset("{DATA}")"""
SECTIONS = {
    "What each criterion would choose": (
        ("sweep", views.criterion_curves, {"quantities": SHOWN, "axis": "normalised"}),
        ("sweep", views.grid_map, {"quantity": "test_error", "choices": SHOWN}),
        ("sweep", views.regrets, {"quantities": SHOWN}),
    ),
    "What a kernel sees": (
        ("cursor", views.decision, {}),
        ("spectrum", views.spectra_of_family, {}),
        ("spectrum", views.labels_in_eigenvectors, {}),
        ("spectrum", views.degrees_of_freedom, {}),
    ),
    "The data": (
        ("data", views.data_in_plane, {}),
        ("data", views.pair_distances, {}),
    ),
}


@lru_cache
def sweep(learner: str, criteria: tuple[str, ...] = ()) -> views.SweepAt:
    """Return the sweep of a learner, with its usual criteria if none are named."""
    named = {"criteria": criteria} if criteria else {}
    named |= {"C": COSTS} if learner == "svm" else {}
    config = SweepConfig(dataset=DATA, repeats=SPLITS, learner=learner, **named)
    return views.SweepAt(config, load_dataset(DATA))


def places() -> dict[str, views.Place]:
    """Return where the views look, by a word."""
    at = sweep("krr")
    cursor = views.Cursor(0, *POINT.values(), middle(at))
    return {
        "sweep": at,
        "cursor": views.CursorAt(at.config, at.dataset, cursor),
        "spectrum": views.SpectrumAt(at.config, at.dataset, cursor),
        "data": views.DataAt(at.dataset),
    }


def middle(at: views.SweepAt) -> float:
    """Return the λ in the middle of the grid."""
    return at.config.lambdas[len(at.config.lambdas) // 2]


def pages() -> Iterator[tuple[str, str]]:
    """Give the path of every page and its text."""
    yield LIBRARY, get_plotlyjs()
    found = places()
    parts = [
        "# Figures from Python",
        "Every figure of the app is a view: one function that gives the figure, its caption and "
        "its numbers. These were drawn by the lines below them when this page was made, after",
        f"```python\n{BEGINS}\n```",
    ]
    for title, drawings in SECTIONS.items():
        parts.append(f"## {title}")
        for place, view, options in drawings:
            at = found[place]
            point = {**POINT, "lam": middle(at)} if view in WITH_POINT else {}
            parts.append(drawn(view, at, {**point, **options}))
    yield "figures.md", "\n\n".join(parts)


WITH_POINT = (views.criterion_curves, views.grid_map)


def drawn(view: views.View, at: views.Place, options: dict[str, object]) -> str:
    """Return a figure with its caption and its program."""
    shown = view(at, **options)
    program = view.program(at, **options).partition("\n\n")[2].strip()
    parts = [
        f"### {markdown(shown.name)}",
        figure(shown, view.name),
        markdown(shown.caption),
        f"```python\n{program}\n```",
    ]
    return "\n\n".join(parts)


def of_criterion(one: Criterion) -> str:
    """Return the figure of a criterion along the width, with the test error."""
    learner = "krr" if one.applies_to("krr") else "svm"
    judging = tuple(name for name, other in CRITERIA.items() if other.applies_to(learner))
    at = sweep(learner, judging)
    options = {**POINT, "lam": middle(at), "quantities": (one.name,)}
    shown = views.criterion_curves(at, **options)
    return f"{figure(shown, one.name)}\n\n{markdown(shown.caption)}"


def figure(shown: views.Drawn, name: str) -> str:
    """Return a figure as HTML; the library for all figures stands beside the pages."""
    body = shown.figure.to_html(
        config=dict(CONFIG),
        include_plotlyjs=False,
        include_mathjax=False,
        full_html=False,
        div_id=f"figure-{name}",
    )
    label = f'<div class="figure" role="img" aria-label="{shown.name}">'
    return f"```{{raw}} html\n{label}{body}</div>\n```"


def with_library(app: object, name: str, *_: object) -> None:
    """Load the library on pages that have figures."""
    if name == "reference/figures" or name.startswith("reference/criteria/"):
        app.add_js_file(Path(LIBRARY).name)


def setup(app: object) -> None:
    """Tell Sphinx of the figures."""
    app.connect("html-page-context", with_library)
