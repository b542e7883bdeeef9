"""The line of the bar: what the sweep is about."""

import pytest

from kselect_ui.sweep.bar import about_text


@pytest.mark.parametrize(
    ("name", "size", "text"),
    [
        ("Two moons", "n = 300, d = 2", "Two moons: n = 300, d = 2"),
        ("Drawn points (n = 27)", "n = 27, d = 2", "Drawn points (n = 27): d = 2"),
        ("Moons (n = 200, draw 3)", "n = 200, d = 2", "Moons (n = 200, draw 3): d = 2"),
    ],
)
def test_the_number_of_points_is_said_once(name, size, text):
    assert about_text(name, size).replace("\\", "") == text
