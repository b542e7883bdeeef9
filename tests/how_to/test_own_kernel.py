"""The page on own kernels is carried out, snippet by snippet."""

import re

from tests.how_to.pages import ROOT

SNIPPET = re.compile(r"<!-- run -->\n```python\n(.*?)```", re.DOTALL)


def test_the_snippets_run_in_their_order(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # they write files
    page = (ROOT / "docs" / "how_to" / "own_kernel.md").read_text(encoding="utf-8")
    names = {"__name__": "own_kernel_page"}
    for snippet in SNIPPET.findall(page):
        exec(compile(snippet, "own_kernel.md", "exec"), names)  # noqa: S102 (the page itself)
    said = capsys.readouterr().out
    assert "per_lambda" in said
    assert "3 Gram matrices\n(0.1, 1.0, 10.0)\n20\n" in said
    assert set(names["table"]["kernel"]) == {"precomputed"}
