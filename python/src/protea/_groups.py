"""Rows in groups, in whatever process holds them: what a worker of `protea.dask` does."""

import contextlib
import threading

import numpy as np

from . import _core
from ._arrays import as_rows, with_mass
from ._compat import refuse_odd_labels, refuse_unusable, rows_and_names
from ._containers import column_of

GROUP_ROWS = _core.group_rows


class Partition:
    """A piece of a table: rows, and where they are given the targets and weights of the same rows.

    `labels` are those of its rows with a weight, whether or not they have gaps; `refusal` says what is wrong with it.
    """

    def __init__(self, X, y, weights, labels=None, refusal=None):
        self.X, self.y, self.weights = X, y, weights
        self.labels, self.refusal = labels, refusal


class Expected:
    """What every partition must look like."""

    remedies = "'mean' or 'drop'"   # for gaps: others need all rows at once

    def __init__(self, number, names, missing, needs_numbers, may_be_negative, fills_empty_rows):
        self.number, self.names, self.missing = number, names, missing
        self.needs_numbers, self.may_be_negative, self.fills_empty_rows = needs_numbers, may_be_negative, fills_empty_rows


def partition_of(place, expected, X, y=None, weights=None):
    """The rows of a partition that take part, as arrays. What is wrong with them is no failure of the worker."""
    try:
        return _checked(expected, X, y, weights)
    except (ValueError, TypeError) as error:
        return Partition(np.empty((0, expected.number)), None, None, refusal=f"partition {place}: {error}")


@contextlib.contextmanager
def naming(place):
    """What is wrong within says in which partition it is."""
    try:
        yield
    except (ValueError, TypeError) as error:
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(f"partition {place}: {error}") from None


def _checked(expected, X, y, weights):
    if len(X) == 0:
        return Partition(np.empty((0, expected.number)), None if y is None else np.asarray(y)[:0],
                         None if weights is None else np.empty(0))
    X, names = rows_and_names(X, allows_missing=True)
    if X.shape[1] != expected.number:
        raise ValueError(f"it has {X.shape[1]} columns, and the first partition has {expected.number}")
    if expected.names is not None and list(names) != list(expected.names):
        raise ValueError(f"its columns are {', '.join(names) or 'without names'}, and those of the first partition "
                         f"{', '.join(expected.names)}")
    refuse_unusable(X, expected.missing != "refuse", expected.names, expected)
    if not expected.may_be_negative and (X < 0).any():
        i, j = np.argwhere(X < 0)[0]
        raise ValueError(f"Negative values in data: X[{i}, {j}] is {X[i, j]}, and these rows are histograms")
    if expected.fills_empty_rows:
        X = with_mass(X)
    y = None if y is None else targets(y, len(X), expected.needs_numbers)
    weights = None if weights is None else weights_of(weights, len(X))
    used = np.ones(len(X), dtype=bool)
    if weights is not None:
        used &= weights > 0
    labels = None if y is None or expected.needs_numbers else np.unique(y[used])
    if expected.missing == "drop":
        used &= ~np.isnan(X).any(axis=1)
    if not used.all():
        X = X[used]
        y = None if y is None else y[used]
        weights = None if weights is None else weights[used]
    return Partition(as_rows(X), y, weights, labels)


def one_column(y, rows):
    """Targets as numpy has them."""
    y = np.asarray(column_of(y))
    if y.ndim == 2 and y.shape[1] == 1:
        y = y[:, 0]
    if y.ndim != 1 or len(y) != rows:
        raise ValueError(f"there are {rows} rows and targets of shape {y.shape}: each row needs one")
    return y


def _is_missing(value):
    return value is None or type(value).__name__ == "NAType" or value != value


def targets(y, rows, needs_numbers):
    """One for each row, none missing; labels as they are, or finite numbers."""
    y = one_column(y, rows)
    refuse_odd_labels(y)
    missing = np.array([_is_missing(each) for each in y]) if y.dtype == object else y != y
    if np.any(missing):
        raise ValueError(f"y[{np.flatnonzero(missing)[0]}] is missing: every sample needs its answer")
    if not needs_numbers:
        return y
    if y.dtype.kind not in "biuf" and any(isinstance(each, (str, bytes)) for each in y):
        raise ValueError(f"y[0] is {str(y[0])!r}: targets are finite numbers")
    y = y.astype(np.float64)
    if not np.isfinite(y).all():
        raise ValueError(f"y[{np.flatnonzero(~np.isfinite(y))[0]}] is {y[~np.isfinite(y)][0]}: targets are finite numbers")
    return y


def weights_of(weights, rows):
    """One for each row, finite and not negative."""
    try:
        weights = np.asarray(column_of(weights), dtype=np.float64)
    except (ValueError, TypeError) as error:
        raise ValueError(f"sample_weight holds what is no number: {error}") from None
    if weights.shape == (rows, 1):
        weights = weights[:, 0]
    if weights.shape != (rows,):
        raise ValueError(f"there are {rows} rows and sample weights of shape {weights.shape}: each row needs one")
    if not np.isfinite(weights).all() or (weights < 0).any():
        raise ValueError("sample_weight has numbers that are negative or not finite: a weight is at least 0")
    return weights


def summary_of(partition):
    """How many rows, their classes, and those before rows with gaps were left out; or what is wrong with them."""
    y = partition.y
    left = None if partition.labels is None else np.unique(y)
    return len(partition.X), left, partition.labels, partition.refusal


class Group:
    """Consecutive rows that are summed together; it is sent as rows, and asked where it is."""

    def __init__(self, number, X, codes, class_names, numbers, weights, feature_names):
        self.number, self.X, self.codes, self.class_names, self.numbers = number, X, codes, class_names, numbers
        self.weights, self.feature_names = weights, feature_names
        self._lock = threading.Lock()
        self._core = None

    def core(self):
        with self._lock:
            if self._core is None:
                samples = _core.Samples(self.X, codes=self.codes, class_names=self.class_names, numbers=self.numbers,
                                        weights=self.weights, feature_names=self.feature_names)
                self._core = _core.RowGroup(samples, self.number)
            return self._core

    def __getstate__(self):
        return {**self.__dict__, "_core": None, "_lock": None}

    def __setstate__(self, state):
        self.__dict__.update(state, _lock=threading.Lock())

    def __sizeof__(self):
        """Rows as they are, and in units of a model."""
        return self.X.nbytes + self.X.size * 8


def group_of(number, pieces, classes, class_names, feature_names, *partitions):
    """The group of these pieces: pairs of first and last row of each partition."""
    X = np.concatenate([part.X[first:last] for part, (first, last) in zip(partitions, pieces)])
    codes = numbers = weights = None
    if partitions[0].y is not None:
        y = np.concatenate([np.asarray(part.y)[first:last] for part, (first, last) in zip(partitions, pieces)])
        if classes is None:
            numbers = np.ascontiguousarray(y)
        else:
            codes = np.ascontiguousarray(np.searchsorted(classes, y), dtype=np.int32)
    if partitions[0].weights is not None:
        weights = np.ascontiguousarray(
            np.concatenate([part.weights[first:last] for part, (first, last) in zip(partitions, pieces)])
        )
    return Group(number, as_rows(X), codes, class_names, numbers, weights, feature_names)


def answers_of(question, groups, threads=None):
    """What these groups answer, by all threads of the worker."""
    return _core.answers([each.core() for each in groups], question, threads or _threads_here())


def _threads_here():
    try:
        from distributed import get_worker

        return max(1, get_worker().state.nthreads)
    except (ImportError, ValueError):
        return 1
