"""Files, dissimilarities, explanations, margins, choices, comparisons, the theory and published experiments."""

import json
import os
import signal
import threading
import time

import numpy as np
import pytest

import protea


def test_a_model_goes_to_a_file_and_back(iris, tmp_path):
    X, y = iris
    words = np.array(["setosa", "versicolor", "virginica"])[y]
    model = protea.GMLVQ(steepness=2.0).fit(X, words)
    protea.save(model, tmp_path / "m.protea")
    again = protea.load(tmp_path / "m.protea")
    assert type(again) is protea.GMLVQ
    assert (again.predict(X) == model.predict(X)).all()
    np.testing.assert_array_equal(again.predict_proba(X), model.predict_proba(X))
    with pytest.raises(protea.DataError, match="nobody.protea"):
        protea.load(tmp_path / "nobody.protea")


def test_a_built_in_set_is_that_of_scikit_learn(iris):
    data = protea.read("iris")
    assert data.X.shape == (150, 4) and len(np.unique(data.y)) == 3
    assert (np.abs(data.X - iris[0]).max(axis=1) > 0.05).sum() <= 2   # two rows are misprinted there


def test_dissimilarities_are_their_formulas():
    random = np.random.RandomState(0)
    a, b = random.rand(3, 4) + 0.1, random.rand(2, 4) + 0.1
    difference = a[:, None] - b[None]
    np.testing.assert_allclose(protea.distance(a, b), (difference**2).sum(-1), rtol=1e-12)
    np.testing.assert_allclose(protea.distance(a, b, "euclidean"), np.sqrt((difference**2).sum(-1)), rtol=1e-12)
    ratio = a[:, None] / b[None]
    by_hand = (a[:, None] * np.log(ratio) - difference).sum(-1)
    np.testing.assert_allclose(protea.distance(a, b, "generalized-kullback-leibler"), by_hand, rtol=1e-12)
    by_hand = (np.abs(difference) ** 3).sum(-1)
    np.testing.assert_allclose(protea.distance(a, b, protea.Minkowski(p=3.0)), by_hand, rtol=1e-12)


def test_gradients_are_differences():
    random = np.random.RandomState(1)
    a, b = random.rand(3, 4) + 0.5, random.rand(2, 4) + 0.5
    for part in (protea.SquaredEuclidean(), protea.GammaDivergence(gamma=0.7), protea.ItakuraSaito()):
        values, gradients = protea.distance(a, b, part, gradients=True)
        for j in range(4):
            step = np.zeros(4)
            step[j] = 1e-6
            by_steps = (protea.distance(a, b + step, part) - protea.distance(a, b - step, part)) / 2e-6
            np.testing.assert_allclose(gradients[:, :, j], by_steps, rtol=1e-5, atol=1e-8)


def test_contributions_sum_to_the_difference_of_distances(iris):
    X, y = iris
    model = protea.GMLVQ().fit(X, y)
    for row, found in zip(X[::15], protea.explain(model, X[::15])):
        assert found["contributions"].sum() == pytest.approx(found["d_other"] - found["d_own"], rel=1e-9)
        assert found["answer"] == model.predict(row[None])[0]
        change = found["smallest_change"]
        moved = row.copy()
        moved[change["feature"]] += 1.001 * change["change"]
        assert model.predict(moved[None])[0] == change["becomes"]


def test_margins_are_half_the_difference_of_distances(iris):
    X, y = iris
    model = protea.GMLVQ().fit(X, y)
    d = np.sqrt(model.distances(X))
    own = np.where(model.prototype_labels_[None] == y[:, None], d, np.inf).min(axis=1)
    other = np.where(model.prototype_labels_[None] != y[:, None], d, np.inf).min(axis=1)
    found = protea.margins(model, X, y)
    np.testing.assert_allclose(found["hypothesis"], (other - own) / 2, atol=1e-9)
    assert ((found["sample"] > 0) == (model.predict(X) == y)).all()


def test_no_step_below_its_certificate_changes_an_answer(iris):
    X, y = iris
    model = protea.GMLVQ().fit(X, y)
    found = protea.certificates(model, X)
    factor = model.parts_["scaling"]["factor"]
    before = model.predict(X)
    assert (model.predict(X + 0.999 * found["steps"] / factor) == before).all()
    assert (model.predict(X + 1.001 * found["steps"] / factor) != before).mean() > 0.95
    np.testing.assert_allclose(np.linalg.norm(found["steps"], axis=1), found["exact"], rtol=1e-6)


def test_rejection_ends_at_the_accuracy_of_all(iris):
    X, y = iris
    model = protea.GMLVQ().fit(X, y)
    found = protea.reject(model, X, y)
    assert found["coverage"][-1] == 1
    assert found["accuracy"][-1] == pytest.approx(model.score(X, y))


