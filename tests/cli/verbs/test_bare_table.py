"""``kselect sweep TABLE``: the usual grid on a table as it is."""

from dataclasses import replace

import numpy as np
import pytest

from kselect_core.cli.verbs import bare_table, sweeping
from kselect_core.data import load_dataset
from kselect_core.selection import Candidates, run_sweep
from kselect_core.selection.sweep.setup import named_dataset

SMALL = (Candidates("gaussian", (1.0, 4.0), "2tau"),)


@pytest.fixture
def here(monkeypatch):
    """Configurations that are swept, in this process."""
    seen = []

    def in_this_process(asked, **options):
        seen.append(asked)
        return run_sweep(asked, **{**options, "workers": None})

    monkeypatch.setattr(sweeping, "run_sweep", in_this_process)
    return seen


@pytest.fixture
def swept(here, monkeypatch):
    """Configurations that are swept: on two widths only."""
    usual = bare_table._usual  # noqa: SLF001 (its grid is shortened here)

    def small(dataset, **how):
        asked = usual(dataset, **how)
        return replace(asked, candidates=SMALL, repeats=min(2, asked.repeats))

    monkeypatch.setattr(bare_table, "_usual", small)
    return here


@pytest.fixture
def heart(tmp_path):
    rng = np.random.default_rng(1)
    X = rng.standard_normal((80, 3))
    outcome = np.where(X[:, 0] + X[:, 1] > 0, "ill", "well")
    lines = [f"{a:.4f},{o},{b:.4f},{c:.4f}" for (a, b, c), o in zip(X, outcome, strict=True)]
    path = tmp_path / "heart.csv"
    path.write_text("\n".join(["age,outcome,rate,flow", *lines]) + "\n", "utf-8")
    return path


def test_a_table_is_swept_with_its_label(kselect, swept, heart):
    found = kselect("sweep", heart, "--label", "outcome")
    assert "heart: 80 rows, 3 features, two classes (ill, well)" in found.stderr
    assert "Recommended:" in found.stdout
    assert "loo" in found.stdout
    assert swept[0].dataset == "heart"


@pytest.mark.usefixtures("swept")
def test_a_kept_configuration_refuses_another_table(kselect, heart, tmp_path):
    kept = tmp_path / "heart.toml"
    kselect("sweep", heart, "--label", "outcome", "--config-out", kept)
    kselect("sweep", kept, "--data", heart)
    other = heart.with_name("other.csv")
    other.write_text(heart.read_text("utf-8").replace(",ill,", ",all,"), "utf-8")
    said = " ".join(kselect("sweep", kept, "--data", other, status=1).stderr.split())
    assert "is not the one this sweep was made for" in said


@pytest.mark.usefixtures("swept")
def test_what_was_changed_or_noticed_in_a_table_is_said_before_it_is_swept(kselect, tmp_path):
    rows = [f"{k % 20},{k % 3},7,{'no' if k % 20 < 10 else 'yes'}" for k in range(120)]
    (tmp_path / "t.csv").write_text("\n".join(["a,b,c,label", *rows]), "utf-8")
    told = " ".join(kselect("sweep", tmp_path / "t.csv").stderr.split())
    assert "1 column is the same in every row and left out: 'c' (7)" in told
    assert "60 duplicate rows of 120: where one copy is trained on and another tested" in told
    assert "found:" not in told  # what a file is, is no news


def test_of_a_very_large_table_rows_are_drawn_in_proportion(kselect, swept, heart, monkeypatch):
    monkeypatch.setattr(bare_table, "DRAWN", 40)
    rows = heart.read_text("utf-8").splitlines()
    heart.write_text("\n".join([rows[0], *sorted(rows[1:], key=lambda r: "ill" in r)]), "utf-8")
    found = kselect("sweep", heart, "--label", "outcome")
    assert "heart: 80 rows, 3 features, two classes (ill, well); 40 rows are drawn" in found.stderr
    whole = load_dataset(heart, label="outcome")
    drawn = bare_table.of_table(str(heart), "outcome", None, ()).dataset
    assert len(drawn.y) == 40
    assert abs(drawn.y.mean() - whole.y.mean()) < 0.05
    assert swept[0].dataset == "heart"
    assert dict(swept[0].reading) == {"label": "outcome", "rows": 40}
    read = load_dataset(heart, **dict(swept[0].reading))
    assert read.digest == drawn.digest


def test_another_number_of_rows_is_asked_for(kselect, swept, heart, monkeypatch):
    monkeypatch.setattr(bare_table, "DRAWN", 40)
    found = kselect("sweep", heart, "--label", "outcome", "--set", "rows=60")
    assert "heart: 60 rows, 3 features" in found.stderr
    assert dict(swept[0].reading)["rows"] == 60


