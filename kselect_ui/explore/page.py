"""What the start page looks at, its finding, and its table of choices."""

from collections.abc import Mapping
from functools import partial

import pandas as pd
import streamlit as st

from kselect_core.plotting.kit.quantities import arrow
from kselect_core.selection.terms.judgement import Judgement
from kselect_core.views.rewards.width_words import at_ones
from kselect_core.words import headline as words
from kselect_core.words.edges import Edge, chosen_ends
from kselect_core.words.judged import oddest, why_text, word
from kselect_core.words.labels import UNITS, number_text, quantity_text, strength_text, worded
from kselect_core.words.verdicts import Verdict, verdicts
from kselect_ui.grid import edges
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.sweep import cursor, finished as sweeps, places, switches
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked, short_table
from kselect_ui.widgets.state import AXES, SCOPES, View

AXIS, SCOPE, TRAINING = "axis", "scope", "tr"
MEASURED = (*UNITS.values(), "± sd", "regret", "± sd ")
SPREADS = ("± sd", "± sd ")  # one split has none
SCOPE_HELP = (
    "per λ: each criterion chooses the kernel for the λ of the cursor. joint: it chooses kernel "
    "and λ together; a criterion that does not depend on λ is judged at the λ of the cursor."
)
ENDS = {"identity": "K = I", "constant": "K = 11ᵀ"}
PERCENT, PLAIN = "{:.1f} %", "{:.4g}"


def view(sweep: Sweep) -> View:
    """Draw this page's switches and return what is looked at."""
    words = partial(worded, sweep.config)
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        axis = linked.way("Curves", AXES, key=AXIS, words=words)
        scope = linked.way("Choice", SCOPES, key=SCOPE, words=words, help=words(SCOPE_HELP))
        training = linked.toggle("Training error", key=TRAINING)
    kernel, parameter, lam = cursor.position(sweep)
    return View(
        split=cursor.split_shown(),
        kernel=kernel,
        parameter=parameter,
        lam=lam,
        shown=switches.shown(sweep),
        test_error=switches.test_error(),
        training_error=training,
        axis=axis,
        scope=scope,
    )


def found_in(sweep: Sweep, seen: View) -> list[Verdict]:
    """Return what each criterion shown chooses, once per view."""
    at = sweeps.place(sweep, seen.split)
    key = ("verdicts", seen.joint, seen.lam, seen.shown)
    return at.once(key, lambda: verdicts(_rows(sweep, seen), seen.shown, sweep.config))


def judged_in(sweep: Sweep, seen: View) -> list[Judgement]:
    """Return the verdict on each criterion shown, once per view."""
    at = sweeps.place(sweep, seen.split)
    return at.judged(seen.shown, lam=seen.lam, joint=seen.joint)


def _rows(sweep: Sweep, seen: View) -> pd.DataFrame:
    """Return the choices looked at; with kernel and λ together, λ is fixed for who has none."""
    at = sweeps.place(sweep, seen.split)
    return at.part("joint", 0.0, fixed=seen.lam) if seen.joint else at.part("per_lambda", seen.lam)


def _ends(sweep: Sweep, seen: View) -> list[Edge]:
    """Return the ends of the grid on which criteria chose, once per view."""
    at = sweeps.place(sweep, seen.split)
    key = ("ends", seen.joint, seen.lam, seen.shown)
    return at.once(key, lambda: chosen_ends(_rows(sweep, seen), seen.shown))


def headline(sweep: Sweep, seen: View) -> str:
    """Draw the finding in sentences of numbers; returns it."""
    text = finding(sweep, seen)
    st.markdown(text)
    return text


def finding(sweep: Sweep, seen: View) -> str:
    """Return who finds the low test error, or what each criterion chooses where it is hidden."""
    where = "over the whole grid" if seen.joint else f"at {strength_text(sweep.config, seen.lam)}"
    name = sweep.name
    if not seen.shown:
        return f"On **{plain(name)}** {where}: switch on a criterion to see what it chooses."
    if not seen.test_error:
        return words.blind_headline(found_in(sweep, seen), plain, dataset=name, where=where)
    judged = judged_in(sweep, seen)
    text = words.headline(sweep.config, judged, plain, dataset=name, task=sweep.task, where=where)
    return sweep.said(text)


def odd(sweep: Sweep, seen: View) -> None:
    """Draw the link to the formula of the criterion that the finding is most of all about."""
    worst = oddest(judged_in(sweep, seen))
    if worst is not None:
        places.why(worst.quantity, why_text(sweep.config, worst, plain))


