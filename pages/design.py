"""Page: kernels that are designed: iterated over a pool of points, or combined of several."""

from kselect_ui.design import page as design
from kselect_ui.server.messages import error_ends_page
from kselect_ui.sweep import export
from kselect_ui.sweep import finished as sweeps
from kselect_ui.widgets import heading

ABOUT = (
    "Two ways to make a kernel instead of choosing one: averaging a kernel over many points, "
    "also points without labels (**iterated**), and adding several kernels with weights that are "
    "learnt (**combined**). The page compares both with the best single kernel."
)

heading.write("Kernels that are designed rather than chosen", about=ABOUT)
with error_ends_page():
    sweep = sweeps.current()
    finding = design.show(sweep, design.chosen_view())
    export.panel(sweep, finding=finding)
