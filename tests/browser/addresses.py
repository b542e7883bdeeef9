"""The pages of the app as the router names them, so that a new page is tested like the others."""

import re

from kselect_ui import PAGES, ROUTER

TEXT = ROUTER.read_text(encoding="utf-8")
NAMES = sorted(
    (path.stem for path in PAGES.glob("*.py") if f'"{path.stem}' in TEXT),
    key=lambda name: TEXT.index(f'"{name}'),
)
GROUPS = list(re.finditer(r'^ +"(\w+)": \[$', TEXT, re.MULTILINE))


def group(name):
    """Return the title of the group of the navigation in which a page stands."""
    before = [found[1] for found in GROUPS if found.start() < TEXT.index(f'"{name}')]
    return before[-1]


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
    page.get_by_test_id("stTopNavSection").filter(has_text=group(name)).click()
    which = ":has-text('Explore')" if name == "explore" else f"[href*='/{name}']"
    page.get_by_test_id("stTopNavDropdownLink").and_(page.locator(which)).click()


def address(app, name, link=""):
    """Return the address of a page."""
    return f"{app}/{'' if name == 'explore' else name}{'?' if link else ''}{link}"
