"""Page: kernels that are designed: iterated, combined of several, or with a width per feature."""

from kselect_ui.design import page as design
from kselect_ui.server.messages import error_ends_page
from kselect_ui.sweep import export, finished as sweeps
from kselect_ui.widgets import heading

ABOUT = (
    "Three ways to make a kernel instead of choosing one: averaging a kernel over many points, "
    "also points without labels (**iterated**), adding several kernels with weights that are "
    "learnt (**combined**), and giving every feature **a width** of its own. The page compares "
    "each with a single kernel."
)

heading.write("Kernels that are designed rather than chosen", about=ABOUT)
with error_ends_page():
    sweep = sweeps.current()
    finding = design.show(sweep)
    export.panel(sweep, finding=finding)
