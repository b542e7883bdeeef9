"""Page: what a criterion rewards."""

from kselect_ui.rewards import page as rewards
from kselect_ui.server.messages import error_ends_page
from kselect_ui.sweep import export, finished as sweeps
from kselect_ui.widgets import heading

ABOUT = (
    "Why does a criterion choose what it chooses? The page takes the criteria apart into their "
    "terms, and shows which way each term pulls: to narrow kernels, to wide ones, or to "
    "somewhere between. Then it asks whether the labels matter at all."
)

heading.write("What does a criterion reward?", about=ABOUT)
with error_ends_page():
    sweep = sweeps.current()
    finding = rewards.show(sweep)
    export.panel(sweep, finding=finding)
