"""What users hand over, checked in the manners of scikit-learn, whichever release from 1.3 on is there."""

import warnings

import numpy as np
import sklearn
from sklearn.utils.validation import check_array, check_X_y

from ._containers import array_and_names, column_of

sklearn_version = tuple(int(part) for part in sklearn.__version__.split(".")[:2])

_NOT_GIVEN = object()
# What is not finite is looked for here, to say where it is.
_OF_FLOATS = {
    "dtype": [np.float64, np.float32],
    "ensure_all_finite" if sklearn_version >= (1, 6) else "force_all_finite": False,
}


def validated(estimator, X, y=_NOT_GIVEN, *, reset, allows_missing, **options):
    """Rows as an array of float64 or float32, with the number and names of features checked or learned."""
    X, names = array_and_names(X)
    names = _words(names)
    _match_names(estimator, names, reset)
    _refuse_one_dimension(X)
    options |= {"estimator": estimator, **_OF_FLOATS}
    if y is _NOT_GIVEN:
        rows = answer = check_array(X, **options)
    else:
        y = column_of(y)
        refuse_odd_labels(y)
        rows, y = answer = check_X_y(X, y, **options)
    _match_number(estimator, rows.shape[1], reset)
    refuse_unusable(rows, allows_missing, names, estimator)
    return answer


def rows_and_names(X, allows_missing=False):
    """The same without an estimator that expects anything; no names are an empty list."""
    X, names = array_and_names(X)
    names = _words(names)
    _refuse_one_dimension(X)
    rows = check_array(X, **_OF_FLOATS)
    refuse_unusable(rows, allows_missing, names)
    return rows, [] if names is None else list(names)


def _refuse_one_dimension(X):
    if X.ndim == 1:
        raise ValueError(
            f"Expected 2D array, got 1D array of {len(X)} numbers. Reshape your data by X.reshape(1, -1) where they "
            "are one sample, by X.reshape(-1, 1) where they are one feature"
        )


def refuse_odd_labels(y):
    y = np.asarray(y)
    if y.dtype != object or y.ndim == 0:
        return
    for i, each in enumerate(y):
        if each is None or type(each).__name__ == "NAType":
            raise ValueError(f"y[{i}] is missing: every sample needs its answer")
        if y.ndim == 1 and isinstance(each, str) != isinstance(y[0], str):
            raise ValueError(f"y mixes words with others, such as {y[0]!r} and {each!r}: give classes of one kind")


def refuse_unusable(rows, allows_missing, names=None, estimator=None):
    """Names the first number that is infinite, or missing where that is not allowed."""
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(rows.sum()):
            return
    places = np.argwhere(np.isinf(rows) if allows_missing else ~np.isfinite(rows))
    if len(places) == 0:
        return
    i, j = places[0]
    where = f"X[{i}, {j}]" if names is None else f"X[{i}, {j}], of '{names[j]}',"
    if np.isinf(rows[i, j]):
        raise ValueError(f"{where} is {rows[i, j]}: features are finite numbers")
    if hasattr(estimator, "missing"):
        remedies = getattr(estimator, "remedies", "'mask', 'mean', 'median' or 'drop'")
        raise ValueError(f"{where} is NaN: missing={remedies} says what to do about that")
    raise ValueError(f"{where} is NaN: fill what is missing, or leave these rows out")


# Features: the sentences are those of scikit-learn, which its checks compare ------------------------------------------


def _words(names):
    """Names of columns where all of them are words; numbers of columns name nothing."""
    if names is None or not any(isinstance(name, str) for name in names):
        return None
    if not all(isinstance(name, str) for name in names):
        other = next(name for name in names if not isinstance(name, str))
        raise ValueError(f"columns of X are named by words, but one by {other!r}: name all of them by words, or none")
    return np.array([str(name) for name in names], dtype=object)


def _match_names(estimator, names, reset):
    who = type(estimator).__name__
    if reset:
        if names is not None:
            estimator.feature_names_in_ = names
        else:
            estimator.__dict__.pop("feature_names_in_", None)
        return
    learned = getattr(estimator, "feature_names_in_", None)
    told = getattr(estimator, "_names_of_file", None)  # a file has names whether or not it was trained on a frame
    if learned is None and names is not None and told is not None:
        learned = told
    if learned is None and names is not None:
        warnings.warn(f"X has feature names, but {who} was fitted without feature names")
    if learned is not None and names is None:
        warnings.warn(f"X does not have valid feature names, but {who} was fitted with feature names")
    if learned is None or names is None or list(learned) == list(names):
        return
    unseen, absent = sorted(set(names) - set(learned)), sorted(set(learned) - set(names))
    message = "The feature names should match those that were passed during fit.\n"
    if unseen:
        message += "Feature names unseen at fit time:\n" + _listed(unseen)
    if absent:
        message += "Feature names seen at fit time, yet now missing:\n" + _listed(absent)
    if not unseen and not absent:
        message += "Feature names must be in the same order as they were in fit.\n"
    raise ValueError(message)


def _listed(names, most=5):
    return "".join(f"- {name}\n" for name in names[:most]) + ("- ...\n" if len(names) > most else "")


def _match_number(estimator, number, reset):
    if reset:
        estimator.n_features_in_ = number
    elif hasattr(estimator, "n_features_in_") and number != estimator.n_features_in_:
        who, expected = type(estimator).__name__, estimator.n_features_in_
        raise ValueError(f"X has {number} features, but {who} is expecting {expected} features as input.")
