"""Page: lessons, step by step: look, predict, then see."""

from kselect_ui.learn import chosen, page, write
from kselect_ui.learn.room import seat
from kselect_ui.server.messages import error_ends_page
from kselect_ui.widgets import heading, linked

ABOUT = (
    "A **lesson** is a few steps. Each has a text and figures of kselect; many ask you to predict "
    "something before it is shown. Your answers stay in the link of the page, and nowhere else. "
    "The keys ← and →, Page Up and Page Down or a presenter's clicker go from step to step; F "
    "shows the page on the whole screen."
)

heading.write("Learn", about=ABOUT)
with error_ends_page():
    here = seat.take()
    if here.lesson is not None:
        seat.draw(here)
        page.draw(here.lesson, here)
    elif name := chosen.lesson():
        page.draw(chosen.lesson_of(name), here, more=chosen.other)
    elif (own := seat.kept()) is not None:
        page.draw(own, here, more=seat.leave_lesson)
    elif linked.toggle("Write a lesson", key="write"):
        write.draw(here)
    else:
        chosen.cards()