def choices(sweep: Sweep, seen: View) -> pd.DataFrame:
    """Draw the table of choices and what lies on the edge of the grid; returns the table."""
    every = found_in(sweep, seen)
    judged = judged_in(sweep, seen) if seen.test_error else []
    by_quantity = {verdict.quantity: word(sweep.config, verdict) for verdict in judged}
    table = as_table(
        every, by_quantity, task=sweep.task, test_error=seen.test_error, joint=seen.joint
    )
    table, shares = table.rename(columns=sweep.said), [sweep.said(name) for name in MEASURED]
    unit = PLAIN if sweep.task == "regression" else PERCENT
    short_table.draw(
        table,
        formats=dict.fromkeys(shares, unit),
        alt="What each criterion chooses and how good that is",
    )
    splits = len(sweep.splits) if seen.split is None else 1
    over = f"mean ± standard deviation over {splits} splits" if splits > 1 else "one split"
    fixed = f"the kernel at {strength_text(sweep.config, seen.lam)}"
    scope = worded(sweep.config, "kernel and λ") if seen.joint else fixed
    measure = sweep.said(UNITS[sweep.task])
    regret = f" Regret: {measure} minus the lowest on the same grid." if seen.test_error else ""
    st.caption(f"Choices ({scope}), {over}.{regret}")
    edges.draw(sweep.config, _ends(sweep, seen))
    percent = {} if sweep.task == "regression" else {name: f"{name} (%)" for name in shares}
    return table.rename(columns=percent)


def as_table(
    choices: list[Verdict],
    words: Mapping[str, str],
    *,
    task: str,
    test_error: bool,
    joint: bool = False,
) -> pd.DataFrame:
    """Return the choices and their verdicts as the table that is shown and downloaded."""
    unit = 1.0 if task == "regression" else 100.0
    rows = [
        {
            "criterion": quantity_text(verdict.quantity),
            **({"verdict": words.get(verdict.quantity, "")} if test_error else {}),
            "chooses": verdict.chosen_text or "–",
            **({verdict.strength: verdict.judged_at} if joint else {}),
            UNITS[task]: unit * verdict.test_error,
            "± sd": unit * verdict.test_error_sd,
            "regret": unit * verdict.regret,
            "± sd ": unit * verdict.regret_sd,
            "on the edge": f"{verdict.boundary} of {verdict.splits}" if verdict.boundary else "",
            "note": verdict.reason
            or _doubt(verdict, task if test_error else "")
            or (f"{verdict.ties} tied" if verdict.ties > 1 else ""),
        }
        for verdict in choices
    ]
    table = pd.DataFrame(rows)
    hidden = set() if test_error else set(MEASURED)
    hidden |= {name for name in SPREADS if all(verdict.splits < 2 for verdict in choices)}  # noqa: PLR2004
    return table.drop(columns=[name for name in MEASURED if name in table and name in hidden])


def _doubt(verdict: Verdict, task: str) -> str:
    """Say what may be as good, and what that costs; without a task test errors are hidden."""
    costs = verdict.tied_text(task) if task else ""
    return f"{verdict.undecided}; regret {costs}" if costs else verdict.undecided


def undefined(sweep: Sweep, seen: View) -> None:
    """Draw which points of the grid have no value, and why; nothing if there are none."""
    everywhere = sweeps.undefined(sweep.digest)
    missing = everywhere[everywhere["quantity"].isin(seen.shown)]
    if missing.empty:
        return
    total = int(missing["count"].sum())
    with st.expander(f"Points without a value: {total}", key="undefined"):
        named = missing.assign(quantity=missing["quantity"].map(quantity_text))
        short_table.draw(named, alt="Reasons why points of the grid have no value")


def references(sweep: Sweep, seen: View) -> None:
    """Draw the values at the two ends every kernel family runs towards; only when opened."""
    panel = st.expander("Reference values at K = I and K = 11ᵀ", key="ends", on_change="rerun")
    if not panel.open:
        return
    with panel, error_in_place():
        with st.spinner("Evaluating the criteria at both ends…"):
            values = sweeps.place(sweep, None).references
        if values is None:
            st.info("The data of this sweep are not on this computer.")
            return
        st.markdown(
            "A narrow kernel tends to the **identity** (every point resembles only itself), a wide "
            "one to the matrix of **ones** (all points are alike). A criterion that is best at one "
            "of these ends chooses it on a grid that is long enough, whatever the data."
        )
        ends = as_ends(values[values["lambda"] == seen.lam], seen.shown)
        short_table.draw(ends, alt="Values of the criteria at K = I and K = 11ᵀ")
        of = f"At {strength_text(sweep.config, seen.lam)}, with the labels of split 1."
        st.caption(f"{of} {at_ones(seen.shown)}".strip())


def as_ends(values: pd.DataFrame, shown: tuple[str, ...]) -> pd.DataFrame:
    """Return one row per criterion with its value, or why it has none, at both ends."""
    rows = []
    for quantity in shown:
        here = values[values["quantity"] == quantity]
        values_at = {
            ENDS[str(row.where)]: row.reason or number_text(float(str(row.value)), 4)
            for row in here.itertuples()
        }
        rows.append({"criterion": f"{quantity_text(quantity)} {arrow(quantity)}", **values_at})
    return pd.DataFrame(rows)
