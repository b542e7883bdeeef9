"""A film as a file: small enough for a mail, no text taken for mark-up, no network."""

import json
import re
from base64 import b64decode
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

from kselect_core.plotting.output.film_page import LARGEST, Words, film_in_report, film_page
from kselect_core.plotting.output.film_payload import film_payload
from kselect_core.plotting.output.page_report import Report, report
from tests.plotting.output.test_film_payload import TITLES, film, scene

EVIL = "</script><script>alert(1)</script>&<img src=x>"
LINES = [{"name": EVIL, "colour": "#000", "dash": "dot", "wide": False, "best": 0, "y": [0.0, 1.0]}]
ASKS = re.compile(
    r"fetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|import\(|import |@import"
)
NAMESPACE = "http://www.w3.org/2000/svg"  # of an element, never loaded


class Parts(HTMLParser):
    """Elements of a page with their attributes, and what stands in those with an id."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.named, self._open = [], {}, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):  # noqa: D102 (of html.parser, as the next two)
        self.elements.append((tag, dict(attributes)))
        self._open = dict(attributes).get("id")

    def handle_data(self, data):  # noqa: D102
        if self._open:
            self.named[self._open] = self.named.get(self._open, "") + data

    def handle_endtag(self, _):  # noqa: D102
        self._open = None


def made(payload=None, words=None):
    shown = words or Words("A title", "It is **0.5** here.", "n = 8")
    return film_page(payload or film_payload(film(), TITLES), LINES, shown, start=1)


def test_the_largest_film_makes_a_file_of_at_most_three_megabytes():
    rng = np.random.default_rng(3)
    whole = film(
        frames=31,
        cells=100,
        f=rng.standard_normal((31, 230, 230)).astype(np.float32),
        sigma=np.sort(rng.uniform(0.1, 9.0, (31, 60)))[:, ::-1],
        scene=scene(count=5000),
    )
    names = tuple(f"τ = 2⁻¹⁵ {k}" for k in range(31))
    text = made(film_payload(whole, TITLES._replace(frames=names)))
    assert 2_500_000 < len(text.encode()) <= LARGEST


def test_nothing_is_asked_of_a_network():
    text = made()
    asking = [
        (tag, name)
        for tag, attributes in Parts(text).elements
        for name in ("src", "href", "srcset", "action", "data")
        if name in attributes or tag in ("link", "iframe", "object")
    ]
    assert asking == []
    assert not ASKS.search(text)
    assert set(re.findall(r"https?://[^\"']+", text)) == {NAMESPACE}
    assert "url(" not in text
    assert "default-src 'none'" in text


def test_its_bytes_and_its_curves_are_those_of_the_film():
    payload = film_payload(film(), TITLES)
    named = Parts(made(payload)).named
    assert b64decode(named["bytes"]) == payload
    assert json.loads(named["said"]) == {"film": {"frame": 1}, "film_lines": {"lines": LINES}}


@pytest.mark.parametrize("place", Words._fields)
def test_no_text_is_taken_for_mark_up(place):
    usual = {"title": "A", "finding": "B", "caption": "C"}
    text = made(words=Words(**usual | {place: EVIL}))
    assert "<script>alert" not in text
    assert "<img" not in text
    assert "&lt;script&gt;alert" in text


def test_bold_words_of_a_finding_are_bold():
    assert "<p>It is <b>0.5</b> here.</p>" in made()


def in_report(payload=None, name=EVIL):
    """A report of a film of two frames, whose first is called so."""
    numbers = pd.DataFrame({"kernel": [name, "τ = 2"], "LOO ↓": [0.123456, 0.5]})
    pictures = film_in_report(
        payload or film_payload(film(), TITLES), LINES, numbers, caption=EVIL, start=1
    )
    return report(Report("A title", "A finding", pictures=pictures))


def test_a_report_with_a_slider_asks_for_nothing_and_shows_text_as_it_is():
    text = in_report()
    assert not ASKS.search(text)
    assert set(re.findall(r"https?://[^\"']+", text)) == {NAMESPACE}
    assert "<script>alert" not in text
    assert "<td>&lt;/script&gt;" in text
    assert json.loads(Parts(text).named["said"])["film"] == {"frame": 1}
    assert "The pictures are those at τ = 2." in text
    assert '<td class="number">0.1235</td>' in text


def test_a_report_of_the_longest_film_of_a_sweep_is_small_enough_for_a_mail():
    rng = np.random.default_rng(3)
    longest = film(
        frames=100,
        cells=100,
        f=rng.standard_normal((100, 50, 50)).astype(np.float32),
        sigma=np.sort(rng.uniform(0.1, 9.0, (100, 60)))[:, ::-1],
        scene=scene(count=5000),
    )
    payload = film_payload(longest, TITLES._replace(frames=tuple(map(str, range(100)))))
    assert len(in_report(payload).encode()) < LARGEST
