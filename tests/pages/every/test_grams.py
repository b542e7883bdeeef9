"""A sweep of Gram matrices on every page: what needs features says so, all else is drawn."""

import io
import time
from dataclasses import replace

import numpy as np
import pytest

from kselect_core import Candidates, SweepConfig, run_sweep
from kselect_core.plotting.output.steps_payload import spectra_payload
from kselect_core.results import runs
from kselect_core.selection import with_digest
from kselect_core.selection.places.cursor import FLAT
from kselect_core.views.rewards.width import NAMED
from kselect_ui import PAGES
from kselect_ui.server import upload
from kselect_ui.server.shelf import Shelf
from tests.collection import mostly_at_night
from tests.pages.visits import opened

EVERY = sorted(path.stem for path in PAGES.glob("[!_]*.py"))


@pytest.fixture
def digest(home):
    """Digest of a finished sweep of three named matrices, which were uploaded in one file."""
    return finished_sweep(home, ("kmer", "walk", "tree"))


def finished_sweep(home, names):
    """Sweep three matrices of these names, as if they were uploaded; gives its digest."""
    points = np.random.default_rng(0).standard_normal((48, 3))
    apart = ((points[:, None] - points) ** 2).sum(axis=2)
    of_points = np.exp(-apart), np.exp(-apart / 4), (points @ points.T + 1) ** 2
    matrices = dict(zip(names, of_points, strict=True))
    labels = np.where(points[:, 0] + 0.3 * points[:, 1] > 0, "yes", "no")
    written = io.BytesIO()
    np.savez(written, y=labels, **matrices)
    file = upload.store().keep(written.getvalue(), "grams.npz")
    table = upload.read(file, '{"symmetric": "gram"}').dataset
    reading = (("symmetric", "gram"),)
    upload.store().accept(upload.Accepted(table.digest, file, "grams", reading))
    config = SweepConfig(
        dataset="grams",
        candidates=Candidates("precomputed", table.grid),
        preprocessing="none",
        lambdas=(0.01, 0.1),
        criteria=("loo", "kfold", "kta", "fsm"),
        repeats=2,
        reading=reading,
    )
    config = with_digest(config, table)
    run = runs.Run(config.digest(), "finished", config.to_toml(), saved=time.time())
    runs.save(run, run_sweep(config, dataset=table), folder=home / "runs")
    return run.digest


@pytest.mark.parametrize(
    "page",
    mostly_at_night(EVERY, lambda page: page != "experiments"),  # it is about no sweep
)
def test_it_is_on_the_page_and_nothing_is_asked_of_it_in_code(digest, page):
    at = opened(page, run=digest)
    assert not at.exception
    assert not at.error
    said = " ".join(one.value for one in (*at.info, *at.warning)).replace("\\", "")
    assert "Candidates(" not in said
    assert "must be" not in said


@pytest.mark.parametrize("page", ["explore", "film", "rewards"])
def test_a_sweep_whose_matrices_are_gone_says_so(digest, home, page):
    config = SweepConfig.from_toml(runs.read(digest, folder=home / "runs").config)
    gone = replace(config, dataset="mine", dataset_digest="0" * 64)
    run = runs.Run(gone.digest(), "finished", gone.to_toml(), saved=time.time())
    runs.save(run, runs.load(digest, folder=home / "runs"), folder=home / "runs")
    at = opened(page, run=run.digest)
    assert not at.exception
    said = " ".join(one.value for one in (*at.info, *at.error))
    assert "are not on this computer" in said


def test_support_vector_machines_take_the_same_matrices(digest):
    at = opened("svm", run=digest)
    (offer,) = (one.label for one in at.button if "small SVM sweep" in one.label)
    assert "3 Gram matrices × 7 C" in offer
    assert at.title[0].value == "Which C and kernel would each criterion choose?"


