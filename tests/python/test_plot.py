"""Every picture can be drawn on axes of one's own, and shows the numbers of the model."""

import numpy as np
import pytest

import protea

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

from matplotlib import pyplot  # noqa: E402
from matplotlib.colors import to_rgb, to_rgba  # noqa: E402

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
    np.testing.assert_allclose([bar.get_width() for bar in ax.patches], fitted.relevances_)
    assert [text.get_text() for text in ax.get_yticklabels()] == ["x1", "x2", "x3", "x4"]
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


def test_names_that_are_numbers_are_the_axis(fitted, ax):
    plot.relevances(fitted, ax, names=[850, 900, 950, 1000])
    np.testing.assert_allclose([bar.get_x() + bar.get_width() / 2 for bar in ax.patches], [850, 900, 950, 1000])
    np.testing.assert_allclose([bar.get_height() for bar in ax.patches], fitted.relevances_)
    curves = plot.prototypes(fitted, names=[850, 900, 950, 1000])
    np.testing.assert_array_equal(curves.lines[0].get_xdata(), [850, 900, 950, 1000])
    np.testing.assert_allclose(curves.lines[0].get_ydata(), fitted.prototypes_[0])
    with pytest.raises(ValueError, match="names has 3 of them for 4 features"):
        plot.relevances(fitted, ax, names=[1, 2, 3])


def test_classes_of_prototypes_can_be_chosen(fitted, ax):
    plot.prototypes(fitted, ax, classes=[1])
    assert len(ax.lines) == 2
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["1"]
    with pytest.raises(ValueError, match="no prototype is of any of the classes"):
        plot.prototypes(fitted, classes=["nobody"])


def test_prototypes_are_pictures_where_features_are_pixels(fitted, ax):
    plot.prototypes(fitted, ax, shape=(2, 2))
    shown = ax.images[0].get_array()
    np.testing.assert_allclose(shown[2:4, :2], fitted.prototypes_[0].reshape(2, 2))
    np.testing.assert_allclose(shown[7:9, :2], fitted.prototypes_[1].reshape(2, 2))   # of the same class: below
    with pytest.raises(ValueError, match="has 9 pixels, and there are 4 features"):
        plot.prototypes(fitted, shape=(3, 3))


def test_regions_meet_where_prototypes_are_equally_near(iris, ax):
    model = protea.GMLVQ(max_iter=0).fit(iris[0][:100], iris[1][:100])
    plot.projection(model, iris[0][:100], iris[1][:100], ax)
    first, second = model.model_.projection(model.prototypes_, 2)
    borders = [each for each in ax.collections if type(each).__name__.endswith("ContourSet")]
    border = np.vstack([path.vertices for each in borders[1::2] for path in each.get_paths()])
    difference = ((border - first) ** 2).sum(axis=1) - ((border - second) ** 2).sum(axis=1)
    np.testing.assert_allclose(difference, 0, atol=1e-6 * ((first - second) ** 2).sum())


@pytest.mark.parametrize("topology, corners", [("rectangle", 4), ("hexagon", 6), ("torus", 4)])
def test_cells_have_the_shape_of_the_lattice(topology, corners, iris, ax):
    model = protea.BatchSOM(grid="6x5", topology=topology, max_iter=3).fit(iris[0])
    plot.hits(model, ax)
    cells = ax.collections[0]
    assert {len(path.vertices) - 1 for path in cells.get_paths()} == {corners}
    np.testing.assert_array_equal(cells.get_array(), model.hits_.ravel())
    middles = np.array([path.vertices[:-1].mean(axis=0) for path in cells.get_paths()])
    if topology == "hexagon":   # odd rows are half a place to the right, and neighbours one place apart
        np.testing.assert_allclose(middles[6] - middles[0], [0.5, np.sqrt(3) / 2], atol=1e-12)
    assert [text.get_text() for text in ax.texts] == [str(count) for count in model.hits_.ravel() if count]


