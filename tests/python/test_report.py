"""Pages from Python are those of the command line, and stability tells which features can be relied on."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import protea


def test_a_page_is_that_of_the_command(command, iris, tmp_path):
    X, y = iris
    model = protea.GMLVQ(max_iter=10).fit(X, y)
    model.save(tmp_path / "m.protea")
    np.savez(tmp_path / "iris.npz", x=X, y=y)
    command("report", tmp_path / "m.protea", tmp_path / "iris.npz", "-o", tmp_path / "command.html", "--svg", tmp_path / "svg",
            "--quiet")
    model.report(tmp_path / "python.html", X, y, title="m.protea", svg=tmp_path / "svg2")
    named = (tmp_path / "command.html").read_text()
    assert named.count("150 rows of iris.npz") == 1  # arrays have no name
    assert (tmp_path / "python.html").read_text() == named.replace("150 rows of iris.npz", "150 rows")
    names = sorted(each.name for each in (tmp_path / "svg").iterdir())
    assert names == sorted(each.name for each in (tmp_path / "svg2").iterdir())
    assert {"confusion.svg", "relevances.svg", "projection.svg"} <= set(names)


@pytest.mark.parametrize("estimator", [
    protea.GMLVQ(prototypes=2), protea.LGMLVQ(), protea.GLVQ(), protea.KMeans(), protea.SOM(grid="6x5", topology="hexagon"),
    protea.SVM(), protea.NeuralGas(),
])
def test_figures_are_well_formed(estimator, iris, tmp_path):
    X, y = iris
    estimator.fit(X, y)
    estimator.report(tmp_path / "page.html", X, y if hasattr(estimator, "classes_") else None, svg=tmp_path / "svg")
    for file in (tmp_path / "svg").iterdir():
        root = ElementTree.parse(file).getroot()
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert len(list(root.iter())) > 8, file.name
    assert (tmp_path / "page.html").stat().st_size < 1e6


@pytest.mark.parametrize("labels", [5, 149, 151, 160])
def test_targets_are_one_for_each_row(iris, tmp_path, labels):
    X, y = iris
    model = protea.GMLVQ(max_iter=2).fit(X, y)
    for estimator, targets in [(model, np.resize(y, labels)), (protea.Ridge().fit(X, y), np.resize(y, labels)),
                               (protea.BatchSOM(max_iter=2).fit(X), np.resize(y, labels))]:
        with pytest.raises(ValueError, match=f"X has 150 rows and y {labels}: each row needs one"):
            estimator.report(tmp_path / "page.html", X, targets)
    assert not (tmp_path / "page.html").exists()


def test_numbers_have_a_page_too(tmp_path):
    random = np.random.default_rng(1)
    X = random.normal(size=(50, 2))
    y = X @ [1.0, 2.0] + 0.1 * random.normal(size=50)
    protea.Ridge().fit(X, y).report(tmp_path / "page.html", X, y, svg=tmp_path)
    assert (tmp_path / "numbers.svg").exists()


def test_the_features_that_decide_are_found_whatever_the_rows():
    random = np.random.default_rng(3)
    X = random.normal(size=(300, 6))
    y = np.where(X[:, 4] + X[:, 1] + 0.3 * random.normal(size=300) > 0, "yes", "no")
    found = protea.stability(protea.GRLVQ(max_iter=30), X, y, resamples=20)
    assert found.relevances.shape == (20, 6)
    assert set(np.argsort(found.rank[:, 1])[:2]) == {1, 4}
    assert found.ahead[4, 0] == 1 and found.ahead[0, 4] == 0
    assert (found.relevance[:, 0] <= found.relevance[:, 1]).all() and (found.relevance[:, 1] <= found.relevance[:, 2]).all()
    assert "x2" in found.sentence and "x5" in found.sentence
    again = protea.stability(protea.GRLVQ(max_iter=30), X, y, resamples=20, n_jobs=2)
    np.testing.assert_array_equal(again.relevances, found.relevances)


def test_stability_is_that_of_the_command(command, iris, tmp_path):
    import json

    X, y = iris
    found = protea.stability(protea.GMLVQ(max_iter=5), X, y, resamples=5)
    np.savez(tmp_path / "iris.npz", x=X, y=y)
    told = json.loads(command("stability", tmp_path / "iris.npz", "--method", "gmlvq", "--epochs", 5, "--resamples", 5,
                              "--json", "--quiet"))
    np.testing.assert_allclose(told["relevances"], found.relevances, rtol=1e-12)


def test_an_experiment_has_the_page_and_the_figures_of_the_command(command, tmp_path):
    document = protea.reproduce("fisher-table-3", quick=True, report=tmp_path / "python.html", svg=tmp_path / "python")
    command("reproduce", "fisher-table-3", "--quick", "--report", tmp_path / "command.html", "--svg", tmp_path / "command")
    assert document["experiment"] == "fisher-table-3"
    assert (tmp_path / "python.html").read_bytes() == (tmp_path / "command.html").read_bytes()
    names = sorted(each.name for each in (tmp_path / "command").iterdir())
    assert "fisher-table-3.svg" in names and names == sorted(each.name for each in (tmp_path / "python").iterdir())
    for name in names:
        assert ElementTree.parse(tmp_path / "python" / name).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    with pytest.raises(FileNotFoundError, match="no such folder"):
        protea.reproduce("fisher-table-2", report=tmp_path / "nowhere" / "page.html")


def test_methods_without_relevances_are_refused(iris):
    with pytest.raises(ValueError, match="learns no relevances"):
        protea.stability(protea.GLVQ(max_iter=2), *iris, resamples=2)
