"""Page: which C and kernel would each criterion choose, and what is the machine there."""

import streamlit as st

from kselect_ui.explore import page as explore
from kselect_ui.server.messages import error_ends_page, error_in_place
from kselect_ui.svm import machine as svm_machine
from kselect_ui.svm import preview as svm_preview
from kselect_ui.svm import source as svm_source
from kselect_ui.svm import stab as svm_stab
from kselect_ui.svm import views as svm_views
from kselect_ui.svm import words as svm_words
from kselect_ui.sweep import export
from kselect_ui.sweep import finished as sweeps

st.title("Which C and γ would each criterion choose, and what machine is that?", anchor=False)
with error_ends_page():
    sweep = sweeps.current()
    if not svm_source.is_svm(sweep):
        finding = svm_source.draw(sweep)
        svm_preview.draw(sweep)
        export.panel(sweep, finding=finding)
        st.stop()
    seen, path = svm_views.view(sweep), None
    with error_in_place():
        path = svm_machine.path_at(sweep, seen)
    finding = svm_words.headline(sweep, seen, path)
    svm_views.maps(sweep, seen)
    if path is not None:
        svm_machine.numbers(sweep, seen)
        left, right = st.columns([46, 54], gap="medium")
        with left:
            svm_machine.picture(sweep, seen)
        with right:
            svm_machine.along(sweep, seen)
    svm_views.slices(sweep, seen)
    if path is not None:
        st.header("The stability bound, taken apart", anchor=False)
        svm_stab.parts(sweep, seen)
        svm_stab.blocks(sweep, seen)
        svm_stab.band(sweep, seen)
    explore.undefined(sweep, seen)
    export.panel(sweep, finding=finding)
