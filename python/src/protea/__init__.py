"""Prototype-based learning: every method of the house as an estimator in the manners of scikit-learn."""

from ._core import DataError, NumericalError, version as _version
from ._estimators import *  # noqa: F403
from ._estimators import ESTIMATORS, PARTS, __all__ as _generated
from ._house import (
    certificates,
    cite,
    compare,
    curve,
    describe,
    distance,
    dynamics,
    dynamics_rules,
    explain,
    load,
    margins,
    read,
    reject,
    reproduce,
    save,
    stability,
    tune,
)
from ._parts import check_dissimilarity, check_rule, dissimilarity, rule

__version__ = _version()
__all__ = [
    *_generated,
    "DataError",
    "NumericalError",
    "certificates",
    "check_dissimilarity",
    "check_rule",
    "cite",
    "compare",
    "curve",
    "describe",
    "dissimilarity",
    "distance",
    "dynamics",
    "dynamics_rules",
    "explain",
    "load",
    "margins",
    "read",
    "reject",
    "reproduce",
    "rule",
    "save",
    "stability",
    "tune",
]
