"""Every estimator keeps scikit-learn's contract: no expected failures."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

import protea


@parametrize_with_checks([estimator() for estimator in protea.ESTIMATORS])
def test_contract(estimator, check):
    check(estimator)