def test_tuning_chooses_among_the_values_of_a_grid(iris, command):
    X, y = iris
    found = protea.tune(X, y, protea.GLVQ(), {"prototypes": [1, 2], "steepness": [1.0, 5.0]}, cv=3, outer=0)
    assert found.estimator.prototypes in (1, 2) and found.estimator.steepness in (1.0, 5.0)
    assert len(found.table) == 4 and found.trainings == 12
    assert found.table[0]["score"] == max(each["score"] for each in found.table)
    with pytest.raises(ValueError, match="no keyword 'steep'"):
        protea.tune(X, y, protea.GLVQ(), {"steep": [1]})


def test_a_comparison_is_that_of_the_command_line(iris, command, tmp_path):
    X, y = iris
    lines = ["a,b,c,d,class", *(",".join([*map(repr, map(float, row)), f"k{label}"]) for row, label in zip(X, y))]
    (tmp_path / "iris.csv").write_text("\n".join(lines) + "\n")
    told = json.loads(command("compare", tmp_path / "iris.csv", "--methods", "glvq,knn", "--folds", "5", "--json"))
    found = protea.compare([protea.GLVQ(), protea.KNN()], X, np.array(["k0", "k1", "k2"])[y], cv=5)
    assert found.failures == ["", ""]
    for scores, method in zip(found.scores, told["methods"]):
        np.testing.assert_array_equal(scores, method["accuracy"]["folds"])


def test_a_curve_has_a_point_for_each_value(iris):
    points = protea.curve(protea.GLVQ(), *iris, over="size", values=[0.2, 1.0], cv=3)
    assert [each["samples"] for each in points] == [pytest.approx(20, abs=2), 100]
    assert 0 <= points[1]["test_error"]["mean"] <= 0.2


def test_the_learning_curve_comes_near_the_best_hyperplane():
    found = protea.dynamics("lvq1", eta=0.02, p_plus=0.5, separation=1.0, alphas=[0, 200])
    # Equal priors and variances: the best plane errs with probability Φ(−λ/√2), and LVQ1 tends to it for small rates.
    assert found["best_error"] == pytest.approx(0.23975, abs=1e-5)
    assert found["best_error"] < found["error"][-1] < found["best_error"] + 0.02
    assert "lvq1" in protea.dynamics_rules()


@pytest.mark.parametrize("name", ["margin-hinge", "notes-rosenblatt", "fisher-table-3"])
def test_an_experiment_is_that_of_the_command_line(name, command):
    found = protea.reproduce(name, quick=True, seed=2, n_jobs=2)
    assert found == json.loads(command("reproduce", name, "--quick", "--seed", "2", "--json"))
    assert found["experiment"] == name


def test_experiments_are_known_by_name(command, tmp_path):
    assert protea.reproduce() == command("reproduce", "--list").split()
    with pytest.raises(ValueError, match="unknown experiment 'notes-capacty': did you mean 'notes-capacity'"):
        protea.reproduce("notes-capacty")
    with pytest.raises(ValueError, match="samples belongs to divergence-som"):
        protea.reproduce("notes-vq", samples=5000)
    with pytest.raises(ValueError, match="samples=10: must be at least 1000"):
        protea.reproduce("divergence-som", samples=10)
    with pytest.raises(ValueError, match="nowhere"):
        protea.reproduce("fisher-table-2", quick=True, data=tmp_path / "nowhere")


def test_the_progress_of_an_experiment_is_shown_where_asked(capsys):
    protea.reproduce("dynamics-fig-2", quick=True)
    assert capsys.readouterr().err == ""
    protea.reproduce("dynamics-fig-2", quick=True, verbose=1)
    assert "10/10" in capsys.readouterr().err


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_signal_ends_an_experiment(n_jobs):
    # Whole, it takes minutes.
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        protea.reproduce("fisher-table-2", n_jobs=n_jobs)
    assert time.monotonic() - start < 20


def test_words_about_the_catalogue():
    assert "relevance" in protea.describe("gmlvq").lower()
    assert "@" in protea.cite("glvq")


def test_a_loaded_model_has_the_numbers_it_was_trained_with(iris, tmp_path):
    keywords = {"prototypes": 2, "max_iter": 17, "batch_size": 5}
    protea.GMLVQ(**keywords).fit(*iris).save(tmp_path / "m.protea")
    again = protea.load(tmp_path / "m.protea")
    assert {name: again.get_params()[name] for name in keywords} == keywords


def test_tuning_keeps_what_the_grid_leaves_open(iris):
    X, y = iris
    found = protea.tune(X, y, protea.GLVQ(max_iter=0, steepness=3.0), {"prototypes": [1]}, cv=3, outer=0)
    assert found.estimator.get_params() == protea.GLVQ(max_iter=0, steepness=3.0, prototypes=1).get_params()
    scores = [protea.tune(X, y, protea.GLVQ(), {"prototypes": [1], "max_iter": [most]}, cv=3, outer=0).table[0]["score"]
              for most in (0, 100)]
    assert found.table[0]["score"] == scores[0] < scores[1]