def test_numbers_are_a_regression_without_what_needs_classes(kselect, swept, heart):
    rows = heart.read_text("utf-8").splitlines()
    heart.write_text("\n".join(r.replace("ill", "1").replace("well", "2") for r in rows), "utf-8")
    found = kselect("sweep", heart, "--label", "flow", "--set", "task=regression")
    assert "regression" in found.stderr
    keys = {choice.key for choice in swept[0].criteria}
    assert {"kfold", "loo", "kta"} <= keys
    assert keys.isdisjoint({"mmd", "fsm", "sm"})


def test_the_engine_is_asked_for_by_name(kselect, swept, heart, tmp_path):
    kept = tmp_path / "values.csv"
    found = kselect("sweep", heart, "--label", "outcome", "--engine", "tiled", "--out", kept)
    assert swept[0].engine == "tiled"
    assert "engine tiled" in found.stderr
    assert "undecided" in found.stdout
    assert kept.read_text("utf-8").splitlines()[0].endswith(",reason,error,converged")


def test_a_number_of_landmarks_asks_for_their_engine(kselect, swept, heart):
    found = kselect("sweep", heart, "--label", "outcome", "--landmarks", "20")
    assert (swept[0].engine, swept[0].landmarks) == ("landmarks", 20)
    assert "the learner on 20 landmarks" in found.stderr
    refused = kselect("sweep", heart, "--landmarks", "20", "--engine", "tiled", status=1)
    assert "which has none" in refused.stderr


@pytest.fixture
def matrices():
    rng = np.random.default_rng(3)
    X = rng.standard_normal((60, 4))
    near = ((X[:, None] - X) ** 2).sum(axis=2)
    y = np.where(X[:, 0] > 0, "yes", "no")
    return {"kmer": np.exp(-near), "walk": np.exp(-near / 9)}, y


def test_gram_matrices_are_swept_as_they_are(kselect, tmp_path, matrices):
    family, y = matrices
    np.savez(tmp_path / "grams.npz", y=y, **family)
    found = kselect("sweep", tmp_path / "grams.npz", "--set", "symmetric=gram", "--workers", 1)
    assert "60 rows, 2 Gram matrices, two classes (no, yes)" in found.stderr
    assert "notice" not in found.stderr
    assert "Gram matrices: 1 kmer, 2 walk" in found.stderr
    assert "Recommended: Gram matrix " in found.stdout
    assert "t = " not in found.stdout.partition("In scikit-learn")[0]
    assert "2⁰" not in found.stdout


@pytest.mark.usefixtures("here")
def test_gram_matrices_are_told_by_name_and_have_no_order(kselect, tmp_path, matrices):
    family, y = matrices
    points = np.where(y == "yes", 1.0, -1.0) + np.random.default_rng(0).standard_normal(60)
    indefinite = np.tanh(1.0 + 2.0 * np.outer(points, points))
    family = {"walk": family["walk"], "tanh": indefinite, "kmer": family["kmer"]}
    np.savez(tmp_path / "grams.npz", y=y, **family)
    said = kselect("sweep", tmp_path / "grams.npz", "--set", "symmetric=gram")
    lines = {line.split()[0]: line for line in said.stdout.splitlines() if line}
    assert "walk, λ = " in lines["loo"]
    assert "Recommended: Gram matrix walk, λ = " in lines["Recommended:"]
    assert "precomputed t = " not in said.stdout
    assert "low end of the parameter" not in said.stdout
    untested = next(
        line
        for line in said.stdout.splitlines()
        if "such as the Gram matrix tanh: K is ind" in line
    )
    assert "without a test error" in untested
    assert "nan" not in said.stdout
    warned = " ".join(said.stderr.split())
    assert "notice: 'tanh' is not positive semi-definite: its smallest eigenvalue is -" in warned
    assert "Remedies, each another kernel: K + c·I" in warned


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("ending", ["md", "tex"])
def test_a_table_for_a_paper_has_the_names_of_gram_matrices(kselect, tmp_path, matrices, ending):
    family, y = matrices
    np.savez(tmp_path / "grams.npz", y=y, **family)
    paper = tmp_path / f"choices.{ending}"
    kselect("sweep", tmp_path / "grams.npz", "--set", "symmetric=gram", "--table", paper)
    text = paper.read_text("utf-8")
    assert "kmer" in text
    assert "precomputed" not in text


