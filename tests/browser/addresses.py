"""The pages of the app as the router names them, so that a new page is tested like the others."""

from kselect_ui import PAGES, ROUTER

TEXT = ROUTER.read_text(encoding="utf-8")
NAMES = sorted(
    (path.stem for path in PAGES.glob("*.py") if f'"{path.stem}' in TEXT),
    key=lambda name: TEXT.index(f'"{name}'),
)


def groups(page):
    """Give the entries of the navigation, one group after the other, each while it is open."""
    page.get_by_test_id("stTopNavSection").first.wait_for()
    for section in page.get_by_test_id("stTopNavSection").all():
        section.click()
        page.get_by_test_id("stTopNavPopoverBody").wait_for()
        yield page.get_by_test_id("stTopNavDropdownLink")
        page.keyboard.press("Escape")
        page.get_by_test_id("stTopNavPopoverBody").wait_for(state="detached")


def listed(page):
    """Return the titles of all pages in the navigation, in its order."""
    return [title for entries in groups(page) for title in entries.all_inner_texts()]


def turn_to(page, name):
    """Choose a page in the navigation: its group is opened first, as a hand does."""
    which = ":has-text('Explore')" if name == "explore" else f"[href*='/{name}']"
    for entries in groups(page):
        entry = entries.and_(page.locator(which))
        if entry.count():
            entry.click()
            return
    raise AssertionError(f"no page {name} in the navigation")


def address(app, name, link=""):
    """Return the address of a page."""
    return f"{app}/{'' if name == 'explore' else name}{'?' if link else ''}{link}"
