"""The page on own kernels is carried out, snippet by snippet."""

from tests.how_to.pages import ran


def test_the_snippets_run_in_their_order(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # they write files
    names = ran("how_to/own_kernel.md")
    said = capsys.readouterr().out
    assert "per_lambda" in said
    assert "3 Gram matrices\n(0.1, 1.0, 10.0)\n20\n" in said
    assert set(names["table"]["kernel"]) == {"precomputed"}