@pytest.mark.usefixtures("here")
def test_a_value_of_gram_matrices_without_a_test_error_is_named(kselect, tmp_path, matrices):
    family, y = matrices
    points = np.where(y == "yes", 1.0, -1.0) + np.random.default_rng(0).standard_normal(60)
    indefinite = np.tanh(1.0 + 2.0 * np.outer(points, points))
    np.savez(tmp_path / "grams.npz", y=y, **{"0.5": indefinite, "2": family["kmer"]})
    said = kselect("sweep", tmp_path / "grams.npz", "--set", "symmetric=gram")
    assert "without a test error, such as the precomputed kernel, t = 0.5: K is ind" in said.stdout


def test_gram_matrices_without_labels_are_refused_with_the_way(kselect, tmp_path, matrices):
    np.savez(tmp_path / "grams.npz", **matrices[0])
    found = kselect("sweep", tmp_path / "grams.npz", "--set", "symmetric=gram", status=1)
    assert "as an array called y (numpy.savez(file, y=labels" in " ".join(found.stderr.split())


def test_a_data_set_is_swept_by_its_name(kselect_json, swept):
    found = kselect_json("sweep", "moons")
    assert found["dataset"] == "two_moons"
    assert swept


def test_the_usual_sweep_trains_on_a_thousand_rows():
    usual = bare_table._usual  # noqa: SLF001
    moons = load_dataset("moons")
    assert usual(moons).test_share == 0.3
    many = replace(moons, X=np.tile(moons.X, (20, 1)), y=np.tile(moons.y, 20))
    assert round(len(many.y) * (1 - usual(many).test_share)) == 1000


def test_what_is_open_is_asked_with_its_option(kselect, tmp_path):
    path = tmp_path / "open.csv"
    path.write_text("1.5,2,3\n3.5,4,1\n2.5,7,5\n", "utf-8")
    found = kselect("sweep", path, status=1)
    assert "--set OPTION=VALUE" in found.output.replace("\n", " ")


def test_a_label_belongs_to_a_table(kselect, tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text('dataset = "moons"\n', "utf-8")
    found = kselect("sweep", path, "--label", "x", status=2)
    assert "--label belongs to a table" in found.output


def test_that_few_rows_are_trained_on_is_said_with_the_way_to_all(
    kselect, swept, heart, monkeypatch
):
    monkeypatch.setattr(bare_table, "ROWS", 30)
    few = kselect("sweep", heart, "--label", "outcome").stderr
    assert "30 rows are trained on, and fewer rows often choose another kernel (--all-rows" in few
    every = kselect("sweep", heart, "--label", "outcome", "--all-rows").stderr
    assert "rows are trained on" not in every
    assert [round(80 * (1 - config.test_share)) for config in swept] == [30, 56]


def test_a_configuration_may_have_any_name(tmp_path):
    path = tmp_path / "plan.txt"
    path.write_text('dataset = "moons"\n', "utf-8")
    assert not bare_table.is_table(path)
    assert bare_table.is_table(path.with_name("heart.csv"))


def test_all_rows_are_trained_on_when_asked_and_others_can_read_the_file(
    kselect, swept, heart, monkeypatch
):
    monkeypatch.setattr(bare_table, "DRAWN", 40)
    monkeypatch.setattr(bare_table, "ROWS", 30)
    monkeypatch.chdir(heart.parent)
    found = kselect("sweep", heart.name, "--label", "outcome", "--all-rows")
    assert "rows are drawn" not in found.stderr
    asked = swept[0]
    assert (asked.test_share, asked.repeats) == (0.3, 1)
    assert named_dataset(asked).digest == load_dataset(heart, label="outcome").digest
    assert asked.dataset == str(heart)  # wherever a worker runs
    assert bare_table.of_table("moons", None, None, (), all_rows=True).config.dataset == "moons"
    few = bare_table.of_table("made:moons,n=30", None, None, (), all_rows=True)
    assert (few.config.dataset, few.config.repeats) == ("made:moons,n=30", 2)


def test_all_rows_of_a_test_file_are_tested_on(heart):
    settings = (str(heart), "outcome", str(heart), ())
    asked, data, _ = bare_table.of_table(*settings, all_rows=True)
    assert (asked.split, data.test_rows) == ("given", 80)
    assert named_dataset(asked).digest == data.digest


def test_a_configuration_says_itself_how_much_is_trained_on(kselect, tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text('schema = 1\ndataset = "moons"\n', "utf-8")
    found = kselect("sweep", plan, "--all-rows", status=2)
    assert "--all-rows belongs to a table" in found.stderr
