"""What estimators do beyond scikit-learn's contract."""

import os
import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import protea


def test_class_means_are_the_prototypes_that_are_not_trained(two_groups):
    X, y = two_groups
    model = protea.GLVQ(max_iter=0).fit(X, y)
    means = np.array([X[y == name].mean(axis=0) for name in ("left", "right")])
    np.testing.assert_allclose(model.prototypes_, means, rtol=1e-12)
    assert list(model.prototype_labels_) == ["left", "right"]


def test_distances_of_a_trained_metric_are_those_of_its_matrix(iris):
    X, y = iris
    model = protea.GMLVQ().fit(X, y)
    shown = model.parts_
    z = (X - shown["scaling"]["shift"]) * shown["scaling"]["factor"]
    difference = z[:, None, :] - shown["prototypes_model_units"][None, :, :]
    by_omega = ((difference @ model.omega_.T) ** 2).sum(axis=2)
    by_lambda = np.einsum("ikj,jl,ikl->ik", difference, model.lambda_, difference)
    np.testing.assert_allclose(model.distances(X), by_omega, rtol=1e-9)
    np.testing.assert_allclose(by_lambda, by_omega, rtol=1e-9)
    assert model.feature_importances_.sum() == pytest.approx(1)
    np.testing.assert_allclose(model.eigenvalues_, np.linalg.eigvalsh(model.lambda_)[::-1], atol=1e-12)


def test_all_directions_of_the_projection_keep_the_distances(iris):
    X, y = iris
    model = protea.GMLVQ(n_components=4).fit(X, y)
    places = model.transform(X)
    assert places.shape == (150, 4)
    z = (X - model.parts_["scaling"]["shift"]) * model.parts_["scaling"]["factor"]
    moved = (z[0] - z[100]) @ model.lambda_ @ (z[0] - z[100])
    assert ((places[0] - places[100]) ** 2).sum() == pytest.approx(moved, rel=1e-9)


def test_local_metrics_have_a_matrix_each(iris):
    model = protea.LGMLVQ(max_iter=5).fit(*iris)
    assert model.omega_.shape == (3, 4, 4)
    assert model.transform(iris[0]).shape == (150, 3)


def test_part_objects_reach_a_grid(iris):
    X, y = iris
    grid = GridSearchCV(protea.GLVQ(optimizer=protea.Adam(), max_iter=5), {"optimizer__rate": [1e-9, 0.1]}, cv=3)
    grid.fit(X, y)
    assert set(grid.best_params_) == {"optimizer__rate"}
    slow, quick = (clone(grid.estimator).set_params(optimizer__rate=rate).fit(X, y) for rate in (1e-9, 0.1))
    untrained = protea.GLVQ(max_iter=0).fit(X, y)
    np.testing.assert_allclose(slow.prototypes_, untrained.prototypes_, atol=1e-6)
    assert np.abs(quick.prototypes_ - untrained.prototypes_).max() > 0.01


def test_an_option_of_a_replaced_part_is_refused(iris):
    with pytest.raises(ValueError, match="rank=2 is an option of the dissimilarity 'matrix'"):
        protea.GMLVQ(rank=2, dissimilarity="euclidean").fit(*iris)
    with pytest.raises(ValueError, match="is no optimizer"):
        protea.GMLVQ(optimizer=protea.GLVQRule()).fit(*iris)


def test_a_free_composition_is_the_preset_of_these_parts(iris):
    rule, metric = protea.GLVQRule(steepness=3), protea.MatrixDistance(log_det=0.002)
    free = protea.LVQ(rule=rule, dissimilarity=metric, max_iter=100).fit(*iris)
    preset = protea.GMLVQ().fit(*iris)
    np.testing.assert_array_equal(free.prototypes_, preset.prototypes_)
    np.testing.assert_array_equal(free.omega_, preset.omega_)


def test_prototypes_and_weights_by_class(two_groups):
    X, y = two_groups
    model = protea.GLVQ(prototypes={"left": 2, "right": 1}, class_weight={"left": 2.0, "right": 1.0}).fit(X, y)
    assert list(model.prototype_labels_) == ["left", "left", "right"]
    assert model.parts_["options"]["plan"]["class_weights"] == "left=2,right=1"