def test_units_in_a_chain_are_bars(iris, ax):
    model = protea.BatchSOM(grid="8x1", topology="chain", max_iter=3).fit(iris[0])
    for draw, values in ((plot.hits, model.hits_), (plot.u_matrix, model.u_matrix_)):
        np.testing.assert_allclose([bar.get_height() for bar in draw(model).patches], np.ravel(values))
    plot.component_plane(model, 2, ax, names=["a", "b", "length", "d"])
    assert ax.get_ylabel() == "length"
    with pytest.raises(ValueError, match="there is no feature 'width': there are a, b"):
        plot.component_plane(model, "width", names=["a", "b", "length", "d"])


def test_units_can_have_the_marks_of_classes(a_map, iris, ax):
    plot.hits(a_map, ax, labels=iris[1])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["0", "1", "2"]
    marked = sum(len(each.get_offsets()) for each in ax.collections[1:])
    assert marked == (a_map.hits_ > 0).sum()
    with pytest.raises(ValueError, match="labels has 3 of them, and the training had 150 rows"):
        plot.hits(a_map, labels=[0, 1, 2])


def test_a_single_point_is_seen(fitted, iris, ax, monkeypatch):
    errors = {name: {"mean": 0.1, "deviation": 0.0} for name in ("training_error", "test_error")}
    plot.curve([{"value": "1", **errors}], ax, label="share of the rows")
    assert ax.get_xlabel() == "share of the rows"
    monkeypatch.setattr(plot._house, "reject", lambda *_: {"coverage": np.ones(1), "accuracy": np.array([0.9])})
    assert plot.reject(fitted, *iris).lines[0].get_marker() == "o"
    assert plot.margins(fitted, iris[0][:1], iris[1][:1]).lines[0].get_marker() == "o"
    assert plot.history(protea.GLVQ(max_iter=1).fit(*iris)).lines[0].get_marker() == "o"
    pyplot.close("all")


def test_lines_on_the_same_axes_differ_in_black(fitted, iris, ax):
    for name in ("first", "second", "third"):
        plot.margins(fitted, *iris, ax, label=name)
    styles = [line.get_linestyle() for line in ax.lines if line.get_label()[0] != "_"]
    assert len(set(styles)) == 3


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


def test_rows_and_prototypes_of_a_class_have_its_color(fitted, iris, ax):
    plot.projection(fitted, *iris, ax, regions=False)
    *rows, stars = ax.collections[:4]
    for c, each in enumerate(rows):
        assert tuple(each.get_facecolor()[0][:3]) == to_rgb(f"C{c}")
        np.testing.assert_array_equal(each.get_offsets(), fitted.project(iris[0][iris[1] == c], 2))
    np.testing.assert_array_equal(stars.get_facecolor(), [to_rgba(f"C{c}") for c in fitted.prototype_labels_])


def test_curves_of_prototypes_have_the_color_of_their_class(fitted, ax):
    plot.prototypes(fitted, ax)
    assert [line.get_color() for line in ax.lines] == [f"C{c}" for c in fitted.prototype_labels_]


@pytest.mark.parametrize("positive", [None, 0, 1, 2])
def test_the_area_under_a_curve_is_that_of_the_scores_of_its_class(positive, iris, ax):
    from sklearn.metrics import auc, roc_auc_score

    X, y = iris
    model = protea.GMLVQ(max_iter=0).fit(X[:, :2], y)
    plot.roc(model, X[:, :2], y, ax, positive=positive)
    place = 2 if positive is None else positive
    area = roc_auc_score(y == place, model.predict_proba(X[:, :2])[:, place])
    line = ax.lines[-1]
    assert auc(line.get_xdata(), line.get_ydata()) == pytest.approx(area)
    assert line.get_label() == f"{place}: AUC {area:.3f}"


