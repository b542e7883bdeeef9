"""The page on own kernels is carried out, snippet by snippet."""

import re

from tests.how_to.pages import ROOT

SNIPPET = re.compile(r"<!-- run -->\n```python\n(.*?)```", re.DOTALL)


def test_the_snippets_run_in_their_order(capsys):
    page = (ROOT / "docs" / "how_to" / "own_kernel.md").read_text(encoding="utf-8")
    names = {"__name__": "own_kernel_page"}
    for snippet in SNIPPET.findall(page):
        exec(compile(snippet, "own_kernel.md", "exec"), names)  # noqa: S102 (the page itself)
    assert "per_lambda" in capsys.readouterr().out
    assert set(names["table"]["kernel"]) == {"precomputed"}
