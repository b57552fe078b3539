"""Whatever holds the rows, the model is the same, features keep their names, and what is unusable gets a sentence."""

import warnings

import numpy as np
import pytest

import protea
from protea._arrays import as_rows
from protea._compat import rows_and_names, validated
from protea._containers import array_and_names

NAMES = ["x1", "x2", "x3", "x4"]   # as features are called that have no names, so that models can be compared


def skip_without(name):
    return pytest.importorskip(name, exc_type=ImportError)   # a pyarrow that wants another numpy is none


class Tensor:
    """What a tensor of another library shows of itself."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class FarTensor(Tensor):
    def __dlpack__(self, **options):
        raise BufferError("its memory is on a graphics card")


class Stream:
    """A table that only speaks Arrow, as those of databases do."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


class Batch:
    def __init__(self, batch):
        self.batch = batch

    def __arrow_c_array__(self, requested_schema=None):
        return self.batch.__arrow_c_array__(requested_schema)


class Interchange:
    def __init__(self, frame):
        self.frame = frame

    def __dataframe__(self, **options):
        return self.frame.__dataframe__(**options)


class Shown:
    """An array behind numpy's own protocol and nothing else."""

    def __init__(self, array):
        self.__array_interface__ = array.__array_interface__
        self.array = array


def pandas_frame(X, kind=None):
    frame = skip_without("pandas").DataFrame(X, columns=NAMES[: X.shape[1]])
    return frame if kind is None else frame.astype(kind)


def arrow_table(X):
    return skip_without("pyarrow").table({name: np.ascontiguousarray(x) for name, x in zip(NAMES, X.T)})


def polars_frame(X):
    return skip_without("polars").DataFrame({name: x for name, x in zip(NAMES, X.T)})


def strided(X):
    wide = np.zeros((len(X), 2 * X.shape[1]))
    wide[:, ::2] = X
    return wide[:, ::2]


def read_only(X):
    X = X.copy()
    X.flags.writeable = False
    return X


def records(X):
    return np.rec.fromarrays(list(X.T), names=NAMES[: X.shape[1]])


def in_pieces(X):
    pyarrow = skip_without("pyarrow")
    return pyarrow.concat_tables([arrow_table(X[:70]), arrow_table(X[70:])])


def interchanged(X):
    skip_without("pandas")
    warnings.filterwarnings("ignore", message=".*[Ii]nterchange")
    return Interchange(arrow_table(X))


ARRAYS = {
    "C": lambda X: X, "F": np.asfortranarray, "strided": strided, "rows backwards": lambda X: X[::-1].copy()[::-1],
    "columns backwards": lambda X: X[:, ::-1].copy()[:, ::-1], "float32": lambda X: X.astype(np.float32),
    "long double": lambda X: X.astype(np.longdouble), "big-endian": lambda X: X.astype(">f8"), "read-only": read_only,
    "objects": lambda X: X.astype(object), "list": lambda X: X.tolist(), "memoryview": memoryview, "shown": Shown,
    "masked": np.ma.masked_invalid, "tensor": Tensor, "float32 tensor": lambda X: Tensor(X.astype(np.float32)),
    "tensor by columns": lambda X: Tensor(np.asfortranarray(X)),
}
FRAMES = {
    "pandas": pandas_frame, "float32 pandas": lambda X: pandas_frame(X, np.float32),
    "nullable pandas": lambda X: pandas_frame(X, "Float64"), "objects in pandas": lambda X: pandas_frame(X, object),
    "nullable single pandas": lambda X: pandas_frame(X, "Float32"),
    "sparse pandas": lambda X: pandas_frame(X, "Sparse[float64]"),
    "polars": polars_frame, "float32 polars": lambda X: polars_frame(X.astype(np.float32)), "table": arrow_table,
    "float32 table": lambda X: arrow_table(X.astype(np.float32)),
    "record batch": lambda X: arrow_table(X).to_batches()[0],
    "table in pieces": in_pieces, "stream": lambda X: Stream(arrow_table(X)), "interchange": interchanged,
    "stream in pieces": lambda X: Stream(in_pieces(X)), "batch": lambda X: Batch(arrow_table(X).to_batches()[0]),
    "stream of polars": lambda X: Stream(polars_frame(X)), "records": records,
    "arrow pandas": lambda X: arrow_table(X).to_pandas(types_mapper=__import__("pandas").ArrowDtype),
}
CONTAINERS = ARRAYS | FRAMES


@pytest.fixture(scope="module")
def flowers(iris):
    return iris[0].astype(np.float32).astype(np.float64), iris[1]   # so that single precision is no other data


@pytest.fixture(scope="module")
def plain(flowers):
    X, y = flowers
    return [protea.GLVQ().fit(X, y), protea.SOM(grid="4x3", max_iter=2).fit(X), protea.Ridge().fit(X[:, :3], X[:, 3])]