def test_tuning_keeps_the_best_of_a_grid_and_says_what_it_is_worth(iris):
    X, y = iris
    # A class has two groups, left and right of the other one: one prototype cannot do.
    x = np.concatenate([np.linspace(-1, 1, 30) + middle for middle in (-4, 0, 4)])[:, None]
    labels = np.repeat([0, 1, 0], 30)
    found = protea.tune(x, labels, protea.GLVQ(), {"prototypes": [1, 2]}, cv=3, outer=4, scoring="balanced-accuracy")
    assert found.estimator.prototypes == 2 and found.table[0]["settings"] == {"prototypes": "2"}
    assert len(found.outer_scores) == 4 and found.trainings == 5 * 6 + 4
    with pytest.raises(ValueError, match="unknown measure 'luck'"):
        protea.tune(X, y, protea.GLVQ(), {"prototypes": [1]}, cv=3, outer=0, scoring="luck")


def test_each_of_the_compared_has_its_own_settings(iris):
    trained, untrained = protea.GLVQ(), protea.GLVQ(max_iter=0)
    both = protea.compare([trained, untrained], *iris, cv=3, repeats=2)
    assert [len(each) for each in both.scores] == [6, 6]
    for scores, estimator in zip(both.scores, (trained, untrained)):
        np.testing.assert_array_equal(scores, protea.compare([estimator], *iris, cv=3, repeats=2).scores[0])
    assert np.mean(both.scores[0]) > np.mean(both.scores[1])
    assert both.pairs[0]["difference"] == pytest.approx(np.mean(both.scores[0]) - np.mean(both.scores[1]))


def test_a_curve_goes_over_the_keyword_it_is_asked_for(iris):
    points = protea.curve(protea.GLVQ(max_iter=0), *iris, over="prototypes", values=[1, 4], cv=3)
    assert [each["parameters"] for each in points] == [3 * 4, 4 * 3 * 4]
    by_epochs = protea.curve(protea.GLVQ(prototypes=2), *iris, over="max_iter", values=[0, 50], cv=3)
    assert [each["parameters"] for each in by_epochs] == [24, 24]
    assert by_epochs[1]["training_error"]["mean"] < by_epochs[0]["training_error"]["mean"]
    with pytest.raises(ValueError, match="no keyword 'steep'"):
        protea.curve(protea.GLVQ(), *iris, over="steep")


def test_margins_and_rejection_know_classes_by_name_in_any_order(ten_after_nine, iris):
    X, y = ten_after_nine
    model, plain = protea.GMLVQ().fit(X, y), protea.GMLVQ().fit(*iris)
    np.testing.assert_array_equal(protea.margins(model, X, y)["hypothesis"], protea.margins(plain, *iris)["hypothesis"])
    for key, values in protea.reject(plain, *iris).items():
        np.testing.assert_array_equal(protea.reject(model, X, y)[key], values)


def test_explanations_know_classes_by_name_in_any_order(ten_after_nine):
    X, y = ten_after_nine
    model = protea.GMLVQ().fit(X, y)
    found = protea.explain(model, X[::10])
    assert [each["answer"] for each in found] == list(model.predict(X[::10]))
    for row, each in zip(X[::10], found):
        moved = row.copy()
        moved[each["smallest_change"]["feature"]] += 1.001 * each["smallest_change"]["change"]
        assert model.predict(moved[None])[0] == each["smallest_change"]["becomes"]


@pytest.mark.parametrize("answer", [protea.certificates, protea.explain, lambda *given: protea.margins(*given, [0, 1])])
def test_explanations_and_margins_refuse_features_of_other_names(answer, iris):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(iris[0], columns=list("abcd"))
    model = protea.GMLVQ(max_iter=3).fit(frame, iris[1])
    answer(model, frame.iloc[[0, 60]])
    with pytest.raises(ValueError, match="same order"):
        answer(model, frame.iloc[[0, 60]][["b", "a", "c", "d"]])


def test_each_cluster_of_the_theory_has_its_own_variance():
    keywords = {"eta": 0.1, "alphas": [0, 50]}
    there = protea.dynamics(v_plus=0.3, v_minus=2.0, p_plus=0.3, **keywords)
    back = protea.dynamics(v_plus=2.0, v_minus=0.3, p_plus=0.7, **keywords)
    np.testing.assert_allclose(there["error_plus"], back["error_minus"], rtol=1e-9)
    np.testing.assert_allclose(there["error_minus"], back["error_plus"], rtol=1e-9)
    assert there["error_plus"][-1] < 0.1 < 0.3 < there["error_minus"][-1]


