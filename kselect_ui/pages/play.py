"""Page: make data or draw them, and see at once what every criterion makes of them."""

from kselect_ui.play import page, part
from kselect_ui.widgets import heading

ABOUT = (
    "Make a sample with the sliders, or draw points by hand. After every move each criterion "
    "chooses a kernel for exactly these points: the curves, the pins, the fit behind the points "
    "and the eigenvalues follow. Where the sample is made, the **true error** is known, too: a "
    "split only estimates it."
)

heading.write("What does each criterion choose on your data?", about=ABOUT)
part.run(page.draw)