@pytest.mark.parametrize("kind", CONTAINERS)
def test_any_container_gives_the_same_model_and_answers(kind, flowers, plain):
    X, y = flowers
    given, some = CONTAINERS[kind](X), CONTAINERS[kind](np.ascontiguousarray(X[:, :3]))
    classifier, units, line = plain
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if kind == "interchange":
            warnings.simplefilter("ignore")   # its own libraries warn that it is going away
        ours = protea.GLVQ().fit(given, y)
        assert ours.to_bytes() == classifier.to_bytes()
        np.testing.assert_array_equal(ours.predict(given), classifier.predict(X))
        np.testing.assert_array_equal(ours.predict_proba(given), classifier.predict_proba(X))
        np.testing.assert_array_equal(ours.transform(given), classifier.transform(X))
        assert ours.score(given, y) == classifier.score(X, y)
        a_map = protea.SOM(grid="4x3", max_iter=2).fit(given)
        assert a_map.to_bytes() == units.to_bytes()
        np.testing.assert_array_equal(a_map.labels_, units.labels_)
        np.testing.assert_array_equal(a_map.transform(given), units.transform(X))
        ridge = protea.Ridge().fit(some, X[:, 3])
        assert ridge.to_bytes() == line.to_bytes()
        np.testing.assert_array_equal(ridge.predict(some), line.predict(X[:, :3]))
    assert hasattr(ours, "feature_names_in_") == (kind in FRAMES)
    if kind in FRAMES:
        assert list(ours.feature_names_in_) == NAMES
        assert ours.feature_names_in_.dtype == object


def test_a_memory_map_is_an_array(flowers, plain, tmp_path):
    np.save(tmp_path / "x.npy", flowers[0])
    given = np.load(tmp_path / "x.npy", mmap_mode="r")
    assert protea.GLVQ().fit(given, flowers[1]).to_bytes() == plain[0].to_bytes()
    assert np.shares_memory(array_and_names(given)[0], given)


@pytest.mark.parametrize("kind", ["C", "F", "strided", "rows backwards", "float32", "read-only", "memoryview", "shown",
                                  "tensor", "float32 tensor", "tensor by columns", "pandas", "float32 pandas"])
def test_one_array_in_memory_is_not_copied(kind, flowers):
    given = CONTAINERS[kind](flowers[0])
    shown = given.to_numpy() if "pandas" in kind else np.asarray(getattr(given, "array", given))
    found, _ = array_and_names(given)
    assert np.shares_memory(found, shown)
    assert found.dtype == (np.float32 if "float32" in kind else np.float64)


@pytest.mark.parametrize("kind", ["float32 polars", "float32 table", "nullable single pandas"])
def test_single_precision_stays_single(kind, flowers):
    assert array_and_names(CONTAINERS[kind](flowers[0]))[0].dtype == np.float32


def test_a_polars_frame_over_one_array_is_not_copied(flowers):
    polars = skip_without("polars")
    X = np.asfortranarray(flowers[0])
    assert np.shares_memory(array_and_names(polars.from_numpy(X, schema=NAMES))[0], X)


def test_columns_of_several_types_are_joined():
    pandas = skip_without("pandas")
    frame = pandas.DataFrame({"whole": [1, 2], "broken": [0.5, 1.5], "yes": [True, False],
                              "nullable": pandas.array([3, None], dtype="Int64")})
    rows, names = array_and_names(frame)
    assert names == ["whole", "broken", "yes", "nullable"]
    np.testing.assert_array_equal(rows, [[1, 0.5, 1, 3], [2, 1.5, 0, np.nan]])


@pytest.mark.parametrize("kind", ["pandas", "polars", "pyarrow", "masked"])
def test_what_a_container_misses_is_a_missing_value(kind):
    skip_without(kind) if kind != "masked" else None
    columns = {"a": [1, None, 3, 4], "b": [True, False, None, True], "c": [0.5, 1.5, 2.5, None]}
    if kind == "pandas":
        from pandas import DataFrame
        given = DataFrame(columns).convert_dtypes()
    elif kind == "polars":
        from polars import DataFrame
        given = DataFrame(columns)
    elif kind == "pyarrow":
        from pyarrow import table
        given = table(columns)
    else:
        given = np.ma.masked_equal([[1, 1, 5], [9, 0, 15], [3, 9, 25], [4, 1, 9]], 9) / np.array([1, 1, 10])
    expected = [[1, 1, 0.5], [np.nan, 0, 1.5], [3, np.nan, 2.5], [4, 1, np.nan]]
    np.testing.assert_array_equal(array_and_names(given)[0], expected)
    y = [0, 1, 0, 1]
    model = protea.GLVQ(missing="mask").fit(given, y)
    plain = protea.GLVQ(missing="mask").fit(np.array(expected), y)
    np.testing.assert_array_equal(model.prototypes_, plain.prototypes_)
    with pytest.raises(ValueError, match=r"^X\[1, 0\].* is NaN: missing='mask'"):
        protea.GLVQ().fit(given, y)


