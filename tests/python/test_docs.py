"""What docs/python.md and README.md show works and prints what they say."""

import doctest
import pathlib

import pytest

root = pathlib.Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("page", ["docs/python.md", "README.md"])
def test_snippets_of_a_page(page):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    check_snippets(page)


def check_snippets(page):
    text = (root / page).read_text(encoding="utf-8")
    blocks = [block.split("\n```", 1)[0] for block in text.split("```python\n")[1:]]
    assert blocks
    examples = doctest.DocTestParser().get_doctest("\n\n".join(blocks), {}, page, page, 0)
    said = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    result = runner.run(examples, out=said.append)
    assert result.failed == 0, "".join(said)
