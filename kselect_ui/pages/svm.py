"""Page: which C and kernel would each criterion choose, and what is the machine there."""

from dataclasses import replace

import streamlit as st

from kselect_core.views.machines.machine_facts import standing
from kselect_ui.explore import page as explore
from kselect_ui.grid import edges
from kselect_ui.server.messages import error_ends_page, error_in_place, plain
from kselect_ui.svm import (
    machine as svm_machine,
    source as svm_source,
    stab as svm_stab,
    views as svm_views,
    words as svm_words,
)
from kselect_ui.sweep import answer, export, finished as sweeps, switches
from kselect_ui.widgets import heading, later

ABOUT = (
    "A support vector machine has two settings: **C**, the penalty for errors, and the width of "
    "the kernel. Each map shows one criterion over both, and the mark where it is best. Below "
    "is the machine at the cursor, with the points that define its boundary."
)

heading.write("Which C and kernel would each criterion choose?", about=ABOUT)
with error_ends_page():
    sweep = sweeps.current()
    if not svm_source.is_svm(sweep):
        finding = svm_source.draw(sweep)
        svm_machine.preview(sweep)
        later.rest()
        export.panel(sweep, finding=finding)
    else:
        seen, at, told = svm_views.view(sweep), None, ""
        with error_in_place():
            machine = svm_machine.at_cursor(sweep, seen)
            told, at = standing(machine, plain), machine
        with st.container(key="first"):
            finding = svm_words.headline(sweep, seen, told)
            answer.draw(sweep, test_error=seen.test_error, beside=edges.beside)
            with st.container(key="look"):
                svm_views.maps(sweep, seen)
        switches.spell_out(seen.shown)
        if at is not None:
            svm_machine.draw(sweep, seen, at)
        table = explore.choices(sweep, replace(seen, scope="joint"))
        svm_views.between(sweep, seen)
        svm_views.slices(sweep, seen)
        if at is not None:
            svm_stab.draw(sweep, seen, at)
        explore.undefined(sweep, seen)
        export.panel(sweep, finding=finding, table=table)