def test_a_loaded_model_rejects_as_before(iris, tmp_path):
    X, words = iris[0], np.array(["a", "b", "c"])[iris[1]]
    model = protea.GMLVQ(reject="margin", reject_below=0.3).fit(X, words)
    model.save(tmp_path / "m.protea")
    np.testing.assert_array_equal(protea.load(tmp_path / "m.protea").predict(X), model.predict(X))


@pytest.mark.parametrize("model", [
    protea.GMLVQ(prototypes=2, max_iter=20), protea.GLVQ(optimizer=protea.Adam(rate=0.05), max_iter=5), protea.SVM(cost=2.0),
    protea.GRLVQ(prototypes={"a": 1, "b": 2, "c": 2}, class_weight="balanced", max_iter=5),
])
def test_a_loaded_estimator_can_be_trained_again(iris, tmp_path, model):
    X, words = iris[0], np.array(["a", "b", "c"])[iris[1]]
    model.fit(X, words).save(tmp_path / "m.protea")
    assert protea.load(tmp_path / "m.protea").fit(X, words).to_bytes() == model.to_bytes()


def test_a_loaded_estimator_has_the_keywords_of_its_training(iris, tmp_path):
    keywords = {"steepness": 2.0, "rank": 2, "scale": "min-max", "missing": "mask", "random_state": 7}
    model = protea.GMLVQ(**keywords).fit(iris[0], np.array(["a", "b", "c"])[iris[1]])
    model.save(tmp_path / "m.protea")
    assert protea.load(tmp_path / "m.protea").get_params() == model.get_params()


@pytest.mark.parametrize("samples", [0, 60, 200])
def test_a_loaded_estimator_shares_the_penalty_as_it_did(iris, tmp_path, samples):
    X, words = iris[0], np.array(["a", "b", "c"])[iris[1]]
    model = protea.GMLVQ(max_iter=5, log_det_samples=samples).fit(X, words)
    model.save(tmp_path / "m.protea")
    loaded = protea.load(tmp_path / "m.protea")
    assert loaded.log_det_samples == samples
    assert loaded.fit(X, words).to_bytes() == model.to_bytes()


def test_a_loaded_model_refuses_features_in_another_order(iris, tmp_path):
    frame = pytest.importorskip("pandas").DataFrame(iris[0], columns=list("abcd"))
    protea.GMLVQ().fit(frame, iris[1].astype(str)).save(tmp_path / "m.protea")
    with pytest.raises(ValueError, match="same order"):
        protea.load(tmp_path / "m.protea").predict(frame[["b", "a", "c", "d"]])


def test_a_loaded_network_recalls(tmp_path):
    patterns = np.where(np.random.RandomState(1).rand(3, 40) > 0.5, 1.0, -1.0)
    protea.Hopfield().fit(patterns).save(tmp_path / "h.protea")
    np.testing.assert_array_equal(protea.load(tmp_path / "h.protea").predict(patterns), [0, 1, 2])


def test_codebooks_come_back(iris, tmp_path):
    X, words = iris[0], np.array(["a", "b", "c"])[iris[1]]
    model = protea.LVQ1(scale="none", prototypes=3).fit(X, words)
    model.save(tmp_path / "w.cod")
    loaded = protea.load(tmp_path / "w.cod")
    np.testing.assert_array_equal(loaded.prototypes_, model.prototypes_)
    np.testing.assert_array_equal(loaded.predict(X), model.predict(X))
    som = protea.SOM(grid="4x3", scale="none", max_iter=3).fit(X)
    som.save(tmp_path / "m.wts")
    np.testing.assert_array_equal(protea.load(tmp_path / "m.wts").prototypes_, som.prototypes_)


def test_what_the_core_cannot_call_is_refused(iris):
    own = protea.LVQ(dissimilarity=protea.dissimilarity(lambda x, w: ((x[:, None] - w[None]) ** 2).sum(axis=2)))
    for study in (lambda: protea.compare([own], *iris), lambda: protea.curve(own, *iris), lambda: protea.tune(*iris, own)):
        with pytest.raises(ValueError, match="has a Python function for a part"):
            study()
    with pytest.raises(ValueError, match="is no estimator of protea"):
        protea.compare([object()], *iris)
    with pytest.raises(ValueError, match="a curve needs a value at least"):
        protea.curve(protea.GLVQ(), *iris, values=[])
    with pytest.raises(ValueError, match="where a list of values is meant"):
        protea.tune(*iris, protea.GLVQ(), {"prototypes": 2})


def test_tuning_without_a_grid_stays_with_the_method_it_is_given(iris):
    found = protea.tune(*iris, protea.KNN(), cv=3, outer=0, scoring="balanced_accuracy", trainings=6)
    assert isinstance(found.estimator, protea.KNN)
