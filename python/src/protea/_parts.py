"""Parts as objects: `Adam(rate=0.1)`, so that a grid can reach `optimizer__rate`."""

import inspect

from sklearn.base import BaseEstimator

from ._arrays import text_of


class Part(BaseEstimator):
    """The name of a rule, dissimilarity, optimizer or relevance estimator, with its options."""

    _family = None
    _name = None

    def _settings(self, family=None):
        family = family or self._family
        options = [(f"{family}.{name}", text_of(value)) for name, value in self.get_params(deep=False).items()]
        return [(family, self._name)] + [each for each in options if each[1] != ""]


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