def test_rows_of_a_confusion_are_the_classes_and_columns_the_answers(iris, ax):
    X, y = iris[0][:, :2], iris[1]
    model = protea.GMLVQ(max_iter=0).fit(X, y)
    counts = np.array([[((y == i) & (model.predict(X) == j)).sum() for j in range(3)] for i in range(3)])
    assert (counts != counts.T).any()
    plot.confusion(model, X, y, ax)
    np.testing.assert_array_equal(ax.images[0].get_array(), counts)
    assert {(text.get_position()[1], text.get_position()[0]): text.get_text() for text in ax.texts} == {
        place: str(count) for place, count in np.ndenumerate(counts)}
    assert (ax.get_ylabel(), ax.get_xlabel()) == ("class", "answer")


def test_cells_stand_row_by_row_and_planes_are_those_of_their_feature(a_map, ax):
    plot.component_plane(a_map, 1, ax)
    cells = ax.collections[0]
    middles = np.array([path.vertices[:-1].mean(axis=0) for path in cells.get_paths()])
    np.testing.assert_allclose(middles, [[column, row] for row in range(5) for column in range(6)], atol=1e-12)
    np.testing.assert_array_equal(cells.get_array(), a_map.prototypes_[:, 1])
    by_name = plot.component_plane(a_map, "c", names=list("abcd"))
    np.testing.assert_array_equal(by_name.collections[0].get_array(), a_map.prototypes_[:, 2])


def test_curves_are_the_errors_against_the_values(ax):
    points = [{"value": str(value), "training_error": {"mean": 0.1 * value, "deviation": 0.01},
               "test_error": {"mean": 0.2 * value, "deviation": 0.02}} for value in (1, 2, 3)]
    plot.curve(points, ax)
    for container, factor in zip(ax.containers, (0.1, 0.2)):
        np.testing.assert_array_equal(container.lines[0].get_xdata(), [1, 2, 3])
        np.testing.assert_allclose(container.lines[0].get_ydata(), factor * np.array([1, 2, 3]))
    assert [each.get_label() for each in ax.containers] == ["training error", "test error"]


def test_lines_are_the_numbers_of_margins_rejection_and_history(fitted, iris, ax):
    plot.margins(fitted, *iris, ax)
    values = protea.margins(fitted, *iris)["hypothesis"]
    shares = [(values <= value).mean() for value in ax.lines[0].get_xdata()]
    np.testing.assert_allclose(ax.lines[0].get_ydata(), shares, atol=2 / 150)
    assert (np.diff(ax.lines[0].get_xdata()) >= 0).all()
    found = protea.reject(fitted, *iris)
    line = plot.reject(fitted, *iris).lines[0]
    np.testing.assert_allclose(line.get_xdata(), 1 - found["coverage"])
    np.testing.assert_allclose(line.get_ydata(), found["accuracy"])
    line = plot.history(fitted).lines[0]
    np.testing.assert_array_equal(line.get_xdata(), np.arange(1, len(fitted.history_) + 1))
    np.testing.assert_array_equal(line.get_ydata(), fitted.history_)


def test_the_diagonal_is_shown_only_where_asked(fitted, ax):
    plot.relevance_matrix(fitted, ax)
    off = fitted.lambda_ - np.diag(np.diag(fitted.lambda_))
    np.testing.assert_array_equal(ax.images[0].get_array(), off)
    whole = plot.relevance_matrix(fitted, diagonal=True)
    np.testing.assert_array_equal(whole.images[0].get_array(), fitted.lambda_)


def test_rows_that_are_held_out_have_a_curve_of_their_own(iris):
    model = protea.GMLVQ(optimizer="adam", max_iter=15, validation=0.2, patience=100).fit(*iris)
    ax = plot.history(model, pyplot.figure().add_subplot())
    training, held_out = (line.get_ydata() for line in ax.lines)
    np.testing.assert_array_equal(training, model.history_)
    np.testing.assert_array_equal(held_out, model.validation_history_)
    assert len(held_out) == 15 and held_out[-1] < held_out[0] < 0.0 + len(iris[1])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["training", "held out"]
    assert len(protea.GMLVQ(max_iter=3).fit(*iris).validation_history_) == 0
