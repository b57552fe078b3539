"""Every picture can be drawn on axes of one's own, and shows the numbers of the model."""

import numpy as np
import pytest

import protea

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

from matplotlib import pyplot  # noqa: E402

from protea import plot  # noqa: E402


@pytest.fixture(scope="module")
def fitted(iris):
    return protea.GMLVQ(prototypes=2).fit(*iris)


@pytest.fixture(scope="module")
def a_map(iris):
    return protea.BatchSOM(grid="6x5").fit(iris[0])


@pytest.fixture
def ax():
    yield pyplot.figure().add_subplot()
    pyplot.close("all")


def test_bars_are_relevances_and_eigenvalues(fitted, ax):
    assert plot.relevances(fitted, ax) is ax
    np.testing.assert_allclose([bar.get_height() for bar in ax.patches], fitted.relevances_)
    other = plot.eigenvalues(fitted)
    np.testing.assert_allclose([bar.get_height() for bar in other.patches], fitted.eigenvalues_)


def test_each_picture_is_drawn_on_the_given_axes(fitted, a_map, iris):
    X, y = iris
    points = [{"value": "1", "training_error": {"mean": 0.1, "deviation": 0.01},
               "test_error": {"mean": 0.2, "deviation": 0.02}}]
    theory = protea.dynamics(alphas=[0, 1, 2])
    pictures = [
        lambda ax: plot.relevance_matrix(fitted, ax), lambda ax: plot.projection(fitted, X, y, ax),
        lambda ax: plot.prototypes(fitted, ax), lambda ax: plot.roc(fitted, X, y, ax),
        lambda ax: plot.history(fitted, ax), lambda ax: plot.curve(points, ax),
        lambda ax: plot.margins(fitted, X, y, ax), lambda ax: plot.reject(fitted, X, y, ax),
        lambda ax: plot.confusion(fitted, X, y, ax), lambda ax: plot.u_matrix(a_map, ax),
        lambda ax: plot.component_plane(a_map, 0, ax), lambda ax: plot.hits(a_map, ax),
        lambda ax: plot.learning_curve(theory, ax),
    ]
    for picture in pictures:
        ax = pyplot.figure().add_subplot()
        assert picture(ax) is ax
        assert ax.has_data()
        ax.figure.canvas.draw()
        pyplot.close("all")