@pytest.mark.parametrize("kind", [np.int64, np.float64, bool, str, object])
def test_classes_come_back_as_they_were_given(kind, two_groups):
    X, words = two_groups
    y = {np.int64: np.where(words == "left", 10, 9), np.float64: np.where(words == "left", 3.0, -2.0),
         bool: words == "left", str: np.where(words == "left", "10", "9"),
         object: words.astype(object)}[kind]
    model = protea.GLVQ().fit(X, y)
    assert (model.predict(X) == y).all()
    assert model.predict(X).dtype == y.dtype
    scores = model.predict_proba(X)
    assert (model.classes_[scores.argmax(axis=1)] == y).all()
    assert (pickle.loads(pickle.dumps(model)).predict(X) == y).all()


def test_a_pickle_is_the_bytes_of_the_model_file(iris):
    model = protea.GMLVQ().fit(*iris)
    again = pickle.loads(pickle.dumps(model))
    assert again.to_bytes() == model.to_bytes()
    assert model.to_bytes() in pickle.dumps(model)


def test_threads_change_no_byte(iris):
    assert protea.GMLVQ(n_jobs=3).fit(*iris).to_bytes() == protea.GMLVQ(n_jobs=1).fit(*iris).to_bytes()


def test_missing_values_are_masked_where_asked(iris):
    X, y = iris[0].copy(), iris[1]
    X[::7, 2] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        protea.GMLVQ().fit(X, y)
    model = protea.GMLVQ(missing="mask").fit(X, y)
    assert model.score(X, y) > 0.9
    assert not np.isnan(model.prototypes_).any()


def test_rejected_rows_have_no_class(iris):
    X, y = iris
    model = protea.GMLVQ(reject="margin", reject_below=0.3).fit(X, np.array(["a", "b", "c"])[y])
    answers = model.predict(X)
    rejected = answers == ""
    assert 0 < rejected.sum() < 75
    assert set(answers[~rejected]) == {"a", "b", "c"}


def test_a_callback_sees_every_epoch_and_can_end(iris):
    seen = []
    model = protea.LVQ1(max_iter=20, callback=lambda *report: seen.append(report)).fit(*iris)
    assert [epoch for epoch, _, _ in seen] == list(range(1, 21))
    assert model.n_iter_ == 20 and len(model.history_) == 20
    short = protea.LVQ1(max_iter=20, callback=lambda epoch, *_: epoch < 3).fit(*iris)
    assert short.n_iter_ == 3