@pytest.mark.parametrize("kind", ["pandas", "nullable", "categories", "polars", "pyarrow", "tensor"])
def test_labels_may_come_in_any_container(kind, flowers):
    X, y = flowers
    words = np.array(["setosa", "versicolor", "virginica"])[y]
    if kind in ("pandas", "nullable", "categories"):
        pandas = skip_without("pandas")
        given = pandas.Series(words) if kind == "pandas" else pandas.Series(words, dtype="category")
        given = pandas.Series(y, dtype="Int64") if kind == "nullable" else given
    elif kind == "polars":
        given = skip_without("polars").Series(words)
    elif kind == "pyarrow":
        given = skip_without("pyarrow").array(words)
    else:
        given = Tensor(y)
    model = protea.GLVQ().fit(X, given)
    expected = y if kind in ("nullable", "tensor") else words
    assert (model.predict(X) == protea.GLVQ().fit(X, expected).predict(X)).all()
    assert model.classes_.dtype.kind == ("i" if kind in ("nullable", "tensor") else model.classes_.dtype.kind)


def test_weights_and_the_rest_of_the_house_take_them_too(flowers):
    polars = skip_without("polars")
    X, y = flowers
    frame, labels = polars_frame(X), polars.Series(y)
    weights = polars.Series(np.where(y == 0, 2.0, 1.0))
    assert (protea.GLVQ().fit(frame, labels, sample_weight=weights).to_bytes()
            == protea.GLVQ().fit(X, y, sample_weight=weights.to_numpy()).to_bytes())
    np.testing.assert_array_equal(protea.distance(frame, frame[:2]), protea.distance(X, X[:2]))
    model = protea.GLVQ().fit(frame, labels)
    np.testing.assert_array_equal(protea.margins(model, frame, labels)["hypothesis"],
                                  protea.margins(model, frame, y)["hypothesis"])
    found = protea.compare([protea.GLVQ(), protea.KNN()], frame, labels, cv=3)
    assert found.scores[0] == pytest.approx(protea.compare([protea.GLVQ(), protea.KNN()], X, y, cv=3).scores[0])


@pytest.mark.parametrize("kind", ["pandas", "polars", "table", "stream", "records"])
def test_feature_names_in_another_order_are_refused(kind, flowers):
    X, y = flowers
    model = protea.GLVQ().fit(FRAMES[kind](X), y)
    assert list(model.model_.feature_names) == NAMES
    frame = skip_without("pandas").DataFrame(X, columns=["x2", "x1", "x3", "x4"])
    with pytest.raises(ValueError, match="same order"):
        model.predict(frame)
    sentences = "unseen at fit time:\n- z\nFeature names seen at fit time, yet now missing:\n- x2\n"
    with pytest.raises(ValueError, match=sentences):
        model.predict(frame.rename(columns={"x2": "z"}))
    with pytest.warns(UserWarning, match="X does not have valid feature names, but GLVQ"):
        model.predict(X)


def test_numbers_name_no_features(flowers):
    pandas = skip_without("pandas")
    assert not hasattr(protea.GLVQ().fit(pandas.DataFrame(flowers[0]), flowers[1]), "feature_names_in_")
    with pytest.raises(ValueError, match="named by words, but one by 3"):
        protea.GLVQ().fit(pandas.DataFrame(flowers[0], columns=["a", "b", "c", 3]), flowers[1])


@pytest.mark.parametrize("kind", ["pandas", "polars", "table", "records"])
def test_a_column_of_text_is_named(kind):
    columns = {"length": [5.1, 4.9], "species": ["setosa", "virginica"]}
    if kind == "records":
        frame = np.rec.fromarrays(list(map(np.array, columns.values())), names="length,species")
    else:
        module = skip_without("pyarrow" if kind == "table" else kind)
        frame = module.table(columns) if kind == "table" else module.DataFrame(columns)
    sentence = "^column 'species' of X holds text, such as 'setosa': leave it out, or give numbers in its place$"
    with pytest.raises(ValueError, match=sentence):
        protea.GLVQ().fit(frame, [0, 1])


def sparse(X):
    from scipy.sparse import csr_matrix

    return csr_matrix(X)


def with_value(value):
    X = np.eye(4)
    X[2, 1] = value
    return X


