"""The page on numbers is carried out: a search between grid points, a width for each feature."""

import numpy as np

from tests.how_to.pages import ran


def test_the_snippets_of_the_page_run(capsys):
    names = ran("numbers.md")
    assert "Cursor(split=0, kernel='gaussian'" in capsys.readouterr().out
    assert names["found"].gain > 0
    shares = names["at"].found.shares
    assert shares.shape == (2, 2)
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    assert len(names["figure"].data) > 0
