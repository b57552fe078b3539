"""Training on a cluster of Dask: the same bytes, whoever holds the rows, and whoever dies."""

import hashlib
import os
import pickle
import signal
import threading
import time

import numpy as np
import pytest

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

import dask.array as da  # noqa: E402
import dask.dataframe as dd  # noqa: E402
import pandas as pd  # noqa: E402
from sklearn.base import clone  # noqa: E402

import protea  # noqa: E402
import protea.dask  # noqa: E402
from protea import _cluster, _cluster_rows, _groups  # noqa: E402

ROWS = 2 * _groups.GROUP_ROWS + 1111


def sha(estimator):
    return hashlib.sha256(estimator.to_bytes()).hexdigest()


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
                                  memory_limit=0) as made:
        yield made


@pytest.fixture(scope="module")
def client(cluster):
    with distributed.Client(cluster) as made:
        yield made


@pytest.fixture(scope="module")
def rows():
    random = np.random.default_rng(3)
    y = random.integers(0, 3, ROWS)
    X = np.exp(0.4 * random.normal(size=(ROWS, 4)) + 0.8 * (y[:, None] == np.arange(4)))
    return X, np.array(["one", "three", "two"])[y]


def unequal(X, y):
    sizes = [10, 0, 40_000, 1, 20_000]
    sizes.append(len(X) - sum(sizes))
    return da.from_array(X, chunks=(tuple(sizes), X.shape[1])), da.from_array(y, chunks=(tuple(sizes),))


# The bytes ------------------------------------------------------------------------------------------------------------

CASES = {
    "gmlvq": ("GMLVQ", {"max_iter": 4}),
    "lgmlvq": ("LGMLVQ", {"max_iter": 3}),
    "rslvq": ("RSLVQ", {"max_iter": 3}),
    "divergence-glvq": ("DivergenceGLVQ", {"max_iter": 3}),
    "k-means": ("KMeans", {"max_iter": 4, "n_clusters": 6}),
    "batch-som": ("BatchSOM", {"max_iter": 4, "grid": "4x3"}),
}


@pytest.mark.parametrize("name", CASES)
def test_model_is_that_of_one_process(client, rows, name):
    cls, keywords = CASES[name]
    X, y = rows
    here = getattr(protea, cls)(**keywords)
    here.fit(X, y) if hasattr(here, "predict_proba") else here.fit(X)
    there = getattr(protea.dask, cls)(client=client, **keywords)
    for lazy_X, lazy_y in [(da.from_array(X, chunks=(9000, 2)), da.from_array(y, chunks=9000)), unequal(X, y)]:
        there.fit(lazy_X, lazy_y)
        assert sha(there) == sha(here)
    assert there.n_iter_ == here.n_iter_ and there.cost_ == here.cost_
    np.testing.assert_array_equal(there.history_, here.history_)


LINEAR = {
    "ridge": ("Ridge", {}),
    "regression": ("LinearRegression", {"degree": 2}),
    "adaline": ("Adaline", {}),
    "cost-perceptron": ("CostPerceptron", {"max_iter": 20}),
}


@pytest.mark.parametrize("name", LINEAR)
@pytest.mark.parametrize("count", [ROWS, 3000])
def test_linear_model_is_that_of_one_process(client, rows, name, count):
    cls, keywords = LINEAR[name]
    X, y = rows[0][:count], rows[1][:count]
    weights = np.random.default_rng(5).integers(0, 4, count).astype(float)
    if name in ("ridge", "regression"):
        y = X @ [1.0, 2, 3, 4] + np.sin(1e3 * X[:, 0])
    for weighed in ({}, {"sample_weight": weights}):
        here = getattr(protea, cls)(**keywords).fit(X, y, **weighed)
        there = getattr(protea.dask, cls)(client=client, **keywords)
        lazy = da.from_array(X, chunks=(900, 4)), da.from_array(y, chunks=900)
        there.fit(*lazy, **{each: da.from_array(weights, chunks=900) for each in weighed})
        assert sha(there) == sha(here)
        assert there.n_iter_ == here.n_iter_ and there.cost_ == here.cost_
        assert float(there.score(*lazy)) == pytest.approx(here.score(X, y))
    columns = list("abcd")
    frame = pd.DataFrame(X, columns=columns).assign(y=y)
    cut = dd.from_pandas(frame, npartitions=4)
    assert sha(there.fit(cut[columns], cut["y"])) == sha(here.fit(frame[columns], frame["y"]))


def test_numbers_to_learn_must_be_there(client):
    lazy = da.from_array(np.ones((30, 2)), chunks=10)
    ridge = protea.dask.Ridge(client=client)
    assert message_of(ValueError, lambda: ridge.fit(lazy)) == "there are no numbers to learn from: give y"
    y = np.arange(30.0)
    y[14] = np.inf
    assert message_of(ValueError, lambda: ridge.fit(lazy, da.from_array(y, chunks=10))) == (
        "partition 1: y[4] is inf: targets are finite numbers")
    words = da.from_array(np.array(["a", "b", "c"] * 10), chunks=10)
    assert message_of(ValueError, lambda: ridge.fit(lazy, words)).startswith("partition 0: ")
    text = message_of(ValueError, lambda: ridge.fit(lazy, da.from_array(np.arange(30.0), chunks=10), checkpoint="x.ckpt"))
    assert text == "ridge trains in one go, and has nothing to save on the way: leave out checkpoint"
    sequential = protea.dask.Adaline(client=client, form="sequential")
    assert message_of(ValueError, lambda: sequential.fit(lazy, da.zeros(30, chunks=10, dtype=int))) == (
        "form='sequential' presents one example after the other, and these rows are in several processes: fit it on rows in "
        "memory; its answers are given for partitions all the same")


