"""``kselect sweep``: one sweep from its configuration in TOML."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import NamedTuple

import click
import pandas as pd

from kselect_core.cli.common.overwriting import force_option, refuse_existing, refuse_unwritable
from kselect_core.cli.common.stopping import asked_to_stop
from kselect_core.cli.speech.options import (
    all_cores,
    as_json,
    out_option,
    scheduler_option,
    workers_option,
)
from kselect_core.cli.speech.progress import Meter
from kselect_core.cli.speech.text import say, say_json, table, whisper, wrapped
from kselect_core.cli.verbs.given import given, given_options, measure_option, weighted
from kselect_core.cli.verbs.keeping import Keeper, partial_file
from kselect_core.cli.verbs.resuming import Begun, begun
from kselect_core.data import Dataset
from kselect_core.data.catalogue.loading import has_no_file
from kselect_core.errors import KselectError, SweepCancelledError, SweepFailedError
from kselect_core.results.writing import write_named
from kselect_core.selection import SweepConfig, choices, run_sweep, with_digest
from kselect_core.selection.config.config import (
    DENSE,
    ENGINES,
    FEWEST_LANDMARKS,
    LANDMARKS,
    MOST_LANDMARKS,
)
from kselect_core.selection.config.measures import (
    ERROR,
    check_measure,
    errors_named,
    measured_by as by_measure,
)
from kselect_core.selection.config.named import matrix_names, named
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.sweep.dask.job import threads_at
from kselect_core.selection.sweep.estimate import estimate
from kselect_core.selection.sweep.extreme_kernels import numerical_limits
from kselect_core.selection.sweep.landmarks.rounds import Round
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.terms.judgement import Judgement, at_fixed, judged
from kselect_core.selection.terms.recommendation import Recommendation, recommendation
from kselect_core.words import edges
from kselect_core.words.amounts import counted, duration, pace_text
from kselect_core.words.judged import without_strength, word
from kselect_core.words.labels import kernel_text, quantity_text
from kselect_core.words.lists import listed
from kselect_core.words.recommended import NOTHING, because, recommended_text
from kselect_core.words.tables import sweep_latex, sweep_markdown
from kselect_core.words.verdicts import Verdict, verdicts

STOPPED = 130
RESUME = "go on from its rows with --resume"
UNTESTED = "no test error"
LONGER = "With --extend the same sweep runs once more with a longer grid."
TOLD = ("fixed", "notice")
"""Kinds of findings that people read before a sweep; the others are on `kselect data read`."""

PAPERS = {".md": sweep_markdown, ".tex": sweep_latex}


@click.command()
@workers_option
@scheduler_option
@out_option("Keep every value")
@click.option(
    "--table",
    "paper",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep the choices as a table for a paper: a .md or .tex file.",
)
@click.option(
    "--config-out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep the configuration that is swept, to change it and give it as CONFIG: a .toml file.",
)
@click.option(
    "--extend",
    is_flag=True,
    help="Where a choice is at an end of the grid, sweep once more with a longer grid.",
)
@click.option(
    "--resume",
    is_flag=True,
    help="Go on from the rows that an earlier run of this sweep left at --out, if any are there.",
)
@force_option
@given_options
@measure_option
@click.option(
    "--all-rows",
    is_flag=True,
    help="Where CONFIG is a table: train on all rows that are not tested on [default: on 1,000].",
)
@click.option(
    "--engine",
    type=click.Choice(ENGINES),
    help="Store the kernel matrix (dense), never store it (tiled), or use another learner, on "
    "m of the points (landmarks) [default: as CONFIG says].",
)
@click.option(
    "--landmarks",
    type=click.IntRange(FEWEST_LANDMARKS, MOST_LANDMARKS),
    metavar="M",
    help="Number of landmarks; without --engine it selects the engine landmarks.",
)
@as_json
def sweep(  # noqa: PLR0913 (the options)
    config: Path,
    *,
    workers: int | None,
    scheduler: str,
    out: Path | None,
    paper: Path | None,
    config_out: Path | None,
    extend: bool,
    resume: bool,
    force: bool,
    label: str | None,
    data: str | None,
    test: str | None,
    measured_by: str,
    class_weights: str | None,
    settings: tuple[str, ...],
    all_rows: bool,
    engine: str | None,
    landmarks: int | None,
    json_: bool,
) -> None:
    """Run a sweep and print what each criterion chooses.

    CONFIG is a TOML file such as the app's page Sweep offers for download. If it was made for a
    table of your own, --data names that file. It is read with the answers that CONFIG records,
    and refused where its content is not that of the table that CONFIG was made for.

    A table itself, or the name of a data set, in place of CONFIG is swept with the usual grid;
    of a large one 1,000 rows are trained on, and all but the tested ones with --all-rows.

    Above 4000 training points the kernel matrix is not held, unless --engine says so: values then
    have an error, and what cannot be had without the matrix is left out by name. Above 50,000 the
    learner is another one, on landmarks: values are exact for it, and of k-fold CV the error says
    how far below the full kernel may lie.

    While it runs, the rows that are there are kept beside --out every few seconds. Killed or
    stopped, the same line with --resume goes on from them, to the same table.

    With --scheduler the workers of Dask compute, on as many machines as there are; the numbers are
    those of one machine. Data that every worker has under the same name or path are read there.
    """
    if scheduler and workers is not None:
        raise click.UsageError("--workers does not go with --scheduler, which has its own.")
    _check_files(out, paper, config_out, resume=resume, force=force)
    asked, dataset, about = given(config, label, data, test, settings, all_rows=all_rows)
    asked = _by_engine(asked, engine, landmarks)
    asked = weighted(asked, dataset, class_weights)
    check_measure(measured_by, dataset, asked.pair or asked.positive, asked.class_weights)
    before = begun(out, asked, dataset, extend=extend) if resume and out is not None else None
    if before is not None and before.finished:
        _say_finished(before, dataset, json_=json_)
        return
    keeper = None if out is None else Keeper(out, asked, dataset)
    first, asked = asked, before.config if before is not None else asked
    processes = threads_at(scheduler) if scheduler else workers or all_cores()
    ahead = _ahead(asked, dataset, processes, apart=bool(scheduler))
    if not json_:
        whisper(_lines(about, *_notices(dataset), ahead, _begins(before, out, resume=resume)))
    where = {"scheduler": scheduler} if scheduler else {"workers": processes}
    rows = _swept(asked, dataset, where, keeper, before, quiet=json_)
    longer = _extended(choices(rows, asked), asked) if extend and asked == first else asked
    if longer != asked:
        asked, ahead = longer, _ahead(longer, dataset, processes, apart=bool(scheduler))
        if not json_:
            whisper(f"Longer grid: {ahead}")
        rows = _swept(asked, dataset, where, keeper, None, quiet=json_)
    of = _judged(by_measure(rows, measured_by), asked, dataset, measured_by)
    _tell(of, out, "" if extend else LONGER, json_=json_)
    _write(of, rows, keeper, config_out, paper)
    if keeper is not None and not json_:
        say(f"\nEvery value is in {out}")


def _tell(of: "_Judged", out: Path | None, longer: str, *, json_: bool) -> None:
    """Print the choices and the recommendation."""
    if json_:
        say_json({**_facts(of), "out": out})
    else:
        say(_text(of, longer))


def _check_resume(out: Path | None, *, resume: bool, force: bool) -> None:
    """Raise where --resume has nothing to go on from, or is asked to begin anew as well."""
    if resume and out is None:
        raise click.UsageError("--resume needs --out, the file whose rows it goes on from.")
    if resume and force:
        raise click.UsageError("--resume goes on, --force begins anew: give one of them.")


def _lines(*said: str) -> str:
    return "\n".join(filter(None, said))


def _notices(dataset: Dataset) -> list[str]:
    """Return what was noticed of the data or changed in them: copies, columns left out, …."""
    notices = [finding for finding in dataset.report if finding.kind in TOLD]
    return [wrapped(str(finding)) for finding in notices]


def _check_files(
    out: Path | None, paper: Path | None, config_out: Path | None, *, resume: bool, force: bool
) -> None:
    """Raise, before any work, where a file has another ending, exists, or cannot be written."""
    _check_resume(out, resume=resume, force=force)
    if paper is not None and paper.suffix not in PAPERS:
        raise click.UsageError(f"--table must end in {' or '.join(PAPERS)}, got {paper.name!r}.")
    if config_out is not None and config_out.suffix != ".toml":
        raise click.UsageError(f"--config-out must end in .toml, got {config_out.name!r}.")
    refuse_existing("--out", out, force=force or resume, besides=f"{RESUME}, ")
    for option, path in (("--table", paper), ("--config-out", config_out)):
        refuse_existing(option, path, force=force)
        refuse_unwritable(option, path)
    refuse_unwritable("--out", out)
    if out is not None and partial_file(out).exists() and not (resume or force):
        raise click.UsageError(
            f"--out: {str(partial_file(out))!r} has the rows of a sweep that was not finished. "
            f"Name another file, {RESUME}, or begin anew with --force."
        )


def _begins(before: Begun | None, out: Path | None, *, resume: bool) -> str:
    """Return what --resume goes on from, or that there is nothing."""
    if before is not None:
        return before.words
    return f"Nothing is kept for {out} yet: the sweep begins." if resume else ""


def _say_finished(before: Begun, dataset: Dataset, *, json_: bool) -> None:
    """Say that --resume has nothing left to do."""
    if not json_:
        say(before.words)
        return
    facts = {"digest": before.config.digest(), "dataset": dataset.name, "data": dataset.digest}
    say_json({**facts, "finished": True, "out": before.path})


def _write(
    of: "_Judged",
    every: pd.DataFrame,
    keeper: Keeper | None,
    config_out: Path | None,
    paper: Path | None,
) -> None:
    """Write every value, the configuration and the table for a paper, as far as asked for."""
    if config_out is not None:
        bound = of.asked if has_no_file(of.asked.dataset) else with_digest(of.asked, of.dataset)
        write_named(config_out, lambda kept: kept.write_text(bound.to_toml(), "utf-8"))
    if keeper is not None:
        keeper.finish(every)
    if paper is not None:
        writer = PAPERS[paper.suffix]
        asked = named(of.asked, of.dataset)
        text = writer(of.chosen, asked, of.dataset.task, lam=of.lam, measure=of.measure)
        write_named(paper, lambda kept: kept.write_text(text, "utf-8"))


def _swept(
    asked: SweepConfig,
    dataset: Dataset,
    where: Mapping[str, object],
    keeper: Keeper | None,
    before: Begun | None,
    *,
    quiet: bool,
) -> pd.DataFrame:
    """Run the sweep and show how far it is; what is finished is kept if it ends early."""
    meter = Meter()
    done = before.rows if before is not None and len(before.rows) else None
    if keeper is not None:
        keeper.begin(asked, done)
    with asked_to_stop() as cancel:
        try:
            return run_sweep(
                asked,
                dataset=dataset,
                cancel=cancel,
                on_progress=None if quiet else meter.kernels,
                on_rows=None if keeper is None else keeper.add,
                on_round=round_listener(None if quiet else meter, keeper),
                done=done,
                **where,  # type: ignore[arg-type]  # workers, or a scheduler
            )
        except SweepCancelledError as error:
            whisper(f"\nStopped.{_kept(error.table, keeper)}")
            sys.exit(STOPPED)
        except SweepFailedError as error:
            raise KselectError(f"{error}{_kept(error.table, keeper)}") from error
        finally:
            meter.end()


def round_listener(meter: Meter | None, keeper: Keeper | None) -> Callable[[Round], None]:
    """Show how far a round is; as one begins, every row that there is is kept."""

    def on_round(at: Round) -> None:
        if keeper is not None and not at.finished:
            keeper.save()
        if meter is not None:
            meter.round(at)

    return on_round


def _kept(rows: object, keeper: Keeper | None) -> str:
    """Keep the rows that are finished, if there is a place for them, and say where."""
    return keeper.stop(rows) if keeper is not None else ""


class _Judged(NamedTuple):
    """A finished sweep with its choices, the recommendation and a verdict on every criterion."""

    found: pd.DataFrame
    asked: SweepConfig
    dataset: Dataset
    measure: str
    chosen: pd.DataFrame
    answer: Recommendation | None
    lam: float
    verdicts: tuple[Judgement, ...]


def _judged(rows: pd.DataFrame, asked: SweepConfig, dataset: Dataset, measure: str) -> _Judged:
    """Choices of a sweep, and what is to be said of them."""
    chosen = choices(rows, asked)
    setup = Setup.of(asked, dataset)
    points = setup.counted if measure == ERROR else 0
    answer = recommendation(rows, asked, ratio=setup.ratio, made=chosen, counted=points)
    lam = max(asked.lambdas) if answer is None else answer.lam
    names = tuple(str(name) for name in chosen["quantity"].unique())
    verdicts_on = judged(
        rows,
        chosen,
        asked,
        ratio=setup.ratio,
        quantities=names,
        lam=lam,
        joint=True,
        counted=points,
    )
    return _Judged(rows, asked, dataset, measure, chosen, answer, lam, tuple(verdicts_on))


def _facts(of: _Judged) -> dict[str, object]:
    """Choices, recommendation and verdicts for JSON."""
    answer, dataset = of.answer, of.dataset
    recommended = answer and {**answer._asdict(), **_model(answer, of.asked, dataset)._asdict()}
    return {
        "digest": of.asked.digest(),
        "dataset": dataset.name,
        "data": dataset.digest,
        "measured_by": of.measure,
        "choices": of.chosen.to_dict("records"),
        "recommended": recommended,
        "verdicts": [dict[object, object](verdict._asdict()) for verdict in of.verdicts],
    }


def _text(of: _Judged, longer: str) -> str:
    """Choices and the recommendation for people; ``longer`` tells how to make the grid longer."""
    asked, matrices = named(of.asked, of.dataset), matrix_names(of.dataset)
    words = {verdict.quantity: word(asked, verdict) for verdict in of.verdicts}
    rows = _summary(asked, at_fixed(of.chosen, asked, of.lam), words, of.measure, matrices)
    summary = "\n".join((rows, without_strength(asked, of.verdicts, str))).strip()
    lost = errors_named(_untested(of.chosen, of.found, asked), of.measure)
    ends = _edges(of.chosen, asked, longer)
    silent = _silent(of.chosen, asked)
    doubts = "\n".join((*silent, *filter(None, [lost]), *_doubts(of.chosen), *ends))
    answer = errors_named(_recommended(of.answer, asked, of.dataset), of.measure)
    limits = (x.words for x in numerical_limits(asked, of.dataset))
    return "\n\n".join(part for part in (summary, doubts, answer, *limits) if part)


def _doubts(chosen: pd.DataFrame) -> list[str]:
    """Return which choices over the whole grid are undecided: their values have an error."""
    if "undecided" not in chosen:
        return []
    joint = chosen[(chosen["scope"] == "joint") & (chosen["undecided"] != "")]
    return [f"{row.quantity}, split {row.split}: {row.undecided}." for row in joint.itertuples()]


def _silent(chosen: pd.DataFrame, asked: SweepConfig) -> list[str]:
    """Return which criteria choose nothing over the whole grid, one sentence for each reason."""
    joint = chosen[chosen["scope"] == "joint"]
    by_reason: dict[str, list[str]] = {}
    for verdict in verdicts(joint, tuple(joint["quantity"].unique()), asked):
        if not verdict.splits:
            by_reason.setdefault(verdict.reason, []).append(verdict.quantity)
    return [
        f"No choice by {listed(names)}: {reason}." for reason, names in by_reason.items() if reason
    ]


def _edges(chosen: pd.DataFrame, asked: SweepConfig, longer: str) -> list[str]:
    """Return which choices over the whole grid are ends of it, and how to make it longer."""
    ends = _ends(chosen, asked)
    lines = [edges.sentence(asked, edge) for edge in ends]
    beyond = any(edges.inner(edge) and edges.longer_grid(asked, edge) for edge in ends)
    return [*lines, longer] if beyond and longer else lines


def _ends(chosen: pd.DataFrame, asked: SweepConfig) -> list[edges.Edge]:
    """Return the ends of the grid on which criteria with a ridge of their own choose."""
    joint = chosen[chosen["scope"] == "joint"]
    free = [choice.quantity for choice in asked.criteria if choice.criterion.chooses_strength]
    return edges.chosen_ends(joint, tuple(free))


def _extended(chosen: pd.DataFrame, asked: SweepConfig) -> SweepConfig:
    """Return the sweep with a longer grid at every end where an optimum may lie beyond it."""
    for edge in _ends(chosen, asked):
        longer = edges.longer_grid(asked, edge) if edges.inner(edge) else None
        asked = longer or asked
    return asked


def _by_engine(asked: SweepConfig, engine: str | None, landmarks: int | None) -> SweepConfig:
    """Sweep with the engine that was named; a number of landmarks names one."""
    if landmarks is not None:
        return replace(asked, engine=engine or LANDMARKS, landmarks=landmarks)
    return asked if engine is None else replace(asked, engine=engine)


def _ahead(asked: SweepConfig, dataset: Dataset, processes: int, *, apart: bool) -> str:
    """Return how much work it is, for people; raises if it is too much for this machine.

    Workers ``apart`` are on others, which are asked when it begins.
    """
    cost = estimate(asked, dataset, workers=processes)
    if cost.refused and not apart:
        raise KselectError(cost.refused)
    size = f"{counted(cost.items, 'task')}, {counted(processes, 'worker')}"
    engine = "" if cost.engine == DENSE else f", engine {cost.engine}"
    engine += f", the learner on {asked.landmarks:,} landmarks" * (cost.engine == LANDMARKS)
    pace = "" if apart else pace_text(cost.seconds, cost.busy)
    return "; ".join(filter(None, (f"{size}{engine}, about {duration(cost.seconds)}", pace)))


def _summary(
    asked: SweepConfig,
    chosen: pd.DataFrame,
    words: Mapping[str, str],
    measure: str,
    matrices: Mapping[float, str],
) -> str:
    """One row per criterion: its choice over the whole grid, and the error of that choice.

    Gram matrices that are only numbered are told by name, with the number of splits.
    """
    joint = chosen[chosen["scope"] == "joint"]
    rows = [
        (
            verdict.quantity,
            _number(verdict.test_error),
            _regret(verdict),
            errors_named(UNTESTED, measure)
            if verdict.splits and isnan(verdict.test_error)
            else words.get(verdict.quantity, ""),
            f"{_told(verdict, joint, matrices)}, {verdict.strength} = {verdict.lam}"
            if verdict.splits
            else "–",
            f"{verdict.boundary} of {verdict.splits}" if verdict.boundary else "",
        )
        for verdict in verdicts(joint, tuple(joint["quantity"].unique()), asked)
    ]
    error = errors_named("test error", measure)
    heads = ("criterion", error, "regret", "verdict", "chooses", "at an end of the grid")
    splits = counted(joint["split"].nunique(), "split")
    tied = "; in brackets among the tied cells" if any("…" in row[2] for row in rows) else ""
    return (
        table(heads, rows, (False, True, True, False, False, False))
        + f"\n\nMeans over {splits}; regret: how much worse than the best of the grid{tied}."
    )


def _regret(verdict: Verdict) -> str:
    """Regret, and the range of it among what may be as good."""
    if isnan(verdict.regret_low):
        return _number(verdict.regret)
    ends = f"{_number(verdict.regret_low)} … {_number(verdict.regret_high)}"
    return f"{_number(verdict.regret)} ({ends})"


def _number(value: float) -> str:
    return "–" if isnan(value) else f"{value:.4g}"


def _untested(chosen: pd.DataFrame, rows: pd.DataFrame, asked: SweepConfig) -> str:
    """Return who chooses what has no test error, and why it has none."""
    joint = chosen[(chosen["scope"] == "joint") & chosen["value"].notna()]
    lost = joint[joint["test_error"].isna()]
    if lost.empty:
        return ""
    first = lost.iloc[0]
    at = (rows["kind"] == "test") & (rows["reason"] != "")
    for name in ("split", "kernel", "parameter", "lambda"):
        at &= (rows[name] == first[name]) | (rows[name].isna() & pd.isna(first[name]))
    why = next(iter(rows.loc[at, "reason"]), "")
    at_first = Cursor(int(first["split"]), first["kernel"], first["parameter"], first["lambda"])
    what = f"the {kernel_text(asked, at_first)}"
    names = [quantity_text(str(name)) for name in lost["quantity"].unique()]
    verb = "chooses" if len(names) == 1 else "choose"
    return (
        f"{listed(names)} {verb} kernels without a test error, such as {what}: {why.rstrip('.')}."
    )


def _told(verdict: Verdict, joint: pd.DataFrame, matrices: Mapping[float, str]) -> str:
    """Which kernels a criterion chooses: Gram matrices by name, the most frequent first."""
    if not matrices:
        return verdict.chosen_text
    chosen = joint.loc[joint["quantity"] == verdict.quantity, "parameter"].dropna()
    counts = chosen.map(matrices).value_counts()
    if len(counts) == 1:
        return str(counts.index[0])
    return ", ".join(f"{name} ({count} of {counts.sum()})" for name, count in counts.items())


class _Model(NamedTuple):
    """Least of Python that makes a model, or nothing; what it predicts, or why there is none."""

    scikit_learn: str | None
    meaning: str


def _model(answer: Recommendation, asked: SweepConfig, dataset: Dataset) -> _Model:
    """What is recommended as a model of scikit-learn."""
    from kselect_core.estimators import take_along  # noqa: PLC0415 (a second of imports)

    try:
        at = Cursor(0, answer.kernel, answer.parameter, answer.lam)
        model = take_along(asked, dataset, at)
    except KselectError as error:
        return _Model(None, str(error))
    return _Model(model.shown, model.meaning)


def _recommended(answer: Recommendation | None, asked: SweepConfig, dataset: Dataset) -> str:
    """The recommendation with its reason, and its line of scikit-learn."""
    if answer is None:
        return NOTHING
    model = _model(answer, asked, dataset)
    what = recommended_text(asked, answer, dataset.task)
    text = f"Recommended: {what}\n{because(asked, answer)}"
    if model.scikit_learn is None:
        return f"{text}\nIn scikit-learn: none. {model.meaning}"
    line = model.scikit_learn.strip()
    line = f"\n{line}\n" if "\n" in line else f" {line}"
    return f"{text}\nIn scikit-learn:{line}\n{model.meaning}"