@pytest.mark.parametrize("rows, labels, sentence", [
    (np.zeros((0, 2)), [], "minimum of 1"),
    (np.zeros(4), [0, 1, 0, 1], "Expected 2D array, got 1D array of 4 numbers. Reshape"),
    (np.zeros((4, 2, 2)), [0, 1, 0, 1], "dim 3"),
    (3.0, [0], "Expected 2D array, got a float"),
    ({"a": [1, 2]}, [0, 1], "Expected 2D array, got a dict"),
    (sparse(np.eye(4)), [0, 1, 0, 1], r"X is sparse, and all of its numbers are looked at: give X.toarray\(\)"),
    (np.eye(4) * 1j, [0, 1, 0, 1], "Complex data not supported: X has numbers of type complex128"),
    (np.full((4, 2), "2020", "M8[D]"), [0, 1, 0, 1], "X holds times"),
    (np.array([["1", "b"]] * 4), [0, 1, 0, 1], r"X\[0, 1\] is text, 'b': features are numbers"),
    (np.array([["1", "b"]] * 4, dtype=object), [0, 1, 0, 1], r"X\[0, 1\] is text, 'b'"),
    (with_value(np.inf), [0, 1, 0, 1], r"X\[2, 1\] is inf: features are finite numbers"),
    (with_value(np.nan), [0, 1, 0, 1], r"X\[2, 1\] is NaN: missing='mask'"),
    (FarTensor(np.eye(4)), [0, 1, 0, 1], "X, a FarTensor, cannot be looked at from here: its memory is on a graphics"),
    (np.eye(4), [0, 1, 0], "inconsistent"),
    (np.eye(4), None, "requires y"),
    (np.eye(4), [0, 0, 0, 0], "one class only"),
    (np.eye(4), ["a", None, "b", "b"], r"y\[1\] is missing"),
    (np.eye(4), np.array(["a", 1, "b", "b"], dtype=object), "y mixes words with others, such as 'a' and 1"),
])
def test_what_cannot_be_used_gets_one_sentence(rows, labels, sentence):
    with pytest.raises(ValueError, match=sentence) as told:
        protea.GLVQ().fit(rows, labels)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("rows, sentence", [
    (np.zeros((2, 3)), "X has 3 features, but GLVQ is expecting 4 features as input"),
    (np.zeros(4), "Reshape your data"),
    (sparse(np.eye(4)), "X is sparse"),
    (with_value(np.nan), r"X\[2, 1\] is NaN: missing='mask'"),
    (with_value(np.nan).astype(np.float32), r"X\[2, 1\] is NaN"),
    (with_value(-np.inf), r"X\[2, 1\] is -inf"),
])
@pytest.mark.parametrize("answer", ["predict", "predict_proba", "transform"])
def test_rows_to_answer_get_one_too(rows, sentence, answer, plain):
    with pytest.raises(ValueError, match=sentence) as told:
        getattr(plain[0], answer)(rows)
    assert "\n" not in str(told.value)


def test_a_named_feature_that_is_missing_is_called_by_its_name(flowers):
    model = protea.GLVQ().fit(pandas_frame(flowers[0]), flowers[1])
    with pytest.raises(ValueError, match=r"^X\[2, 1\], of 'x2', is NaN"):
        model.predict(pandas_frame(with_value(np.nan)))


@pytest.mark.parametrize("kind", [protea.GLVQ, protea.SOM, protea.Ridge])
def test_what_is_not_fitted_says_so(kind, flowers):
    estimator = kind()
    for ask in (estimator.predict, estimator.score, getattr(estimator, "transform", estimator.predict)):
        with pytest.raises(ValueError, match="is not fitted yet"):
            ask(*flowers) if ask == estimator.score else ask(flowers[0])
    with pytest.raises(ValueError, match="is not fitted yet"):
        estimator.to_bytes()


def test_a_frame_without_rows_yet_is_refused(flowers):
    with pytest.raises(ValueError, match=r"X is a LazyFrame, which has no rows yet: give X.collect\(\)"):
        protea.GLVQ().fit(polars_frame(flowers[0]).lazy(), flowers[1])


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_rows_reach_the_core_as_they_lie_in_memory(kind, order, iris):
    X = np.array(iris[0], dtype=kind, order=order)
    model = protea.GLVQ(max_iter=1)
    for rows in (as_rows(X), validated(model, X, reset=True, allows_missing=False), rows_and_names(X)[0],
                 model.fit(X, iris[1])._rows(X)):
        assert rows.dtype == kind and np.shares_memory(rows, X)
        np.testing.assert_array_equal(rows, X)


def test_masked_whole_numbers_are_missing_values():
    given = np.ma.masked_equal([[1, 5], [9, 15], [3, 9], [4, 1]], 9)
    assert given.dtype.kind == "i"
    rows, _ = array_and_names(given)
    np.testing.assert_array_equal(rows, [[1, 5], [np.nan, 15], [3, np.nan], [4, 1]])