@pytest.mark.parametrize("workers", [1, 3])
def test_number_of_workers_decides_nothing(rows, workers):
    X, y = rows
    lazy_X, lazy_y = da.from_array(X, chunks=9000), da.from_array(y, chunks=9000)
    with distributed.LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None,
                                  memory_limit=0) as cluster, distributed.Client(cluster) as client:
        for cls, keywords in CASES.values():
            here = getattr(protea, cls)(**keywords)
            here.fit(X, y) if hasattr(here, "predict_proba") else here.fit(X)
            assert sha(getattr(protea.dask, cls)(client=client, **keywords).fit(lazy_X, lazy_y)) == sha(here), cls


def kill_a_worker(client):
    """By a signal that nobody can catch; the nanny starts another one."""
    pids = client.run(os.getpid)
    os.kill(next(iter(pids.values())), signal.SIGKILL)


@pytest.fixture
def mortal_client():
    """Of workers that others do not need any more."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
                                  memory_limit=0) as cluster, distributed.Client(cluster) as made:
        yield made


@pytest.mark.parametrize("cls, keywords", [("GMLVQ", {"tol": 0.0}), ("BatchSOM", {"grid": "4x3"})])
def test_workers_that_die_change_nothing(mortal_client, rows, cls, keywords, monkeypatch):
    X, y = rows
    settings = {"max_iter": 40, **keywords}
    here = getattr(protea, cls)(**settings)
    here.fit(X, y) if hasattr(here, "predict_proba") else here.fit(X)
    killed, asked = [], []
    monkeypatch.setattr(_cluster_rows, "demand_same_version", lambda client, workers: asked.extend(workers))

    def at_some_epochs(epoch, epochs, cost):
        if epoch in (3, 9):
            kill_a_worker(mortal_client)
            killed.append(epoch)

    there = getattr(protea.dask, cls)(client=mortal_client, callback=at_some_epochs, **settings)
    kill_a_worker(mortal_client)   # and one as it begins
    there.fit(da.from_array(X, chunks=9000), da.from_array(y, chunks=9000))
    assert killed == [3, 9]
    assert sha(there) == sha(here)
    assert asked, "whoever comes in the place of a worker is asked for its version"


def test_weights_and_gaps_are_those_of_all(client, rows):
    X, y = rows
    X, weights = X.copy(), np.random.default_rng(5).integers(0, 4, len(X)).astype(float)
    X[::50, 1] = np.nan
    for missing in ("mean", "drop"):
        here = protea.GLVQ(max_iter=3, missing=missing).fit(X, y, sample_weight=weights)
        there = protea.dask.GLVQ(client=client, max_iter=3, missing=missing)
        there.fit(*unequal(X, y), sample_weight=weights)
        assert sha(there) == sha(here), missing


def test_partitions_need_not_be_cut_alike(client, rows):
    X, y = rows[0][:5000], rows[1][:5000]
    weights = np.random.default_rng(5).integers(0, 4, len(X)).astype(float)
    here = protea.GLVQ(max_iter=3).fit(X, y, sample_weight=weights)
    there = protea.dask.GLVQ(client=client, max_iter=3)
    there.fit(da.from_array(X, chunks=(900, 2)), da.from_array(y, chunks=1700), sample_weight=da.from_array(weights, chunks=5000))
    assert sha(there) == sha(here)


def test_targets_may_be_a_column_of_partitions_without_rows(client, rows):
    X, y = rows[0][:5000], rows[0][:5000] @ [1.0, 2, 3, 4]
    weights = np.ones(5000)
    weights[3000:3500] = 0   # all of a partition
    sizes = (0, 3000, 0, 500, 1500, 0)
    there = protea.dask.Ridge(client=client)
    there.fit(da.from_array(X, chunks=(sizes, 4)), da.from_array(y[:, None], chunks=(sizes, 1)),
              sample_weight=da.from_array(weights, chunks=(sizes,)))
    assert sha(there) == sha(protea.Ridge().fit(X, y, sample_weight=weights))


def test_steps_of_some_rows_are_those_of_one_process(client, rows):
    X, y = rows[0][:40_000], rows[1][:40_000]
    settings = {"optimizer": "adam", "batch_size": 500, "max_iter": 1}
    here = protea.GMLVQ(**settings).fit(X, y)
    there = protea.dask.GMLVQ(client=client, **settings).fit(da.from_array(X, chunks=7000), da.from_array(y, chunks=7000))
    assert sha(there) == sha(here)


def test_frames_have_names(client, rows):
    frame = pd.DataFrame(rows[0][:5000], columns=["a", "b", "c", "d"]).assign(label=rows[1][:5000])
    lazy = dd.from_pandas(frame, npartitions=3)
    here = protea.GMLVQ(max_iter=3).fit(frame[["a", "b", "c", "d"]], frame["label"])
    there = protea.dask.GMLVQ(client=client, max_iter=3).fit(lazy[["a", "b", "c", "d"]], lazy["label"])
    assert sha(there) == sha(here)
    assert list(there.feature_names_in_) == ["a", "b", "c", "d"]
    answers = there.predict(lazy[["a", "b", "c", "d"]])
    np.testing.assert_array_equal(answers.compute(), here.predict(frame[["a", "b", "c", "d"]]))
    assert float(there.score(lazy[["a", "b", "c", "d"]], lazy["label"])) == pytest.approx(
        here.score(frame[["a", "b", "c", "d"]], frame["label"]))


def test_files_are_read_by_the_workers(client, rows, tmp_path):
    columns = list("abcd")
    frame = pd.DataFrame(rows[0][:6000], columns=columns).assign(label=rows[1][:6000], w=np.arange(6000.0) % 4, z="?")
    dd.from_pandas(frame, npartitions=6).to_parquet(tmp_path / "parquet")
    dd.from_pandas(frame, npartitions=6).to_csv(tmp_path / "*.csv", index=False)
    for files in (dd.read_parquet(tmp_path / "parquet"), dd.read_csv(tmp_path / "*.csv")):
        for lazy in (files, files[files["a"] > 1]):
            read = lazy.compute()
            here = protea.GMLVQ(max_iter=3).fit(read[columns], read["label"], sample_weight=read["w"])
            there = protea.dask.GMLVQ(client=client, max_iter=3)
            there.fit(lazy[columns], lazy["label"], sample_weight=lazy["w"])
            assert sha(there) == sha(here)
            assert float(there.score(lazy[columns], lazy["label"], lazy["w"])) == pytest.approx(
                here.score(read[columns], read["label"], read["w"]))
            np.testing.assert_array_equal(there.predict(lazy[columns]).compute(), here.predict(read[columns]))


def test_a_seed_is_drawn_once(client, rows):
    X, y = rows[0][:3000], rows[1][:3000]
    lazy = da.from_array(X, chunks=1000), da.from_array(y, chunks=1000)
    here = protea.GLVQ(prototypes=3, max_iter=2, random_state=np.random.RandomState(7)).fit(X, y)
    there = protea.dask.GLVQ(client=client, prototypes=3, max_iter=2, random_state=np.random.RandomState(7)).fit(*lazy)
    assert sha(there) == sha(here)


def test_empty_histograms_are_flat_as_in_memory(client, rows):
    X, y = rows[0][:3000].copy(), rows[1][:3000]
    X[1700] = 0
    here = protea.DivergenceGLVQ(max_iter=2).fit(X, y)
    there = protea.dask.DivergenceGLVQ(client=client, max_iter=2)
    there.fit(da.from_array(X, chunks=1000), da.from_array(y, chunks=1000))
    assert sha(there) == sha(here)


# Answers --------------------------------------------------------------------------------------------------------------


def test_every_estimator_answers_by_partitions(client):
    random = np.random.default_rng(1)
    y = np.arange(90) % 2
    X = np.abs(random.normal(size=(90, 5)) + y[:, None]) + 0.1
    lazy = da.from_array(X, chunks=((40, 0, 50), 5))
    asked = 0
    for cls in protea.ESTIMATORS:
        keywords = {"max_iter": 2} if "max_iter" in cls().get_params() else {}
        here = cls(**keywords)
        target = y if hasattr(cls, "score") and not hasattr(cls, "fit_predict") else None
        here.fit(X, y) if target is not None else here.fit(X)
        there = getattr(protea.dask, cls.__name__)(client=client, **keywords)
        there.fit(X, y) if target is not None else there.fit(X)
        for name in ("predict", "predict_proba", "transform"):
            if not hasattr(here, name):
                continue
            answer = getattr(there, name)(lazy)
            assert isinstance(answer, da.Array), (cls, name)
            np.testing.assert_array_equal(answer.compute(), getattr(here, name)(X), err_msg=f"{cls} {name}")
            asked += 1
        if hasattr(here, "score"):
            arguments = () if target is None else (y,)
            lazy_arguments = () if target is None else (da.from_array(y, chunks=((40, 0, 50),)),)
            assert float(there.score(lazy, *lazy_arguments)) == pytest.approx(here.score(X, *arguments)), cls
    assert asked > 60


def test_scores_of_weighted_rows(client, rows):
    X, y = rows[0][:3000], rows[1][:3000]
    weights = np.arange(3000.0)
    lazy = [da.from_array(each, chunks=1000) for each in (X, y, weights)]
    there = protea.dask.GLVQ(client=client, max_iter=2).fit(*lazy[:2])
    here = protea.GLVQ(max_iter=2).fit(X, y)
    wanted = pytest.approx(here.score(X, y, weights))
    assert float(there.score(*lazy)) == wanted
    assert float(there.score(lazy[0], y, list(weights))) == wanted  # beside rows of which the lengths are known
    assert float(there.score(lazy[0], lazy[1][:, None], lazy[2])) == wanted
    unknown = [each[each[:, 0] > -1] if each.ndim == 2 else each for each in lazy]
    frame = dd.from_pandas(pd.DataFrame(X, columns=list("abcd")).assign(y=y, w=weights), npartitions=3)
    named = protea.dask.GLVQ(client=client, max_iter=2).fit(frame[list("abcd")], frame["y"])
    assert float(named.score(frame[list("abcd")], frame["y"], frame["w"])) == wanted
    numbers = protea.Ridge().fit(X, X @ [1.0, 2, 3, 4] + np.sin(weights))
    told = protea.dask.Ridge(client=client).fit(X, X @ [1.0, 2, 3, 4] + np.sin(weights))
    truth = X @ [1.0, 2, 3, 4]
    assert float(told.score(unknown[0], da.from_array(truth, chunks=1000), lazy[2])) == pytest.approx(numbers.score(X, truth, weights))


def test_scores_that_are_nothing_are_said(client):
    X = np.random.default_rng(4).normal(size=(40, 2))
    lazy = da.from_array(X, chunks=20)
    ridge = protea.dask.Ridge(client=client).fit(X, X[:, 0])
    assert float(ridge.score(lazy, da.ones(40, chunks=20))) == 0.0 == ridge.score(X, np.ones(40))
    constant = protea.dask.Ridge(client=client).fit(X, np.ones(40))
    assert float(constant.score(lazy, da.ones(40, chunks=20))) == 1.0 == constant.score(X, np.ones(40))
    text = "there is nothing to score by: there are no rows, or none has a weight"
    for weights in (da.zeros(40, chunks=20), None):
        some = lazy if weights is not None else lazy[lazy[:, 0] > 100]
        truth = da.ones(40, chunks=20) if weights is not None else lazy[lazy[:, 0] > 100][:, 0]
        assert message_of(ValueError, lambda: ridge.score(some, truth, weights).compute()) == text


def test_what_is_asked_beside_rows_is_passed_on(client, rows):
    X, y = rows[0][:3000], rows[1][:3000]
    there = protea.dask.GMLVQ(client=client, max_iter=3).fit(X, y)
    lazy = da.from_array(X, chunks=1000)
    for answer, wanted in ((there.project(lazy, 1), there.project(X, 1)),
                           (there.project(lazy, dimensions=3), there.project(X, dimensions=3))):
        assert answer.shape == wanted.shape
        np.testing.assert_array_equal(answer.compute(), wanted)


def test_models_of_files_answer_rows_of_a_cluster(client, rows, tmp_path):
    frame = pd.DataFrame(rows[0][:3000], columns=list("abcd"))
    here = protea.GMLVQ(max_iter=3).fit(frame, rows[1][:3000])
    here.save(tmp_path / "model.protea")
    there = protea.dask.load(tmp_path / "model.protea", client=client)
    lazy = dd.from_pandas(frame, npartitions=3)
    np.testing.assert_array_equal(there.predict(lazy).compute(), here.predict(frame))
    assert message_of(ValueError, lambda: there.predict(lazy[list("abdc")])) == message_of(
        ValueError, lambda: here.predict(frame[list("abdc")]))


# What goes wrong ------------------------------------------------------------------------------------------------------


def unreadable():
    """Rows that nobody may look at."""

    def read():
        raise AssertionError("these rows were read")

    return da.from_delayed(dask.delayed(read)(), shape=(30, 2), dtype=float)


def test_settings_are_refused_before_rows_are_read(client):
    X, y = unreadable(), da.zeros(30, chunks=30, dtype=int)
    ending = "fit it on rows in memory; its answers are given for partitions all the same"

    def text(cls, **keywords):
        estimator = getattr(protea.dask, cls)(client=client, **keywords)
        return message_of(ValueError, lambda: estimator.fit(X, y))

    for cls in ("LVQ1", "OLVQ1", "KernelLVQ1", "FLSOM", "KNN", "GrowingNeuralGas", "SVM", "DSLVQ"):
        assert text(cls).endswith(ending), cls
    assert "batch_size" not in text("OLVQ1")
    assert text("GLVQ", missing="median").startswith("missing='median' sorts the values of a feature")
    assert text("GLVQ", validation=0.2).startswith("validation holds rows out")
    # A mistake is one in memory, too.
    for keywords in ({"init": "nonsense"}, {"prototypes": 0}, {"scale": "nonsense"}):
        assert ending not in text("GLVQ", **keywords), keywords
    plans = {"every=0: must be a number of epochs, 1 at least": {"every": 0},
             "every=2.5: must be a number of epochs, 1 at least": {"every": 2.5},
             "resume=True goes on from a file: give checkpoint": {"resume": True}}
    for wanted, plan in plans.items():
        assert message_of(ValueError, lambda: protea.dask.GLVQ(client=client).fit(X, y, **plan)) == wanted


def test_rows_of_a_cluster_stay_there(client, rows, tmp_path):
    X, y = rows[0][:3000], rows[1][:3000]
    there = protea.dask.GMLVQ(client=client, max_iter=1).fit(X, y)
    lazy, labels = unreadable(), da.zeros(30, chunks=30, dtype=int)
    there.n_features_in_ = 2
    for look in (lambda: protea.explain(there, lazy), lambda: there.report(tmp_path / "page.html", lazy, labels)):
        assert message_of(TypeError, look).startswith("these rows are on a cluster, and this looks at rows in memory")
    text = message_of(TypeError, lambda: protea.dask.compare([protea.GLVQ()], X=lazy, y=labels, client=client))
    assert text.startswith("compare sends all rows to each worker")


def test_odd_columns_are_said(client):
    X = np.random.default_rng(2).normal(size=(40, 2))
    lazy = da.from_array(X, chunks=20)
    mixed = da.from_array(np.array([1, "a"] * 20, dtype=object), chunks=20)
    assert message_of(ValueError, lambda: protea.dask.GLVQ(client=client).fit(lazy, mixed)) == (
        "partition 0: y mixes words with others, such as 1 and 'a': give classes of one kind")
    bag = pytest.importorskip("dask.bag").from_sequence([1, 2])
    assert message_of(TypeError, lambda: protea.dask.GLVQ(client=client).fit(bag, bag)) == (
        "X is a Bag: give an array or a frame of Dask")
    y, weights = np.arange(40) % 2, np.arange(40.0)
    here = protea.GLVQ(max_iter=1).fit(X, y, sample_weight=weights)
    there = protea.dask.GLVQ(client=client, max_iter=1)
    there.fit(lazy, da.from_array(y, chunks=20), sample_weight=da.from_array(weights[:, None], chunks=(20, 1)))
    assert sha(there) == sha(here)



def message_of(error, call):
    with pytest.raises(error) as caught:
        call()
    return str(caught.value)


def test_bad_rows_are_named_by_partition(client):
    X, y = np.ones((30, 2)), np.arange(30) % 2
    lazy = da.from_array(X, chunks=10)
    estimator = protea.dask.GMLVQ(client=client)
    bad = X.copy()
    bad[25, 1] = np.inf
    assert message_of(ValueError, lambda: estimator.fit(da.from_array(bad, chunks=10), da.from_array(y, chunks=10))) == (
        "partition 2: X[5, 1] is inf: features are finite numbers")
    bad[25, 1] = np.nan
    assert message_of(ValueError, lambda: estimator.fit(da.from_array(bad, chunks=10), da.from_array(y, chunks=10))) == (
        "partition 2: X[5, 1] is NaN: missing='mean' or 'drop' says what to do about that")
    missing = y.astype(float)
    missing[12] = np.nan
    assert message_of(ValueError, lambda: estimator.fit(lazy, da.from_array(missing, chunks=10))) == (
        "partition 1: y[2] is missing: every sample needs its answer")
    assert message_of(ValueError, lambda: estimator.fit(lazy, None)) == "there are no labels to learn from: give y"
    assert message_of(ValueError, lambda: estimator.fit(lazy, da.from_array(y[:20], chunks=10))) == (
        "X has 30 rows and y 20: each row needs one")
    assert message_of(ValueError, lambda: estimator.fit(lazy, da.zeros(30, chunks=10, dtype=int))) == (
        "y has samples of one class only (0): learning needs two classes at least")
    assert not hasattr(estimator, "n_features_in_")


def test_bad_rows_to_answer_are_named_by_partition(client):
    X, y = np.random.default_rng(2).normal(size=(30, 2)), np.arange(30) % 2
    bad = X.copy()
    bad[25, 1] = np.nan
    lazy, truth = da.from_array(X, chunks=10), da.from_array(y, chunks=10)
    fitted = protea.dask.GLVQ(client=client, max_iter=2).fit(lazy, truth)
    for ask in (fitted.predict, lambda rows: fitted.score(rows, truth)):
        text = message_of(ValueError, lambda: ask(da.from_array(bad, chunks=10)).compute())
        assert text.startswith("partition 2: X[5, 1] is NaN")
    missing = y.astype(float)
    missing[12] = np.nan
    words = np.where(y == 1, "one", "none")
    weights = np.ones(30)
    weights[21] = np.nan
    for given, weighed, expected in [
        (missing, None, "partition 1: y[2] is missing: every sample needs its answer"),
        (words, None, "y holds words, and the classes of this model are numbers"),
        (y, weights, "partition 2: sample_weight has numbers that are negative or not finite: a weight is at least 0"),
    ]:
        weighed = None if weighed is None else da.from_array(weighed, chunks=10)
        asked = fitted.score(lazy, da.from_array(given, chunks=10), sample_weight=weighed)
        text = message_of(ValueError, asked.compute)
        assert text.startswith("partition ") and text.endswith(expected)
    of_numbers = protea.dask.Ridge(client=client).fit(lazy, truth)
    assert message_of(ValueError, of_numbers.score(lazy, da.from_array(words, chunks=10)).compute).endswith(
        "y[0] is 'none': targets are finite numbers")


def test_files_that_differ_are_named(client, tmp_path):
    for place, columns in enumerate(["a,b,l", "a,b,l", "a,l"]):
        (tmp_path / f"{place}.csv").write_text(columns + "\n" + "\n".join(",".join("01"[i % 2] for _ in columns.split(","))
                                                                         for i in range(6)) + "\n")
    table = dd.read_csv(str(tmp_path / "*.csv"))
    text = message_of(ValueError, lambda: protea.dask.GLVQ(client=client).fit(table[["a", "b"]], table["l"]))
    assert text.startswith("partition 2 cannot be read: ")


def test_what_cannot_be_used_is_said_before_rows_are_read(client, tmp_path):
    X, y = np.random.default_rng(2).normal(size=(40, 2)), np.arange(40) % 2
    lazy, labels = da.from_array(X, chunks=20), da.from_array(y, chunks=20)
    estimator = protea.dask.GLVQ(client=client)
    nowhere = tmp_path / "none" / "run.ckpt"
    assert message_of(ValueError, lambda: estimator.fit(lazy, labels, checkpoint=nowhere)) == (
        f"checkpoint={os.fspath(nowhere)!r}: nothing can be written to {tmp_path / 'none'}")
    assert message_of(ValueError, lambda: estimator.fit(lazy, labels, sample_weight=2.0)) == (
        "sample_weight is 2.0: each row needs its own")
    assert message_of(TypeError, lambda: estimator.fit(X, labels)) == (
        "y is on a cluster, and X in memory: give both as Dask has them, or y.compute()")
    assert message_of(ValueError, lambda: estimator.fit(lazy, labels, sample_weight=da.from_array(np.array(["x"] * 40), chunks=20))) == (
        "partition 0: sample_weight holds what is no number: could not convert string to float: np.str_('x')"
        if np.lib.NumpyVersion(np.__version__) >= "2.0.0" else
        "partition 0: sample_weight holds what is no number: could not convert string to float: 'x'")
    text = message_of(ValueError, lambda: protea.dask.Ridge(client=client, missing="median").fit(lazy, labels))
    assert "missing='median' sorts the values of a feature: use missing='mean'" in text


def test_dropping_may_leave_no_class_out(client):
    X, y = np.random.default_rng(2).normal(size=(60, 2)), np.arange(60) % 3
    X[y == 2, 1] = np.nan
    with pytest.raises(protea.DataError) as here:
        protea.GLVQ(missing="drop").fit(X, y)
    text = message_of(protea.DataError, lambda: protea.dask.GLVQ(client=client, missing="drop").fit(
        da.from_array(X, chunks=20), da.from_array(y, chunks=20)))
    assert text == str(here.value).removesuffix(" or median")


def test_words_may_be_missing_too(client):
    frame = pd.DataFrame({"a": np.arange(8.0), "b": np.ones(8), "l": ["x", "y"] * 4})
    frame.loc[5, "l"] = None
    lazy = dd.from_pandas(frame, npartitions=2)
    text = message_of(ValueError, lambda: protea.dask.GLVQ(client=client).fit(lazy[["a", "b"]], lazy["l"]))
    assert text == "partition 1: y[1] is missing: every sample needs its answer"


def test_what_is_no_table_is_said(client):
    X, y = np.random.default_rng(2).normal(size=(40, 2)), np.arange(40) % 2
    lazy, labels = da.from_array(X, chunks=20), da.from_array(y, chunks=20)
    frame = dd.from_pandas(pd.DataFrame(X, columns=["a", "b"]), npartitions=2)
    estimator = protea.dask.GLVQ(client=client)
    assert message_of(ValueError, lambda: estimator.fit(frame["a"], labels)).startswith("Expected 2D array, got a single column")
    assert message_of(TypeError, lambda: estimator.fit(lazy, dask.delayed(y))) .endswith(": give an array or a frame of Dask")
    text = message_of(TypeError, lambda: protea.dask.GLVQ(client="tcp://x").fit(lazy, labels))
    assert text == "client='tcp://x' is no client of Dask: give distributed.Client('tcp://x')"
    assert message_of(ValueError, lambda: estimator.fit(lazy, labels, sample_weight=(y == 0).astype(float))) == (
        "sample_weight leaves samples of one class only (0): learning needs two classes at least")
    twice = dd.from_pandas(pd.DataFrame(np.column_stack([X, X]), columns=["a", "b", "a", "b"]), npartitions=2)
    assert estimator.fit(twice, dd.from_pandas(pd.Series(y), npartitions=2)).n_features_in_ == 4
    with pytest.raises(TypeError, match="compare sends all rows to each worker"):
        protea.dask.compare([protea.GLVQ()], lazy, y, client=client)


def test_units_of_rows_are_predicted_when_asked(client, rows):
    X = rows[0][:2000]
    lazy = da.from_array(X, chunks=500)
    estimator = protea.dask.KMeans(client=client, n_clusters=3, max_iter=3).fit(X)
    assert len(estimator.labels_) == 2000
    estimator.fit(lazy)
    with pytest.raises(AttributeError, match="predict.X. tells the unit of each row"):
        estimator.labels_  # noqa: B018
    here = protea.KMeans(n_clusters=3, max_iter=3).fit(X)
    np.testing.assert_array_equal(estimator.fit_predict(lazy).compute(), here.labels_)
    assert not hasattr(protea.dask.GLVQ(), "fit_predict") and not hasattr(protea.dask.GLVQ(), "labels_")


def test_classes_may_stand_apart(client, rows):
    order = np.argsort(rows[1], kind="stable")
    X, y = rows[0][order][:50_000], rows[1][order][:50_000]
    here = protea.GMLVQ(max_iter=2).fit(X, y)
    there = protea.dask.GMLVQ(client=client, max_iter=2).fit(da.from_array(X, chunks=6000), da.from_array(y, chunks=6000))
    assert sha(there) == sha(here)


def test_several_trainings_share_a_cluster(client, rows):
    X, y = unequal(*rows)
    made = [protea.dask.GMLVQ(client=client, max_iter=3, random_state=seed) for seed in (1, 2, 3)]
    threads = [threading.Thread(target=each.fit, args=(X, y)) for each in made]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    for seed, each in zip((1, 2, 3), made):
        assert sha(each) == sha(protea.GMLVQ(max_iter=3, random_state=seed).fit(*rows))


def test_a_restarted_cluster_is_said(rows, tmp_path):
    X, y = unequal(*rows)
    path = tmp_path / "training.checkpoint"
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None,
                                  memory_limit=0) as cluster, distributed.Client(cluster) as client:

        def restart(epoch, *_):
            if epoch == 3:
                client.restart()

        text = message_of(RuntimeError, lambda: protea.dask.GMLVQ(client=client, max_iter=8, tol=0.0, callback=restart).fit(
            X, y, checkpoint=path, every=1))
    assert text == ("the cluster has given up the rows: the client was closed, or restarted; what was learned is in "
                    f"{path}: resume=True goes on from there")


def test_columns_that_differ_are_named(client):
    frames = [pd.DataFrame(np.ones((5, 2)), columns=["a", "b"]), pd.DataFrame(np.ones((5, 2)), columns=["a", "c"])]
    lazy = dd.from_delayed([dask.delayed(each) for each in frames], meta=frames[0], verify_meta=False)
    y = dd.from_delayed([dask.delayed(pd.Series)([0, 1, 0, 1, 0]) for _ in frames], meta=pd.Series([0]))
    text = message_of(ValueError, lambda: protea.dask.GLVQ(client=client).fit(lazy, y))
    assert text == "partition 1: its columns are a, c, and those of the first partition a, b"
    words = dd.from_pandas(pd.DataFrame({"a": ["x", "y"], "b": [1.0, 2.0]}), npartitions=1)
    assert "column 'a' of X holds" in message_of(ValueError, lambda: protea.dask.GLVQ(client=client).fit(words, y))


def test_online_methods_say_why_not(client, rows):
    X, y = unequal(*rows)
    text = message_of(ValueError, lambda: protea.dask.LVQ1(client=client).fit(X, y))
    assert text.startswith("sgd learns from one sample after the other, which processes cannot share: give batch_size=256")
    text = message_of(ValueError, lambda: protea.dask.SVM(client=client).fit(X, y))
    assert text.startswith("svm learns from all rows at once")


def test_rows_of_a_cluster_are_not_brought_here_to_learn_on(client, rows):
    X, y = rows[0][:400], rows[1][:400]
    there = protea.dask.GLVQ(client=client, optimizer="adam", max_iter=2)
    units = protea.dask.KMeans(client=client, optimizer="adam", max_iter=2)
    for learn in (there.partial_fit, there.go_on, units.partial_fit):
        text = message_of(ValueError, lambda: learn(da.from_array(X, chunks=100), da.from_array(y, chunks=100)))
        assert text == (f"{learn.__name__} learns from rows in memory: give it one partition after the other, "
                        "X.partitions[i].compute()")
    here = protea.GLVQ(optimizer="adam", max_iter=2)
    assert sha(there.partial_fit(X, y)) == sha(here.partial_fit(X, y))
    assert not hasattr(protea.dask.GLVQ(), "partial_fit")   # l-bfgs sees all rows


def test_a_closed_client_is_said(rows):
    X, y = unequal(*rows)
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster:
        closed = distributed.Client(cluster)
        closed.close()
        text = message_of(RuntimeError, lambda: protea.dask.GMLVQ(client=closed).fit(X, y))
    assert text == "the client is closed: open another one, and give it as client="


def test_a_client_that_is_closed_on_the_way_is_said(rows, tmp_path):
    lazy = da.from_array(rows[0][:500], chunks=100), da.from_array(rows[1][:500], chunks=100)
    path = tmp_path / "training.checkpoint"
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster:
        client = distributed.Client(cluster)

        def close(epoch, *_):
            if epoch == 3:
                client.close()

        estimator = protea.dask.GMLVQ(client=client, max_iter=8, tol=0.0, callback=close)
        text = message_of(RuntimeError, lambda: estimator.fit(*lazy, checkpoint=path, every=1))
    assert text == ("the client is closed: open another one, and give it as client=; what was learned is in "
                    f"{path}: resume=True goes on from there")


def test_rows_that_kill_their_workers_are_said():
    here = os.getpid()

    def deadly():
        if os.getpid() != here:
            os._exit(1)

    X = da.from_delayed(dask.delayed(deadly)(), shape=(50, 2), dtype=float)
    with dask.config.set({"distributed.scheduler.allowed-failures": 0}):
        with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None,
                                      memory_limit=0) as cluster, distributed.Client(cluster) as client:
            text = message_of(RuntimeError, lambda: protea.dask.KMeans(client=client).fit(X))
    assert text == "workers died again and again over the same rows: they may need more memory"


def test_other_versions_are_refused(client, rows, monkeypatch):
    monkeypatch.setattr(_cluster, "__version__", "0.0.1")
    text = message_of(RuntimeError, lambda: protea.dask.GMLVQ(client=client).fit(*unequal(*rows)))
    assert f"has protea {protea.__version__}, and here it is 0.0.1: both must be the same" in text


def test_workers_without_the_package_are_named(rows):
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None,
                                  memory_limit=0) as cluster, distributed.Client(cluster) as client:
        client.run(exec, "import sys; sys.modules['protea'] = None")
        text = message_of(RuntimeError, lambda: protea.dask.GMLVQ(client=client).fit(*unequal(*rows)))
    assert "has no protea that can be loaded" in text and text.endswith(f"install {protea.__version__} there")


def test_a_worker_lost_for_good_keeps_the_checkpoint(rows, tmp_path, monkeypatch):
    X, y = unequal(*rows)
    monkeypatch.setattr(_cluster, "PATIENCE", 3.0)
    path = tmp_path / "training.checkpoint"
    settings = {"max_iter": 8, "tol": 0.0}
    here = protea.GMLVQ(**settings).fit(*rows)
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None,
                                  memory_limit=0) as cluster, distributed.Client(cluster) as client:

        def lose_all(epoch, epochs, cost):
            if epoch == 4:
                cluster.scale(0)
                while client.nthreads():
                    time.sleep(0.05)

        lost = protea.dask.GMLVQ(client=client, callback=lose_all, **settings)
        text = message_of(RuntimeError, lambda: lost.fit(X, y, checkpoint=path, every=3))
        assert text == (f"no worker is left, and none has come for 3 seconds; what was learned is in {path}: "
                        "resume=True goes on from there")
        assert not hasattr(lost, "model_")
        cluster.scale(1)
        epochs = []
        again = protea.dask.GMLVQ(client=client, callback=lambda epoch, *_: epochs.append(epoch), **settings)
        again.fit(X, y, checkpoint=path, resume=True)
    assert epochs[0] == 4   # the checkpoint is that of epoch 3
    assert sha(again) == sha(here)


# Manners --------------------------------------------------------------------------------------------------------------


def test_what_a_model_has_not_is_said_as_in_memory(client, rows):
    here = protea.GLVQ(max_iter=1).fit(*rows)
    there = protea.dask.GLVQ(client=client, max_iter=1).fit(*unequal(*rows))
    for name in ("coefficients_", "omega_", "nonsense_"):
        assert message_of(AttributeError, lambda: getattr(there, name)) == message_of(AttributeError, lambda: getattr(here, name))


def test_estimators_are_those_of_the_house(client):
    for cls in protea.ESTIMATORS:
        there = getattr(protea.dask, cls.__name__)
        assert issubclass(there, cls)
        assert set(there().get_params()) == {*cls().get_params(), "client"}
    given = protea.dask.GMLVQ(client=client, prototypes=2)
    assert clone(given).client is client and clone(given).prototypes == 2
    sent = pickle.loads(pickle.dumps(given))
    assert sent.client is None and sent.prototypes == 2


def test_tasks_are_named_by_method_and_epoch(client, rows, monkeypatch):
    names = []
    submit = client.submit

    def submitted(*arguments, key, **keywords):
        names.append(key[0])
        return submit(*arguments, key=key, **keywords)

    monkeypatch.setattr(client, "submit", submitted)
    lazy = da.from_array(rows[0][:500], chunks=100), da.from_array(rows[1][:500], chunks=100)
    protea.dask.GMLVQ(client=client, max_iter=3, tol=0.0).fit(*lazy)
    assert list(dict.fromkeys(names)) == ["gmlvq-start", "gmlvq-epoch-2", "gmlvq-epoch-3", "gmlvq-epoch-4"]


def test_evaluations_without_work_take_milliseconds(client):
    """Far above what is measured (docs/dask.md): a guard against waiting, no measurement."""
    X = da.from_array(np.random.default_rng(0).normal(size=(200, 2)), chunks=100)
    times = []
    protea.dask.KMeans(client=client, n_clusters=2, max_iter=30, callback=lambda *_: times.append(time.monotonic())).fit(X)
    assert len(times) < 3 or np.median(np.diff(times)) < 0.5


def test_snippets_of_the_page():
    from test_docs import check_snippets

    check_snippets("docs/dask.md")


# Studies --------------------------------------------------------------------------------------------------------------


def test_trainings_of_studies_are_tasks(client, iris):
    X, y = iris
    estimators = [protea.GMLVQ(max_iter=5), protea.GLVQ(max_iter=5), protea.SVM()]
    here = protea.compare(estimators, X, y, cv=4)
    there = protea.dask.compare(estimators, X, y, cv=4, client=client)
    assert here.pairs == there.pairs and here.failures == there.failures
    for own, other in zip(here.scores, there.scores):
        np.testing.assert_array_equal(own, other)
    grid = {"prototypes": [1, 2], "max_iter": [3, 6]}
    here = protea.tune(X, y, protea.GMLVQ(), grid, cv=3, outer=3)
    there = protea.dask.tune(X, y, protea.GMLVQ(), grid, cv=3, outer=3, client=client)
    assert here.table == there.table and here.trainings == there.trainings
    np.testing.assert_array_equal(here.outer_scores, there.outer_scores)
    assert sha(here.estimator) == sha(there.estimator)
    assert protea.curve(protea.GLVQ(max_iter=3), X, y, cv=3) == protea.dask.curve(protea.GLVQ(max_iter=3), X, y, cv=3, client=client)
    here, there = (each(protea.GMLVQ(max_iter=3), X, y, resamples=6, **more)
                   for each, more in [(protea.stability, {}), (protea.dask.stability, {"client": client})])
    np.testing.assert_array_equal(here.relevances, there.relevances)
    assert here.sentence == there.sentence


def test_candidates_of_a_search_are_tasks(client, iris):
    X, y = iris
    settings = {"cv": 3, "outer": 0, "methods": ["glvq", "gmlvq"]}
    here, there = protea.tune(X, y, **settings), protea.dask.tune(X, y, client=client, **settings)
    assert here.table == there.table
    assert sha(here.estimator) == sha(there.estimator)


def test_failures_of_trainings_are_told_as_here(client, iris):
    X, y = iris
    cannot = protea.GMLVQ(rank=9)
    with pytest.raises(ValueError) as here:
        protea.compare([cannot], X, y, cv=3)
    with pytest.raises(ValueError) as there:
        protea.dask.compare([cannot], X, y, cv=3, client=client)
    assert str(there.value) == str(here.value)
    assert protea.compare([protea.GLVQ(max_iter=2)], X, y, cv=3).scores  # in this process again
