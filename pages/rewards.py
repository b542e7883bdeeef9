"""Page: what a criterion rewards."""

from kselect_ui.rewards import page as rewards
from kselect_ui.server.messages import error_ends_page
from kselect_ui.sweep import export
from kselect_ui.sweep import finished as sweeps
from kselect_ui.widgets import heading

heading.write("What does a criterion reward?")
with error_ends_page():
    sweep = sweeps.current()
    finding = rewards.show(sweep, rewards.chosen_view())
    export.panel(sweep, finding=finding)
