"""A report of one place of a sweep whose slider goes through the kernels, as one HTML file."""

import pandas as pd

from kselect_core.data.catalogue.cards import title_of
from kselect_core.plotting.kit.quantities import arrow
from kselect_core.plotting.output.film_page import film_in_report
from kselect_core.plotting.output.film_payload import film_payload
from kselect_core.plotting.output.page_report import Report, report
from kselect_core.selection.places.cursor import Cursor
from kselect_core.views.film.page import FilmPage, titles
from kselect_core.views.film.pictures import FilmAt, finding, moving_pictures
from kselect_core.views.programs import script
from kselect_core.words.labels import in_full, quantity_text, strength
from kselect_core.words.places import splits_fact


def film_report(
    at: FilmAt,
    *,
    quantities: tuple[str, ...] = (),
    test: bool = True,
    start: Cursor | None = None,
) -> FilmPage:
    """Return a report with a slider of the kernel as one HTML file that needs no network.

    It has the finding, decision picture, Gram matrix, spectrum and curves, the numbers at every
    kernel, the configuration and the program. A print shows the kernel that is chosen. Of a usual
    grid (31 widths) it is below 3 MB. Along λ the slider is that of λ.

    The options are those of `film_page`. Write it with
    ``Path("report.html").write_text(…, encoding="utf-8")``.
    """
    return FilmPage(report(report_content(at, quantities, test=test, start=start)))


def report_content(
    at: FilmAt, quantities: tuple[str, ...], *, test: bool, start: Cursor | None = None
) -> Report:
    """Return what `film_report` writes, for a page that adds to it."""
    config, step = at.config, step_of(at)
    return Report(
        title=f"{title_of(config.dataset)}, {step} by {step}",
        finding=f"{finding(at, str, test=test).replace('**', '')}\n{in_full(quantities)}".strip(),
        facts=(
            ("Sweep", config.digest()),
            splits_fact(config),
        ),
        configuration=config.to_toml(),
        program=script(config, measure=at.sweep.measure),
        pictures=film_in_report(
            film_payload(at.shown(test=test), titles(at)),
            at.lines(quantities, test=test),
            step_numbers(at, quantities, test=test),
            caption=moving_pictures(at, quantities=quantities, test=test).caption,
            step=step,
            start=at.frame_of(start or at.cursor),
        ),
    )


def step_numbers(at: FilmAt, quantities: tuple[str, ...], *, test: bool) -> pd.DataFrame:
    """Return the numbers of the film as a table for readers: a row for each of its frames.

    Columns: the kernel (or λ) in words, effective dimension, condition number, criteria,
    and, if ``test``, the error on the test points, along λ also on the training points.
    """
    numbers = moving_pictures(at, quantities=quantities, test=test).numbers()
    shown: dict[str, object] = {step_of(at): list(at.names)}
    shown["effective dimension"] = numbers["effective_dimension"]
    shown["condition number"] = numbers["condition"]
    for quantity in (*quantities, *at.errors):
        if quantity in numbers:
            name = f"{quantity_text(quantity)} {arrow(quantity)}"
            shown[at.said(name)] = numbers[quantity].astype(float)
    return pd.DataFrame(shown)


def step_of(at: FilmAt) -> str:
    """Return what changes from frame to frame: "kernel", or λ or C."""
    return strength(at.config) if at.over_lambda else "kernel"