@pytest.mark.parametrize("page", ["explore", "errors", "svm"])
def test_where_there_is_no_plane_a_link_leads_to_the_film(digest, page):
    at = opened(page, run=digest)
    (said,) = (one.value for one in at.info if "no plane" in one.value)
    assert said == FLAT
    assert "Film of the Gram matrices" in [one.label for one in at.get("page_link")]


def test_a_film_is_there_but_no_features_and_no_terms_along_names(digest):
    captions = [one.value for one in opened("perturbation", run=digest).caption]
    assert any("points with the largest norm" in one for one in captions)
    assert not any("Of the features" in one for one in captions)
    film = opened("film", run=digest)
    assert not film.info
    assert "from kmer to tree" in " ".join(one.value for one in film.markdown)
    assert any("Gram matrix: walk" in one.label for one in film.select_slider)
    rewards = opened("rewards", run=digest)
    assert [one.value for one in rewards.info] == [NAMED]


def test_the_spectrum_stands_first_where_there_is_no_plane_to_draw_a_fit_in(digest):
    said = [one.value for one in opened("explore", run=digest).caption]
    (spectrum,) = (i for i, words in enumerate(said) if words.startswith("Spectrum at"))
    (curves,) = (i for i, words in enumerate(said) if words.startswith("Each criterion from"))
    assert spectrum < curves


def test_nothing_is_said_of_a_narrow_kernel_where_nobody_knows_which_one_it_is(digest):
    at = opened("explore", run=digest)
    keys = [one.key for one in at.button]
    assert "try_stop" in keys
    assert "try_memorise" not in keys
    assert not any("fail" in one.label for one in at.get("page_link"))
    said = " ".join(one.value for one in (*at.markdown, *at.caption))
    assert "narrowest" not in said
    assert "3 Gram matrices" in said


def test_a_choice_that_a_narrow_window_cuts_can_be_had_in_full_from_the_link_behind_it(digest):
    whys = [one for one in opened("explore", run=digest).get("page_link") if one.label == "why"]
    assert whys
    for one in whys:
        assert any(name in one.help.partition("\n\n")[0] for name in ("kmer", "walk", "tree"))


def test_no_letter_of_a_long_choice_is_lost(home):
    names = tuple(f"{'of the same length ' * 14}{name}" for name in ("kmer", "walk", "tree"))
    at = opened("explore", run=finished_sweep(home, names))
    whys = [one.help.partition("\n\n")[0] for one in at.get("page_link") if one.label == "why"]
    assert whys
    assert not any("…" in told for told in whys)
    assert all(any(name in told for name in names) for told in whys)


def test_eigenvalues_that_the_browser_draws_are_of_kernels_with_names(digest, monkeypatch):
    sent = []

    def payload(*given, **more):
        sent.append(more.get("names"))
        return spectra_payload(*given, **more)

    monkeypatch.setattr("kselect_ui.figures.steps.shelf", Shelf)  # as if nothing was made before
    monkeypatch.setattr("kselect_ui.figures.steps.spectra_payload", payload)
    assert not opened("spectrum", run=digest).exception
    assert ("kmer", "walk", "tree") in sent


def test_a_first_sweep_of_the_matrices_is_one_button_away(digest, home):
    config = SweepConfig.from_toml(runs.read(digest, folder=home / "runs").config)
    at = opened("data", ds=f"own-{config.dataset_digest[:12]}")
    assert "3 matrices × 4 λ × 5 splits" in " ".join(one.value for one in at.markdown)
    assert at.button(key="quick_run").label.startswith("Run a first sweep")


@pytest.mark.parametrize("page", ["explore", "errors", "spectrum", "perturbation", "bounds", "svm"])
def test_they_are_called_by_name_and_not_by_number(digest, page):
    at = opened(page, run=digest)
    said = " ".join(one.value for one in (*at.markdown, *at.caption)).replace("\\", "")
    assert "t = " not in said.replace("error at = ", "")
    assert any(name in said for name in ("kmer", "walk", "tree"))
    assert not any("precomputed" in one.label for one in at.select_slider)
    assert not any("t = " in str(table.value) for table in at.dataframe)
