"""Answers and scores partition by partition, when they are computed."""

import functools
import warnings

import dask.array as da
import numpy as np
from dask.delayed import delayed
from sklearn.base import is_classifier, is_regressor
from sklearn.utils.validation import check_is_fitted

from . import _compat, _groups
from ._cluster_rows import beside, is_lazy, pieces, width_and_names


def _answer(ask, like, place, block):
    """What is answered for the rows of one partition."""
    if len(block) == 0:
        return like
    with _groups.naming(place), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="X (has|does not have valid) feature names")
        return ask(block)


class _Question:
    """A method of an estimator, and with what it is called beside rows."""

    def __init__(self, estimator, name, arguments, keywords):
        self.estimator, self.name, self.arguments, self.keywords = _plain(estimator), name, arguments, keywords

    def __call__(self, rows):
        return getattr(self.estimator, self.name)(rows, *self.arguments, **self.keywords)

    def nothing(self):
        """The answer for no rows: its kind and its width."""
        row = np.ones((1, self.estimator.n_features_in_))
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="X does not have valid feature names")
            return np.asarray(self(row))[:0]


def _match(estimator, X):
    """Features as the estimator knows them."""
    number, names = width_and_names(X)
    _compat._match_names(estimator, names, False)
    _compat._match_number(estimator, number, False)


def _lazily(question, X):
    """The answers for all partitions, once they are computed."""
    like = question.nothing()
    here = delayed(question, pure=False)
    answer = delayed(_answer, pure=False)
    found = pieces(X, "X")
    sizes = X.chunks[0] if isinstance(X, da.Array) else [np.nan] * len(found)
    blocks = [
        da.from_delayed(answer(here, like, place, piece), shape=(size, *like.shape[1:]), dtype=like.dtype, meta=like)
        for place, (piece, size) in enumerate(zip(found, sizes, strict=True))
    ]
    return da.concatenate(blocks, axis=0, allow_unknown_chunksizes=True)


def _plain(estimator):
    """A copy without a cluster, which can be sent to one."""
    cls = type(estimator)._in_memory
    plain = cls.__new__(cls)
    plain.__dict__.update({name: value for name, value in estimator.__dict__.items()
                           if name not in ("client", "callback", "_seen", "_stream")})
    plain.callback = None
    plain.n_jobs = None
    return plain


def answering(cls, name):
    original = getattr(cls, name)

    @functools.wraps(original)
    def answer(self, X, *arguments, **keywords):
        if not is_lazy(X):
            return getattr(super(self._own_class, self), name)(X, *arguments, **keywords)
        check_is_fitted(self, "_model")
        _match(self, X)
        return _lazily(_Question(self, name, arguments, keywords), X)

    return answer


def _truth(estimator, y, rows):
    y = _groups.targets(y, rows, is_regressor(estimator))
    if is_classifier(estimator):
        known, given = ("words" if each.dtype.kind in "USO" else "numbers" for each in (estimator.classes_, y))
        if known != given:
            raise ValueError(f"y holds {given}, and the classes of this model are {known}")
    return y


def _answered(estimator, place, X, y, weights):
    """Answers for a partition, the truth, and weights."""
    if len(X) == 0:
        return np.empty(0), np.empty(0), np.empty(0)
    with _groups.naming(place), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="X (has|does not have valid) feature names")
        truth = np.zeros(len(X)) if y is None else _truth(estimator, y, len(X))
        weights = np.ones(len(X)) if weights is None else _groups.weights_of(weights, len(X))
        answers = estimator._least_distances(X) if y is None else estimator.predict(X)
    return answers, truth, weights


def _right(part):
    answers, truth, weights = part
    return float(weights @ (answers == truth)), float(weights.sum())


def _of_numbers(part):
    answers, truth, weights = part
    return float(weights @ truth), float(weights.sum())


def _squares(part, sums):
    answers, truth, weights = part
    mean = _quotient(sums)
    return float(weights @ (truth - answers) ** 2), float(weights @ (truth - mean) ** 2)


def _far(part):
    answers, _, weights = part
    return float(weights @ answers), float(weights.sum())


def _quotient(parts):
    """Of sums over all rows."""
    above, below = (sum(each) for each in zip(*parts))
    if below == 0:
        raise ValueError("there is nothing to score by: there are no rows, or none has a weight")
    return above / below


def _share(parts):
    return np.asarray(_quotient(parts))


def _minus_mean(parts):
    return np.asarray(-_quotient(parts))


def _told_variance(parts):
    """R²; of targets that do not vary as scikit-learn has it, 1 where they are met and 0 elsewhere."""
    left, all_of_it = (sum(each) for each in zip(*parts))
    if all_of_it == 0:
        return np.asarray(1.0 if left == 0 else 0.0)
    return np.asarray(1 - left / all_of_it)


def score(self, X, y=None, sample_weight=None):
    """As in memory, when it is computed: accuracy, the share of the variance told (R²), or minus the mean distance.

    Parameters
    ----------
    X : array or frame of Dask
    y : array or column of Dask
    sample_weight : array or column of Dask, optional
    """
    if not is_lazy(X):
        weights = {} if sample_weight is None else {"sample_weight": sample_weight}
        return super(self._own_class, self).score(X, y, **weights)
    check_is_fitted(self, "_model")
    is_judged = is_classifier(self) or is_regressor(self)
    if is_judged and y is None:
        raise ValueError("there is nothing to score by: give y")
    _match(self, X)
    here = delayed(_plain(self), pure=False)
    rows = beside(X, (y if is_judged else None, "y"), (sample_weight, "sample_weight"))
    parts = [delayed(_answered, pure=False)(here, place, *each) for place, each in enumerate(rows)]
    if is_regressor(self):
        sums = [delayed(_of_numbers)(each) for each in parts]
        terms, put_together = [delayed(_squares)(each, sums) for each in parts], _told_variance
    else:
        terms = [delayed(_right if is_judged else _far)(each) for each in parts]
        put_together = _share if is_judged else _minus_mean
    return da.from_delayed(delayed(put_together)(terms), shape=(), dtype=np.float64)
