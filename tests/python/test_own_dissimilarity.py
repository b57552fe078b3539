"""A dissimilarity written in Python measures and learns as the same one of the core does."""

import pickle

import numpy as np
import pytest

import protea


def squared(x, w):
    return ((x[:, None, :] - w[None, :, :]) ** 2).sum(axis=2)


def slope(x, w):
    return -2 * (x[:, None, :] - w[None, :, :])


@pytest.mark.parametrize("gradient", [slope, None])
def test_it_learns_as_that_of_the_core(iris, gradient):
    X, y = iris
    own = protea.dissimilarity(squared, gradient)
    protea.check_dissimilarity(own)
    keywords = {"rule": "glvq", "max_iter": 15, "prototypes": 2}
    ours = protea.LVQ(dissimilarity=own, **keywords).fit(X, y)
    core = protea.LVQ(dissimilarity="squared-euclidean", **keywords).fit(X, y)
    np.testing.assert_allclose(ours.prototypes_, core.prototypes_, rtol=1e-5)
    assert (ours.predict(X) == core.predict(X)).all()
    np.testing.assert_allclose(ours.predict_proba(X), core.predict_proba(X), atol=1e-4)
    np.testing.assert_allclose(ours.distances(X), core.distances(X), rtol=1e-4)


def test_distances_are_its_own():
    A, B = np.array([[0.0, 1.0]]), np.array([[2.0, 1.0], [0.0, 0.0]])
    d, gradient = protea.distance(A, B, protea.dissimilarity(squared), gradients=True)
    np.testing.assert_allclose(d, [[4, 1]])
    np.testing.assert_allclose(gradient, [[[4, 0], [0, -2]]], atol=1e-8)


def test_a_wrong_gradient_is_found():
    wrong = protea.dissimilarity(squared, lambda x, w: 1.1 * slope(x, w))
    with pytest.raises(AssertionError, match="differences of the values say"):
        protea.check_dissimilarity(wrong)


def test_what_it_raises_or_does_not_give_comes_out(iris):
    def fail(x, w):
        raise RuntimeError("no idea")

    with pytest.raises(RuntimeError, match="no idea"):
        protea.LVQ(dissimilarity=protea.dissimilarity(fail)).fit(*iris)
    short = protea.dissimilarity(lambda x, w: np.zeros((1, 1)), slope, name="short")
    with pytest.raises(ValueError, match="'short' must give a number for each sample and prototype"):
        protea.LVQ(dissimilarity=short).fit(*iris)
    flat = protea.dissimilarity(squared, lambda x, w: np.zeros((1, 1, 1)), name="flat")
    with pytest.raises(ValueError, match="samples x prototypes x features"):
        protea.LVQ(dissimilarity=flat).fit(*iris)
    with pytest.raises(protea.NumericalError, match="not finite"):
        protea.LVQ(dissimilarity=protea.dissimilarity(lambda x, w: np.full((len(x), len(w)), np.nan))).fit(*iris)


def test_a_file_cannot_hold_it(iris, tmp_path):
    model = protea.LVQ(dissimilarity=protea.dissimilarity(squared, slope), max_iter=2).fit(*iris)
    with pytest.raises(ValueError, match="cannot be kept in a file"):
        model.save(tmp_path / "m.protea")
    with pytest.raises(ValueError, match="cannot be kept in a file"):
        pickle.dumps(model)
    assert not (tmp_path / "m.protea").exists()


def test_differences_are_those_of_a_curved_dissimilarity():
    def cubed(x, w):
        return (np.abs(x[:, None, :] - w[None, :, :]) ** 3).sum(axis=2)

    random = np.random.RandomState(0)
    x, w = random.rand(5, 3), random.rand(2, 3)
    difference = x[:, None, :] - w[None, :, :]
    _, gradients = protea.distance(x, w, protea.dissimilarity(cubed), gradients=True)
    np.testing.assert_allclose(gradients, -3 * np.sign(difference) * difference**2, atol=1e-8)


def test_steps_of_differences_grow_with_what_they_move():
    def scaled(x, w):
        return ((x[:, None, :] - w[None, :, :]) ** 2).sum(axis=2)

    w = np.array([[1e9, 1.0], [1.0, 1e-9]])
    x = np.array([[3e9, 2.0]])
    _, gradients = protea.distance(x, w, protea.dissimilarity(lambda x, w: scaled(x[:, :1], w[:, :1])), gradients=True)
    np.testing.assert_allclose(gradients[0, 0], [-4e9, 0], rtol=1e-5)
