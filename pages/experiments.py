"""Page: a paper's table, computed again: results beside the printed ones, and new experiments."""

from kselect_ui.experiments import page as experiments
from kselect_ui.server.messages import error_ends_page
from kselect_ui.widgets import heading

heading.write("Experiments: a paper's table, computed again")
with error_ends_page():
    if experiments.chosen_view() == "choose":
        experiments.choose()
    else:
        experiments.results()