def test_what_a_callback_raises_comes_out(iris):
    def fail(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        protea.GMLVQ(callback=fail).fit(*iris)


def test_progress_is_shown_where_asked(iris, capsys):
    protea.LVQ1(max_iter=3, verbose=1).fit(*iris)
    assert "LVQ1 [##############################] 3/3, cost" in capsys.readouterr().err


def test_rows_may_come_in_pieces_where_the_method_streams(iris):
    X, y = iris
    order = np.random.RandomState(0).permutation(150)
    whole = protea.LVQ1().partial_fit(X[order], y[order])
    pieces = protea.LVQ1()
    pieces.partial_fit(X[order][:60], y[order][:60], classes=[0, 1, 2])
    for i in range(60, 150, 30):
        pieces.partial_fit(X[order][i : i + 30], y[order][i : i + 30])
    assert whole.score(X, y) > 0.8 and pieces.score(X, y) > 0.8
    assert pieces.n_iter_ == 4
    assert not hasattr(protea.GMLVQ(), "partial_fit")
    assert hasattr(protea.GMLVQ(optimizer=protea.Adam()), "partial_fit")
    with pytest.raises(ValueError, match="no sample of class 2"):
        protea.LVQ1().partial_fit(X[:100], y[:100], classes=[0, 1, 2])


def test_going_on_lowers_the_cost(iris):
    X, y = iris
    model = protea.GLVQ(max_iter=3).fit(X, y)
    before = model.cost_
    assert model.go_on(X, y).cost_ < before


def test_a_map_shows_its_grid(iris):
    model = protea.BatchSOM(grid="6x5").fit(iris[0])
    assert model.grid_ == (5, 6)
    assert model.u_matrix_.shape == (5, 6) and model.hits_.sum() == 150
    places = model.places(iris[0])
    assert (places[:, 0] * 6 + places[:, 1] == model.labels_).all()
    nearest = model.transform(iris[0]).argmin(axis=1)
    assert (nearest == model.predict(iris[0])).all()


def test_fuzzy_labels_come_back_as_memberships(two_groups):
    X, y = two_groups
    shares = np.where((y == "left")[:, None], [0.9, 0.1], [0.2, 0.8])
    model = protea.FLSOM(grid="4x3", max_iter=20).fit(X, shares)
    assert (model.predict(X) == shares.argmax(axis=1)).all()
    assert model.memberships(X)[0, 0] == pytest.approx(0.9, abs=0.1)


def test_ridge_is_the_normal_equation(iris):
    X, y = iris[0][:, :3], iris[0][:, 3]
    model = protea.LinearRegression().fit(X, y)
    solution, *_ = np.linalg.lstsq(np.column_stack([X, np.ones(150)]), y, rcond=None)
    np.testing.assert_allclose([*model.coef_, model.intercept_], solution, rtol=1e-9)
    assert model.standard_errors(X).shape == (150,)


def test_an_embedding_gives_training_rows_their_places(iris):
    model = protea.XOM(dimensions=2, max_iter=2)
    places = model.fit_transform(iris[0])
    np.testing.assert_array_equal(places, model.embedding_)
    np.testing.assert_array_equal(model.transform(iris[0]), places)


def test_scikit_learn_composes_them(iris):
    X, y = iris
    assert cross_val_score(make_pipeline(StandardScaler(), protea.GMLVQ()), X, y, cv=3).mean() > 0.9
    columns = ColumnTransformer([("petal", protea.GMLVQ(), [2, 3]), ("rest", "passthrough", [0, 1])])
    assert columns.fit_transform(X, y).shape == (150, 4)
    calibrated = CalibratedClassifierCV(protea.GLVQ(), cv=3).fit(X, y)
    assert calibrated.score(X, y) > 0.9
    frame = protea.GMLVQ().set_output(transform="pandas").fit(X, y).transform(X)
    assert list(frame.columns) == ["gmlvq0", "gmlvq1"]


def test_a_bad_setting_is_named_as_the_keyword(iris):
    with pytest.raises(ValueError, match="steepness"):
        protea.GLVQ(steepness=-1).fit(*iris)
    with pytest.raises(ValueError, match="rule"):
        protea.LVQ(rule="glvk").fit(*iris)
    with pytest.raises(ValueError, match="n_jobs=0"):
        protea.GLVQ(n_jobs=0).fit(*iris)


def test_a_network_recalls_its_patterns_from_noisy_rows():
    random = np.random.RandomState(0)
    patterns = random.choice([-1.0, 1.0], (3, 60))
    model = protea.Hopfield().fit(patterns)
    noisy = patterns.copy()
    noisy[:, :6] *= -1   # a tenth of the cells, at a load of 1/20
    assert list(model.predict(noisy)) == [0, 1, 2]


def test_scores_stand_in_the_order_of_the_classes(ten_after_nine, iris):
    X, y = ten_after_nine
    model = protea.GMLVQ().fit(X, y)
    assert list(model.classes_) == ["10", "11", "9"]
    expected = protea.GMLVQ().fit(*iris).predict_proba(X)[:, [1, 2, 0]]
    np.testing.assert_array_equal(model.predict_proba(X), expected)
    assert model.score(X, y) > 0.9


def test_memberships_stand_in_the_order_of_the_classes(ten_after_nine):
    X, y = ten_after_nine
    model = protea.FLSOM(grid="4x3", max_iter=10).fit(X, y)
    assert (model.classes_[model.memberships(X).argmax(axis=1)] == model.predict(X)).all()
    assert model.score(X, y) > 0.8


def test_whole_weights_count_rows(iris):
    X, y = iris
    weights = np.arange(150) % 4
    rows = np.repeat(np.arange(150), weights)
    weighted = protea.GLVQ(max_iter=0).fit(X, y, sample_weight=weights)
    np.testing.assert_allclose(weighted.prototypes_, protea.GLVQ(max_iter=0).fit(X[rows], y[rows]).prototypes_)
    assert np.abs(weighted.prototypes_ - protea.GLVQ(max_iter=0).fit(X, y).prototypes_).max() > 0.001


def test_rows_of_weight_zero_are_as_if_they_were_not_there(iris):
    X, y = iris[0].copy(), iris[1]
    weights = (np.arange(150) % 5 > 0).astype(float)
    X[weights == 0] *= 1000
    used = weights > 0
    weighted = protea.GMLVQ(max_iter=5).fit(X, y, sample_weight=weights)
    assert weighted.to_bytes() == protea.GMLVQ(max_iter=5).fit(X[used], y[used], sample_weight=np.ones(120)).to_bytes()


@pytest.mark.parametrize("learn", ["partial_fit", "go_on"])
def test_rows_that_come_later_have_weights_too(learn, iris):
    X, y = iris
    weights = np.where(np.arange(150) % 3 == 0, 5.0, 0.0)
    start = protea.LVQ1(max_iter=3).fit(X, y)
    plain, weighted = (pickle.loads(pickle.dumps(start)) for _ in range(2))
    getattr(plain, learn)(X[::3], y[::3], sample_weight=np.full(50, 5.0))
    getattr(weighted, learn)(X, y, sample_weight=weights)
    np.testing.assert_array_equal(weighted.prototypes_, plain.prototypes_)
    unweighted = getattr(pickle.loads(pickle.dumps(start)), learn)(X, y)
    assert (unweighted.prototypes_ != weighted.prototypes_).any()


def test_minus_one_thread_is_all_of_them(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    threads = {jobs: protea.GLVQ(n_jobs=jobs)._threads() for jobs in (None, 1, 3, -1, -2, -100)}
    assert threads == {None: 1, 1: 1, 3: 3, -1: 8, -2: 7, -100: 1}


def test_without_a_seed_each_training_is_another(iris):
    first, second = (protea.LVQ1(max_iter=2, random_state=None).fit(*iris).to_bytes() for _ in range(2))
    assert first != second
    states = (protea.LVQ1(max_iter=2, random_state=np.random.RandomState(3)).fit(*iris).to_bytes() for _ in range(2))
    assert len(set(states)) == 1


def test_costs_of_a_confusion_go_from_the_truth_to_the_answer(iris):
    model = protea.GLVQ(costs={(0, 1): 5.0}).fit(*iris)
    assert model.parts_["options"]["plan"]["costs"] == "0>1=5"


def test_the_history_are_costs_that_end_at_the_last(iris):
    model = protea.GMLVQ(max_iter=12).fit(*iris)
    assert len(model.history_) == 12
    assert model.history_[-1] == model.cost_
    assert (np.diff(model.history_) < 0).all()
    assert protea.GMLVQ(max_iter=1).fit(*iris).history_[0] == model.history_[0]


def test_other_classes_than_those_of_the_first_rows_are_refused(iris):
    X, y = iris
    model = protea.LVQ1().partial_fit(X, y)
    with pytest.raises(ValueError, match=r"classes=\[0, 1\] are not those of the first call"):
        model.partial_fit(X[:100], y[:100], classes=[0, 1])
    with pytest.raises(ValueError, match="class 3 is none of those learned"):
        model.partial_fit(X[:2], [0, 3])


def test_what_was_learned_from_a_stream_is_forgotten_by_a_fit(iris):
    X, y = iris
    model = protea.LVQ1().partial_fit(X + 50, y)
    model.fit(X, y).partial_fit(X[::7], y[::7])
    again = protea.LVQ1().fit(X, y).partial_fit(X[::7], y[::7])
    np.testing.assert_array_equal(model.prototypes_, again.prototypes_)


def test_a_second_training_shows_nothing_of_the_first(iris):
    X, y = iris
    model = protea.GMLVQ(max_iter=2).fit(X + 50, y)
    assert (model.prototypes_ > 40).all()
    model.fit(X, y)
    np.testing.assert_array_equal(model.prototypes_, protea.GMLVQ(max_iter=2).fit(X, y).prototypes_)


@pytest.mark.parametrize("kind, mark", [(np.int64, -1), (np.float64, np.nan), (bool, -1), (object, "")])
def test_rejected_rows_have_a_mark_that_is_no_class(kind, mark, iris):
    X, y = iris[0][:, :1], iris[1] > 0
    y = np.where(y, "yes", "no").astype(object) if kind is object else y.astype(kind)
    model = protea.GMLVQ(reject="margin", reject_below=0.3).fit(X, y)
    answers = model.predict(X)
    rejected = model.model_.labels(X, 1) < 0
    assert 0 < rejected.sum() < 150
    np.testing.assert_array_equal(answers[rejected], mark)
    assert set(answers[~rejected].tolist()) == set(y.tolist())


@pytest.mark.parametrize("space", ["dissimilarity-matrix", "kernel-matrix"])
def test_a_matrix_of_all_pairs_is_split_on_both_sides(space, iris):
    X, y = iris
    pairs = ((X[:, None] - X[None]) ** 2).sum(axis=2)
    pairs = X @ X.T if space == "kernel-matrix" else pairs
    model = protea.GLVQ(space=space, optimizer="sgd", max_iter=5)
    assert cross_val_score(model, pairs, y, cv=3, error_score="raise").mean() > 0.8


def test_rows_with_as_many_votes_for_two_classes_have_the_largest_score_at_their_answer():
    X = np.array([[-3.0], [-1.0], [1.0], [3.0]])
    model = protea.KNN(decision_k=2, scale="none").fit(X, [0, 0, 1, 1])
    between = np.array([[-0.1], [0.1]])
    np.testing.assert_array_equal(model.predict(between), [0, 1])
    np.testing.assert_allclose(model.predict_proba(between), 0.5)
    np.testing.assert_array_equal(model.predict_proba(between).argmax(axis=1), [0, 1])


def test_a_network_parts_rows_where_its_patterns_were_parted():
    random = np.random.RandomState(0)
    patterns = random.choice([0.0, 10.0], (3, 60))
    model = protea.Hopfield(binarize="middle").fit(patterns)
    assert model.threshold_ == 5
    np.testing.assert_array_equal(model._patterns(np.full((1, 60), 6.0)), np.ones((1, 60)))
    assert list(model.predict(patterns)) == [0, 1, 2]


def test_refused_values_are_named_by_their_keywords(iris):
    for keyword, value in {"max_iter": -1, "steepness": -1, "decision_k": 0, "batch_size": -1}.items():
        with pytest.raises(ValueError, match=f"^{keyword}={value}: must be"):
            protea.GLVQ(**{keyword: value}).fit(*iris)


def test_a_training_that_fails_leaves_what_was_learned(iris):
    X, y = iris
    model = protea.LVQ1(max_iter=3).fit(X, y)
    before, answers = model.to_bytes(), model.predict(X)
    with pytest.raises(ValueError):
        model.set_params(rate=-1).fit(X[:, :2], y.astype(str))
    assert model.to_bytes() == before and model.n_features_in_ == 4
    np.testing.assert_array_equal(model.predict(X), answers)


def test_rows_that_were_dropped_belong_to_no_unit(iris):
    X = iris[0].copy()
    X[7, 1] = np.nan
    model = protea.KMeans(n_clusters=3, missing="drop").fit(X)
    assert model.labels_[7] == -1
    assert (np.delete(model.labels_, 7) >= 0).all()


def test_a_matrix_projects_whatever_names_it(iris):
    for model in (protea.GMLVQ(rank=3), protea.LVQ(rule="glvq", dissimilarity="matrix")):
        assert model.fit(*iris).transform(iris[0]).shape == ((150, 2) if hasattr(model, "n_components") else (150, 3))


def test_an_ended_training_ends_soon(iris):
    epochs = []

    def stop(epoch, all_epochs, cost):
        epochs.append(epoch)
        return epoch < 3

    protea.GMLVQ(optimizer="adam", max_iter=1_000_000, callback=stop).fit(*iris)
    assert epochs == [1, 2, 3]
