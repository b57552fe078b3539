"""The generated file is that of the catalogue, and says what is true."""

import inspect
import pathlib
import subprocess
import sys

import pytest

import protea

root = pathlib.Path(__file__).resolve().parents[2]


def test_estimators_are_those_of_the_catalogue(command):
    generated = subprocess.run(
        [sys.executable, root / "python/generate.py"], input=command("describe", "--json"), check=True,
        capture_output=True, text=True, encoding="utf-8",
    ).stdout
    kept = (root / "python/src/protea/_estimators.py").read_text(encoding="utf-8")
    assert generated == kept, "run: protea describe --json | python python/generate.py > python/src/protea/_estimators.py"


@pytest.mark.parametrize("estimator", protea.ESTIMATORS + protea.PARTS, ids=lambda each: each.__name__)
def test_every_keyword_is_documented(estimator):
    for name in inspect.signature(estimator).parameters:
        assert f"\n    {name} : " in estimator.__doc__
        assert "__" not in name
