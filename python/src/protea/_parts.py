"""Parts as objects: `Adam(rate=0.1)`, so that a grid can reach `optimizer__rate`."""

import inspect

import numpy as np
from sklearn.base import BaseEstimator

from . import _core
from ._arrays import text_of


class Part(BaseEstimator):
    """The name of a rule, dissimilarity, optimizer or relevance estimator, with its options."""

    _family = None
    _name = None

    def _settings(self, family=None):
        family = family or self._family
        options = [(f"{family}.{name}", text_of(value)) for name, value in self.get_params(deep=False).items()]
        return [(family, self._name)] + [each for each in options if each[1] != ""]


class OwnRule(Part):
    """A rule as a Python function: see `protea.rule`."""

    _family = "rule"

    def __init__(self, function=None, name=None, has_cost=True):
        self.function = function
        self.name = name
        self.has_cost = has_cost

    def _settings(self, family=None):
        return []  # a function has no settings that a file could keep

    def _core_rule(self):
        name = self.name or getattr(self.function, "__name__", "python")

        def contiguous(d, labels, y):
            losses, pulls = self.function(d, labels, y)
            return np.ascontiguousarray(losses, dtype=np.float64), np.ascontiguousarray(pulls, dtype=np.float64)

        return _core.OwnRule(contiguous, name, self.has_cost)


def rule(function, *, name=None, has_cost=True):
    """A rule of one's own, for `LVQ(rule=…)`: for trying ideas, and hundreds of times slower than those of the core.

    Parameters
    ----------
    function : callable
        Called as function(d, labels, y) with the dissimilarities of samples to prototypes, of shape (n_samples,
        n_prototypes), the classes of the prototypes and those of the samples, as numbers from 0. Returns the loss of
        each sample, and pulls of the shape of d: the derivatives of the losses by d, or, without a cost, the steps (½
        moves a prototype by rate times x − w under the squared Euclidean distance).
    name : str, optional
        For messages and model files.
    has_cost : bool
        Whether the pulls are the gradient of the losses: `check_rule` compares, and minimizers need it.
    """
    return OwnRule(function, name, has_cost)


def check_rule(rule, n_prototypes=4, n_samples=20, random_state=0, tolerance=1e-5):
    """Compare the pulls of a rule of one's own with finite differences of its losses.

    Raises an AssertionError that names the sample and the prototype of the largest difference.
    """
    random = np.random.RandomState(random_state)
    d = random.uniform(0.5, 2.0, (n_samples, n_prototypes))
    labels = (np.arange(n_prototypes) % 2).astype(np.int32)
    y = random.randint(0, 2, n_samples).astype(np.int32)
    losses, pulls = (np.asarray(each, dtype=float) for each in rule.function(d, labels, y))
    assert losses.shape == (n_samples,), f"losses have the shape {losses.shape} instead of ({n_samples},)"
    assert pulls.shape == d.shape, f"pulls have the shape {pulls.shape} instead of {d.shape}"
    if not rule.has_cost:
        return
    step = 1e-6
    by_steps = np.empty_like(d)
    for k in range(n_prototypes):
        up, down = d.copy(), d.copy()
        up[:, k] += step
        down[:, k] -= step
        by_steps[:, k] = (rule.function(up, labels, y)[0] - rule.function(down, labels, y)[0]) / (2 * step)
    gap = np.abs(pulls - by_steps)
    i, k = np.unravel_index(gap.argmax(), gap.shape)
    allowed = tolerance * max(1.0, np.abs(by_steps).max())
    assert gap[i, k] <= allowed, (
        f"the pull of sample {i} on prototype {k} is {pulls[i, k]:.6g}, and differences of the loss say {by_steps[i, k]:.6g}"
    )


