"""A rule written in Python learns as the same rule of the core does."""

import numpy as np
import pytest

import protea


def glvq_by_hand(d, labels, y):
    """Sato and Yamada's cost μ = (d⁺ − d⁻)/(d⁺ + d⁻), with derivatives 2d⁻/s² and −2d⁺/s²."""
    own = labels[None, :] == y[:, None]
    right = np.where(own, d, np.inf).argmin(axis=1)
    wrong = np.where(own, np.inf, d).argmin(axis=1)
    rows = np.arange(len(d))
    plus, minus = d[rows, right], d[rows, wrong]
    pulls = np.zeros_like(d)
    pulls[rows, right] = 2 * minus / (plus + minus) ** 2
    pulls[rows, wrong] = -2 * plus / (plus + minus) ** 2
    return (plus - minus) / (plus + minus), pulls


def test_it_learns_as_that_of_the_core(iris):
    protea.check_rule(protea.rule(glvq_by_hand))
    ours = protea.LVQ(rule=protea.rule(glvq_by_hand), max_iter=10).fit(*iris)
    core = protea.LVQ(rule=protea.GLVQRule(activation="identity"), max_iter=10).fit(*iris)
    np.testing.assert_allclose(ours.prototypes_, core.prototypes_, rtol=1e-6)
    assert (ours.predict(iris[0]) == core.predict(iris[0])).all()
    assert ours.parts_["options"]["rule"]["name"] == "glvq_by_hand"


def test_a_wrong_gradient_is_found():
    def wrong(d, labels, y):
        losses, pulls = glvq_by_hand(d, labels, y)
        return losses, 1.1 * pulls

    with pytest.raises(AssertionError, match="differences of the loss say"):
        protea.check_rule(protea.rule(wrong))


def test_what_it_raises_comes_out(iris):
    def fail(d, labels, y):
        raise RuntimeError("no idea")

    with pytest.raises(RuntimeError, match="no idea"):
        protea.LVQ(rule=protea.rule(fail)).fit(*iris)
    with pytest.raises(ValueError, match="a loss for each sample"):
        protea.LVQ(rule=protea.rule(lambda d, labels, y: (np.zeros(1), np.zeros((1, 1))), name="short")).fit(*iris)


def test_a_minimizer_refuses_a_rule_without_a_cost(iris):
    def attract(d, labels, y):
        return np.zeros(len(d)), np.where(labels[None, :] == y[:, None], 0.5, 0.0)

    own = protea.rule(attract, has_cost=False)
    protea.check_rule(own)
    model = protea.LVQ(rule=own, optimizer="sgd", max_iter=3).fit(*iris)
    assert model.score(*iris) > 0.8
    with pytest.raises(ValueError, match="l-bfgs needs a rule with a cost function and attract has none"):
        protea.LVQ(rule=own, optimizer="l-bfgs", max_iter=3).fit(*iris)
    with pytest.raises(AssertionError, match="differences of the loss say"):
        protea.check_rule(protea.rule(attract))
