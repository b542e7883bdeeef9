"""The page on own kernels is carried out, snippet by snippet."""

from tests.how_to.pages import ran


def test_the_snippets_run_in_their_order(capsys):
    names = ran("how_to/own_kernel.md")
    assert "per_lambda" in capsys.readouterr().out
    assert set(names["table"]["kernel"]) == {"precomputed"}
