"""Page: a paper's table, computed again: results beside the printed ones, and new experiments."""

from kselect_ui.experiments import page as experiments
from kselect_ui.server.messages import error_ends_page
from kselect_ui.widgets import heading

ABOUT = (
    "An **experiment** repeats the table of a paper on many splits of the data. Our numbers "
    "are beside the printed ones, with a test of whether the difference could be chance."
)

heading.write("Experiments: a paper's table, computed again", about=ABOUT)
with error_ends_page():
    if experiments.chosen_view() == "choose":
        experiments.choose()
    else:
        experiments.results()
