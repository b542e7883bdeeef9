"""Page: what changes along the kernel or along λ, frame by frame."""

from kselect_ui.film import view as film_view
from kselect_ui.server.messages import error_ends_page
from kselect_ui.sweep import export, finished as sweeps
from kselect_ui.widgets import heading

ABOUT = (
    "The data, the kernel matrix and its eigenvalues at one width. Press play, or drag the "
    "slider: the kernel goes from narrow, where each point stands alone, to wide, where all are "
    "alike. The strip below shows what the criteria and the errors do meanwhile."
)

heading.write("What changes, frame by frame?", about=ABOUT)
with error_ends_page():
    sweep = sweeps.current()
    seen = film_view.view(sweep)
    finding = film_view.panel(sweep, seen)
    film_view.stills(sweep, seen)
    export.panel(sweep, finding=finding)