class OwnDissimilarity(Part):
    """A dissimilarity as a Python function: see `protea.dissimilarity`."""

    _family = "dissimilarity"

    def __init__(self, function=None, gradient=None, name=None):
        self.function = function
        self.gradient = gradient
        self.name = name

    def _settings(self, family=None):
        return []  # a function has no settings that a file could keep

    def _values(self, x, w):
        return np.ascontiguousarray(self.function(x, w), dtype=np.float64)

    def _gradients(self, x, w):
        found = _differences(self.function, x, w) if self.gradient is None else self.gradient(x, w)
        return np.ascontiguousarray(found, dtype=np.float64)

    def _core_dissimilarity(self):
        name = self.name or getattr(self.function, "__name__", "python")
        return _core.OwnDissimilarity(self._values, self._gradients, name)


def dissimilarity(function, gradient=None, *, name=None):
    """A dissimilarity of one's own, for `LVQ(dissimilarity=…)`: for trying ideas, and far slower than those of the core.

    Parameters
    ----------
    function : callable
        Called as function(x, w) with samples, of shape (n_samples, n_features), and prototypes, of shape (n_prototypes,
        n_features), in the units of the model; returns d of shape (n_samples, n_prototypes).
    gradient : callable, optional
        Called in the same way; returns ∂d/∂w of shape (n_samples, n_prototypes, n_features). Central differences of
        `function` where it is absent, which take 2 n_features calls.
    name : str, optional
        For messages.
    """
    return OwnDissimilarity(function, gradient, name)


def check_dissimilarity(dissimilarity, n_features=4, n_prototypes=3, n_samples=20, random_state=0, tolerance=1e-5):
    """Compare the gradient of a dissimilarity of one's own with finite differences of its values.

    Raises an AssertionError that names the sample, the prototype and the feature of the largest difference.
    """
    random = np.random.RandomState(random_state)
    x, w = random.uniform(0.5, 1.5, (n_samples, n_features)), random.uniform(0.5, 1.5, (n_prototypes, n_features))
    d = np.asarray(dissimilarity.function(x, w), dtype=float)
    assert d.shape == (n_samples, n_prototypes), f"d has the shape {d.shape} instead of {(n_samples, n_prototypes)}"
    if dissimilarity.gradient is None:
        return
    gradient, by_steps = np.asarray(dissimilarity.gradient(x, w), dtype=float), _differences(dissimilarity.function, x, w)
    assert gradient.shape == by_steps.shape, f"the gradient has the shape {gradient.shape} instead of {by_steps.shape}"
    gap = np.abs(gradient - by_steps)
    i, k, j = np.unravel_index(gap.argmax(), gap.shape)
    assert gap[i, k, j] <= tolerance * max(1.0, np.abs(by_steps).max()), (
        f"the gradient for sample {i}, prototype {k} and feature {j} is {gradient[i, k, j]:.6g}, "
        f"and differences of the values say {by_steps[i, k, j]:.6g}"
    )


def _differences(function, x, w):
    """∂d/∂w by central differences, a feature of all prototypes at a time."""
    found = np.empty((len(x), len(w), w.shape[1]))
    for j in range(w.shape[1]):
        step = 1e-6 * np.maximum(1.0, np.abs(w[:, j]))
        up, down = w.copy(), w.copy()
        up[:, j] += step
        down[:, j] -= step
        found[:, :, j] = (np.asarray(function(x, up)) - np.asarray(function(x, down))) / (up[:, j] - down[:, j])
    return found


def part_settings(given, family, default):
    """Settings for a keyword that names a part or is one; nothing where it is what the method has anyway."""
    if given is None or (isinstance(given, str) and given == default):
        return []
    if isinstance(given, str):
        return [(family, given)]
    if not isinstance(given, Part) or given._family != family.split("_")[-1]:
        kinds = "the name of one, or an object of that family"
        raise ValueError(f"{family}={given!r} is no {family}: give {kinds}")
    return given._settings(family)


def defaults_of(cls):
    """The keywords of a constructor with their defaults."""
    signature = inspect.signature(cls.__init__)
    return {name: each.default for name, each in signature.parameters.items() if name != "self"}
