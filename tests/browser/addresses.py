"""The pages of the app as the router names them, so that a new page is tested like the others."""

from kselect_ui import PAGES, ROUTER

TEXT = ROUTER.read_text(encoding="utf-8")
NAMES = sorted(
    (path.stem for path in PAGES.glob("*.py") if f'"{path.stem}' in TEXT),
    key=lambda name: TEXT.index(f'"{name}'),
)


def address(app, name, link=""):
    """Return the address of a page."""
    return f"{app}/{'' if name == 'explore' else name}{'?' if link else ''}{link}"
