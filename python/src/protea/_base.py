"""What all estimators share: from keywords to settings, from arrays to a model, from a model to answers."""

import functools
import inspect
import os

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, ClusterMixin, RegressorMixin, TransformerMixin
from sklearn.base import ClassNamePrefixFeaturesOutMixin
from sklearn.utils import check_random_state
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, check_non_negative, column_or_1d

from . import _core
from ._arrays import as_rows, class_name, text_of, with_mass
from ._compat import refuse_unusable, validated
from ._containers import column_of
from ._parts import OwnDissimilarity, OwnRule, defaults_of, part_settings
from ._progress import Progress


def write_page(html, figures, path, svg):
    """The page and the folder of its figures, as far as they are wanted."""
    if path is not None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(html)
    if svg is not None:
        os.makedirs(svg, exist_ok=True)
        for name, text in figures.items():
            with open(os.path.join(svg, f"{name}.svg"), "w", encoding="utf-8") as file:
                file.write(text)


def fills_empty_rows(estimator):
    """Are rows to have a mass?"""
    return estimator._positive_only and estimator.scale == "unit-sum"


def _streams(self):
    """Whether the method, with these keywords, can learn from rows as they come."""
    own = isinstance(getattr(self, "rule", None), OwnRule), isinstance(getattr(self, "dissimilarity", None), OwnDissimilarity)
    if getattr(self, "space", "features") != "features" or any(own):
        return False
    try:
        return _core.is_streaming(self._method, self._settings())
    except ValueError:
        return False


@functools.cache
def _defaults(cls):
    return defaults_of(cls)


def _same(a, b):
    if a is b:
        return True
    if isinstance(a, (dict, list, tuple, np.ndarray)) or isinstance(b, (dict, list, tuple, np.ndarray)):
        return False
    return a == b


def _part(name, documentation):
    """A fitted attribute that the model shows under this name."""

    def get(self):
        parts = self._shown()
        if name not in parts:
            raise AttributeError(f"{type(self).__name__} has no attribute '{name}_': its model has no {name}")
        return parts[name]

    return property(get, doc=documentation)


def whole_or_not_at_all(train):
    """Training that fails leaves the estimator as it was."""

    @functools.wraps(train)
    def guarded(self, *arguments, **keywords):
        before = dict(self.__dict__)
        try:
            return train(self, *arguments, **keywords)
        except BaseException:
            self.__dict__.clear()
            self.__dict__.update(before)
            raise

    return guarded


class ProteaEstimator(BaseEstimator):
    """Keywords become settings of the core, by the tables that the generated classes carry."""

    _method = None  # by which the core knows it
    _keys = {}  # keyword: key of the core
    _flat = {}  # keyword: family whose options it sets, of a part that may be replaced
    _families = {}  # family: the part that the method has
    _fixed = ()  # families that no keyword replaces
    _positive_only = False
    _binary_only = False
    _poor_score = False
    _min_features = 1

    def __init_subclass__(cls, **keywords):
        super().__init_subclass__(**keywords)
        for name in ("_fit", "fit", "partial_fit", "go_on"):
            train = cls.__dict__.get(name)
            if inspect.isfunction(train):
                setattr(cls, name, whole_or_not_at_all(train))

    # Settings -----------------------------------------------------------------------------------------------------

    def _settings(self):
        settings = []
        given = self.get_params(deep=False)
        replaced = set()
        for family, default in self._families.items():
            if family in self._fixed:
                continue
            of_part = part_settings(given[family], family, default)
            replaced.update({family} if of_part else ())
            settings += of_part
        for keyword, key in self._keys.items():
            value = given[keyword]
            if _same(value, _defaults(type(self))[keyword]):
                continue
            family = self._flat.get(keyword)
            if family in replaced:
                raise ValueError(
                    f"{keyword}={value!r} is an option of the {family} '{self._families[family]}', which "
                    f"{family}={given[family]!r} replaces: give it to that object"
                )
            settings.append((key, text_of(value)))
        settings.append(("seed", str(self._seed())))
        return settings

    def _seed(self):
        state = self.random_state
        if isinstance(state, (int, np.integer)) and not isinstance(state, bool):
            return int(state)
        return int(check_random_state(state).randint(np.iinfo(np.int32).max))

    def _threads(self):
        jobs = self.n_jobs
        if jobs is None:
            return 1
        if jobs == 0:
            raise ValueError("n_jobs=0 leaves nobody to work: give a number of threads, or -1 for all")
        return int(jobs) if jobs > 0 else max(1, (os.cpu_count() or 1) + 1 + int(jobs))

    def _allows_missing(self):
        return getattr(self, "missing", "refuse") != "refuse"

    # Training -----------------------------------------------------------------------------------------------------

    def _weighted(self, X, y, sample_weight):
        """Rows of weight zero are left out: they count as often as they weigh."""
        if sample_weight is None:
            return X, y, None
        weights = _check_sample_weight(column_of(sample_weight), X, dtype=np.float64)
        if (weights < 0).any():
            raise ValueError("sample_weight has negative numbers: a weight is at least 0")
        if not weights.any():
            raise ValueError("sample_weight is zero for all samples: at least one weight must be greater than 0")
        used = weights > 0
        if not used.all():
            X, weights = X[used], weights[used]
            y = None if y is None else y[used]
        return X, y, np.ascontiguousarray(weights)

    def _names(self):
        return [str(name) for name in getattr(self, "feature_names_in_", ())]

    def _train(self, samples, model=None):
        def train(after_epoch):
            if model is not None:
                return _core.go_on(model, [], samples, self._threads(), after_epoch)
            rule, dissimilarity = getattr(self, "rule", None), getattr(self, "dissimilarity", None)
            rule = rule._core_rule() if isinstance(rule, OwnRule) else None
            measure = dissimilarity._core_dissimilarity() if isinstance(dissimilarity, OwnDissimilarity) else None
            return _core.train(self._method, self._settings(), samples, self._threads(), after_epoch, rule, measure)

        self._keep_what_learns(train)

    def _keep_what_learns(self, train):
        """The model, and how its training went; `train` is given what is to be called after each epoch."""
        self._forget()
        self.__dict__.pop("_names_of_file", None)
        history, held_out = [], []
        progress = Progress(type(self).__name__, self.verbose)
        callback = self.callback

        def after_epoch(epoch, epochs, cost, held_out_cost):
            history.append(cost)
            if held_out_cost is not None:
                held_out.append(held_out_cost)
            progress.show(epoch, epochs, cost)
            return True if callback is None else callback(epoch, epochs, cost)

        try:
            trained = train(after_epoch)
        finally:
            progress.end()
        self._model = trained.model
        self.n_iter_ = max(1, trained.epochs)
        self.cost_ = trained.cost
        self.converged_ = trained.converged
        self.history_ = np.array(history)
        self.validation_history_ = np.array(held_out)

    def _learn_from_stream(self, samples):
        if "_model" not in self.__dict__:
            settings = [each for each in self._settings() if each[0] != "epochs"] + [("epochs", "0")]
            self._model = _core.train(self._method, settings, samples, self._threads()).model
            self.n_iter_ = 0
        if "_stream" not in self.__dict__:
            own = [each for each in self._settings() if each[0].split(".")[0] in ("optimizer", "rule", "batch")]
            self._stream = _core.Stream(self._model, own)
        self._stream.learn(samples, self._threads())
        self._model = self._stream.model()
        self.__dict__.pop("_seen", None)
        self.n_iter_ += 1
        self.cost_ = self._model.cost
        self.converged_ = False

    # Looking at rows ----------------------------------------------------------------------------------------------

    def _rows(self, X):
        check_is_fitted(self, "_model")
        if (
            type(X) is np.ndarray
            and X.dtype in (np.float64, np.float32)
            and X.ndim == 2
            and X.shape[0] > 0
            and X.shape[1] == self.n_features_in_
            and "feature_names_in_" not in self.__dict__
            and X.flags.aligned
            and 0 not in X.strides
            and not self._positive_only
        ):
            return X  # the core looks for what is not finite
        return as_rows(self._in_domain(validated(self, X, reset=False, allows_missing=self._allows_missing())))

    def _in_domain(self, X):
        return X

    def _ask(self, answer, X, *arguments, rows=None):
        """What the model answers for rows, which are looked through for what is not finite only where it says so."""
        rows = self._rows(X) if rows is None else rows
        try:
            return getattr(self._model, answer)(rows, *arguments)
        except _core.DataError:
            names = getattr(self, "feature_names_in_", None)
            refuse_unusable(rows, self._allows_missing(), names, self)
            raise

    # What the model shows -----------------------------------------------------------------------------------------

    def _shown(self):
        if "_model" not in self.__dict__:
            raise AttributeError(f"this {type(self).__name__} is not fitted yet: call fit() first")
        if "_seen" not in self.__dict__:
            self._seen = self._model.parts()
        return self._seen

    def _forget(self):
        for name in ("_seen", "_stream"):
            self.__dict__.pop(name, None)

    def __getstate__(self):
        state = dict(super().__getstate__())
        for name in ("_seen", "_stream"):
            state.pop(name, None)
        return state

    def save(self, path):
        """Write the model file, as the command line does."""
        check_is_fitted(self, "_model")
        _core.save_model(self._model, os.fspath(path))

    def report(self, path, X=None, y=None, *, svg=None, title="", samples=1000, resamples=None):
        """Write one offline page that shows what was learned and, with rows, how it answers.

        Parameters
        ----------
        path : str or path
            The page, an HTML file that needs nothing else.
        X, y : array-like, optional
            Rows to answer and to explain, and the truth.
        svg : str or path, optional
            A folder for the figures.
        title : str
        samples : int
            Rows at most that can be looked at one by one.
        resamples : int, optional
            Trainings on resamples of the rows, which tell how stable relevances are: 20 where that is quick.
        """
        check_is_fitted(self, "_model")
        targets = {}
        rows = None if X is None else self._rows(X)
        if y is not None and rows is not None:
            y = np.asarray(column_of(y))
            if y.shape[:1] != rows.shape[:1]:
                raise ValueError(f"X has {len(rows)} rows and y {len(y) if y.ndim else 1}: each row needs one")
            targets = self._page_targets(y)
        html, figures = _core.page(self._model, rows, name=title, most=samples, resamples=resamples,
                                   threads=self._threads(), **targets)
        write_page(html, figures, path, svg)

    def _page_targets(self, y):
        """Classes that the model does not know, to colour its rows by."""
        names, codes = np.unique(np.asarray(y).astype(str), return_inverse=True)
        return {"codes": codes.astype(np.int32), "classes": [str(name) for name in names]}

    def to_bytes(self):
        """The bytes of the model file."""
        check_is_fitted(self, "_model")
        return self._model.bytes()

    @property
    def model_(self):
        """The model as the core has it."""
        if "_model" not in self.__dict__:
            raise AttributeError(f"this {type(self).__name__} is not fitted yet: call fit() first")
        return self._model

    @property
    def parts_(self):
        """Everything the model shows of itself, as dictionaries and arrays."""
        return self._shown()

    def _more_tags(self):
        return {
            "allow_nan": self._allows_missing(),
            "requires_positive_X": self._positive_only,
            "poor_score": self._poor_score,
            "binary_only": self._binary_only,
            "pairwise": self._is_pairwise(),
        }

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self._allows_missing()
        tags.input_tags.positive_only = self._positive_only
        tags.input_tags.pairwise = self._is_pairwise()
        return tags

    def _is_pairwise(self):
        return getattr(self, "space", "features") in ("kernel-matrix", "dissimilarity-matrix")


class _Lattice:
    """What units on a lattice show."""

    u_matrix_ = _part("u_matrix", "The mean distance of each unit to its neighbours, on the grid.")
    component_planes_ = _part("component_planes", "For each feature its values on the grid.")

    @property
    def hits_(self):
        """Samples that each unit has won; on the grid where there is one."""
        return np.array(self._shown()["hits"])

    @property
    def grid_(self):
        """Rows and columns of the lattice."""
        lattice = self._shown().get("lattice")
        if lattice is None or "columns" not in lattice:
            raise AttributeError(f"{type(self).__name__} has no attribute 'grid_': its units are on no grid")
        return lattice["rows"], lattice["columns"]

    def places(self, X):
        """Row and column on the grid of the nearest unit of each row."""
        check_is_fitted(self, "_model")
        return np.column_stack(np.unravel_index(self._ask("winners", X, self._threads()), self.grid_))


class _Classifier(ClassifierMixin, ProteaEstimator):
    """Learns classes from labels."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = self._poor_score
        tags.classifier_tags.multi_class = not self._binary_only
        return tags

    def _fit(self, X, y, sample_weight=None):
        X, y = validated(
            self, X, y, reset=True, allows_missing=self._allows_missing(), ensure_min_features=self._min_features
        )
        X, codes, weights = self._take_labels(self._in_domain(X), y, sample_weight)
        self._train(self._samples(X, codes, weights))
        self._order_classes()
        return self

    def _take_labels(self, X, y, sample_weight):
        check_classification_targets(y)
        self.classes_, codes = np.unique(column_or_1d(y), return_inverse=True)
        if self._binary_only and len(self.classes_) > 2:
            kind = type_of_target(y)
            raise ValueError(f"Only binary classification is supported. The type of the target is {kind}.")
        X, codes, weights = self._weighted(X, codes.ravel(), sample_weight)
        if sample_weight is not None and len(np.unique(codes)) < len(self.classes_):
            present, codes = np.unique(codes, return_inverse=True)
            self.classes_ = self.classes_[present]
        if len(self.classes_) < 2:
            who = "y has samples" if sample_weight is None else "sample_weight leaves samples"
            raise ValueError(f"{who} of one class only ({self.classes_[0]}): learning needs two classes at least")
        return X, codes, weights

    def _samples(self, X, codes, weights):
        names = [class_name(each) for each in self.classes_]
        return _core.Samples(
            as_rows(X),
            codes=np.ascontiguousarray(codes, dtype=np.int32),
            class_names=names,
            weights=weights,
            feature_names=self._names(),
        )

    def _order_classes(self):
        """Which class of ours each class of the core is."""
        places = {class_name(each): place for place, each in enumerate(self.classes_)}
        self._order = np.array([places[name] for name in self._model.class_names])
        self._is_in_order = bool((self._order == np.arange(len(self._order))).all())

    @available_if(_streams)
    def partial_fit(self, X, y, classes=None, sample_weight=None):
        """Learn from rows as they come, each seen once, at the first learning rates.

        The first call finds starts and scaling in its rows, which must have samples of all classes.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
        classes : array-like of shape (n_classes,), optional
            All classes that will come; those of the first `y` where absent.
        sample_weight : array-like of shape (n_samples,), optional

        Returns
        -------
        self
        """
        is_first = "_model" not in self.__dict__
        least = self._min_features if is_first else 1
        X, y = validated(
            self, X, y, reset=is_first, allows_missing=self._allows_missing(), ensure_min_features=least
        )
        check_classification_targets(y)
        X = self._in_domain(X)
        if is_first:
            self.classes_ = np.unique(y if classes is None else classes)
            if len(self.classes_) < 2:
                raise ValueError("partial_fit needs two classes at least: give classes=, or rows of all classes")
            absent = np.setdiff1d(self.classes_, y)
            if len(absent):
                raise ValueError(
                    f"the first rows have no sample of class {absent[0]}, and prototypes start at samples: "
                    "begin with rows of all classes"
                )
        elif classes is not None and not np.array_equal(np.unique(classes), self.classes_):
            raise ValueError(f"classes={list(classes)} are not those of the first call, {list(self.classes_)}")
        X, codes, weights = self._weighted(X, self._codes_of(y), sample_weight)
        self._learn_from_stream(self._samples(X, codes, weights))
        if is_first:
            self._order_classes()
        return self

    def go_on(self, X, y, sample_weight=None):
        """Learn on from what was learned, on other rows: metric and scaling stay those of the first.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
        sample_weight : array-like of shape (n_samples,), optional

        Returns
        -------
        self
        """
        check_is_fitted(self, "_model")
        X, y = validated(self, X, y, reset=False, allows_missing=self._allows_missing())
        X, codes, weights = self._weighted(self._in_domain(X), self._codes_of(y), sample_weight)
        self._train(self._samples(X, codes, weights), self._model)
        return self

    def _page_targets(self, y):
        places = np.empty(len(self.classes_), dtype=np.int32)
        places[self._order] = np.arange(len(places), dtype=np.int32)
        return {"codes": np.ascontiguousarray(places[self._codes_of(np.asarray(y))])}

    def _codes_of(self, y):
        codes = np.searchsorted(self.classes_, y)
        known = self.classes_[np.minimum(codes, len(self.classes_) - 1)] == y
        if not np.all(known):
            raise ValueError(f"class {np.asarray(y)[~known][0]} is none of those learned: {', '.join(map(str, self.classes_))}")
        return codes

    def predict(self, X):
        """The class of each row.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        y : ndarray of shape (n_samples,)
            A rejected row is answered with an empty word, with -1 where classes are whole numbers, or with NaN.
        """
        labels = self._ask("labels", X, self._threads())
        classes = self.classes_ if self._is_in_order else self.classes_[self._order]
        if getattr(self, "reject", "none") == "none":
            return classes[labels]
        return self._with_rejected(classes, labels)

    def _with_rejected(self, classes, labels):
        kind = self.classes_.dtype.kind
        mark = "" if kind in "USO" else np.nan if kind == "f" else -1
        answers = classes[np.maximum(labels, 0)]
        if kind in "bu":
            answers = answers.astype(np.int64)
        answers[labels < 0] = mark
        return answers

    def predict_proba(self, X):
        """How much each class is believed in; rows sum to one.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        scores : ndarray of shape (n_samples, n_classes)
            In the order of `classes_`.
        """
        rows = self._rows(X)
        scores = self._ask("scores", X, self._threads(), rows=rows)
        self._part_equals(rows, scores)
        if self._is_in_order:
            return scores
        ordered = np.empty_like(scores)
        ordered[:, self._order] = scores
        return ordered

    def _part_equals(self, rows, scores):
        """Where classes have the largest score together, that of the answer comes first, by a rounding."""
        places = np.flatnonzero((scores == scores.max(axis=1, keepdims=True)).sum(axis=1) > 1)
        if len(places) == 0:
            return
        labels = self._model.labels(rows[places], self._threads())
        answered = labels >= 0
        places, labels = places[answered], labels[answered]
        scores[places, labels] = np.nextafter(scores[places, labels], 2)

    def predict_log_proba(self, X):
        """The logarithm of `predict_proba`."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def decision_function(self, X):
        """Scores to rank rows by: of each class, or for two classes that of the second less that of the first.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        scores : ndarray of shape (n_samples,) or (n_samples, n_classes)
        """
        scores = self.predict_proba(X)
        return scores[:, 1] - scores[:, 0] if scores.shape[1] == 2 else scores


class Classifier(_Classifier):
    """A classifier that steps from row to row: weights count rows, but the order of rows has its say too.

    `sample_weight` is therefore no named parameter of `fit`, by which scikit-learn would take it for a promise that
    weights and repeated rows come to the same digits.
    """

    __metadata_request__fit = {"sample_weight": None}

    coef_ = _part("original_weights", "Weights of linear machines, a row for each, in units of the data.")
    thresholds_ = _part("original_thresholds", "Thresholds of linear machines: a side is the sign of x·w − θ.")
    kappa_ = _part("kappa", "The stability of each machine: its smallest margin.")
    embedding_strengths_ = _part("embedding_strengths", "How much each sample is embedded in each machine.")

    @property
    def support_vectors_(self):
        """Vectors on which machines with kernels stand, in model units."""
        parts = self._shown()
        vectors = parts.get("vectors", parts.get("support_vectors"))
        if vectors is None or isinstance(vectors, list):
            raise AttributeError(f"{type(self).__name__} has no attribute 'support_vectors_': it has no kernel")
        return vectors

    def fit(self, X, y, **weights):
        """Learn from rows and their labels.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
        sample_weight : array-like of shape (n_samples,), optional
            Whole weights count rows: weight 2 is the row twice, 0 no row.

        Returns
        -------
        self
        """
        return self._fit(X, y, **weights)


class _Units:
    """What prototypes of any kind show."""

    prototypes_ = _part("prototypes", "The prototypes, in units of the data.")
    eigenvalues_ = _part("eigenvalues", "Of the relevance matrix, the largest first.")
    lambda_ = _part("lambda", "The relevance matrix Λ; the mean of all where prototypes have their own.")
    relevances_ = _part("relevances", "The diagonal of the relevance matrix.")
    coefficients_ = _part("coefficients", "Of prototypes that are combinations of training samples.")

    @property
    def omega_(self):
        """The matrix Ω of a learned metric, of shape (rank, n_features); one for each group where there are several."""
        metrics = self._model_metrics()
        if self._shown().get("options", {}).get("dissimilarity", {}).get("name") != "matrix":
            raise AttributeError(f"{type(self).__name__} has no attribute 'omega_': its dissimilarity has no matrix")
        matrices = metrics.reshape(len(metrics), -1, self.n_features_in_)
        return matrices[0] if len(matrices) == 1 else matrices

    def _model_metrics(self):
        self._shown()
        return self._model.metrics()

    @property
    def feature_importances_(self):
        """Relevances that sum to one."""
        relevances = self.relevances_
        return relevances / relevances.sum()

    @property
    def prototype_labels_(self):
        """The class of each prototype."""
        places = {class_name(each): each for each in self.classes_}
        return np.array([places[name] for name in self._shown()["labels"]])

    def distances(self, X):
        """Dissimilarities of rows to all prototypes, in model units."""
        return self._ask("distances", X)

    def project(self, X, dimensions=2):
        """Places of rows on the leading directions of a shared relevance matrix."""
        return self._ask("projection", X, dimensions)


class PrototypeClassifier(ClassNamePrefixFeaturesOutMixin, TransformerMixin, _Units, Classifier):
    """A classifier whose prototypes can be looked at."""

    def _is_projecting(self):
        """A matrix that all prototypes share has directions to project on."""
        return hasattr(self, "n_components") and self._model.matrix_rank > 0

    def transform(self, X):
        """Rows on the leading directions of a learned shared metric; else their distances to the prototypes.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        X_new : ndarray of shape (n_samples, n_components) or (n_samples, n_prototypes)
        """
        check_is_fitted(self, "_model")
        if self._is_projecting():
            return self.project(X, self._n_features_out)
        return self.distances(X)

    @property
    def _n_features_out(self):
        if not self._is_projecting():
            return len(self._shown()["labels"])
        return min(self.n_components, self._model.matrix_rank, self.n_features_in_)


class CountingPrototypeClassifier(PrototypeClassifier):
    """One that is trained by a minimizer, to the same answers for any order of rows."""

    def fit(self, X, y, sample_weight=None):
        """Learn from rows and their labels.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
        sample_weight : array-like of shape (n_samples,), optional
            Whole weights count rows: weight 2 is the row twice, 0 no row.

        Returns
        -------
        self
        """
        return self._fit(X, y, sample_weight)


class HistogramClassifier(PrototypeClassifier):
    """Rows are histograms: numbers that are not negative, scaled to sum 1."""

    _positive_only = True

    def _in_domain(self, X):
        check_non_negative(X, type(self).__name__)
        return with_mass(X) if fills_empty_rows(self) else X

    @available_if(lambda self: False)
    def decision_function(self, X):
        """Histograms have `predict_proba`."""


class Regressor(RegressorMixin, ProteaEstimator):
    """Learns numbers."""

    coef_ = _part("weights", "One for each term, in units of the data.")
    coef_errors_ = _part("weight_errors", "Standard errors of the weights.")
    intercept_ = _part("intercept", "What a row of zeros is answered with.")
    terms_ = _part("terms", "Features and their products, in the order of the weights.")

    def fit(self, X, y, sample_weight=None):
        """Learn from rows and their numbers.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
        sample_weight : array-like of shape (n_samples,), optional

        Returns
        -------
        self
        """
        X, y = validated(self, X, y, reset=True, allows_missing=self._allows_missing(), y_numeric=True)
        X, y, weights = self._weighted(X, column_or_1d(y), sample_weight)
        numbers = np.ascontiguousarray(y, dtype=np.float64)
        self._train(_core.Samples(as_rows(X), numbers=numbers, weights=weights, feature_names=self._names()))
        return self

    def predict(self, X):
        """The number told for each row."""
        return self._ask("numbers", X, self._threads())

    def _page_targets(self, y):
        return {"numbers": np.ascontiguousarray(y, dtype=np.float64)}

    def standard_errors(self, X):
        """How far the truth may be from the answers: a standard deviation for each row."""
        return self._ask("standard_errors", X)


class Quantizer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, _Units, _Lattice, ProteaEstimator):
    """Units that learn without labels."""

    def fit(self, X, y=None, **weights):
        """Learn from rows.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : None
            Ignored.
        sample_weight : array-like of shape (n_samples,), optional

        Returns
        -------
        self
        """
        return self._fit(X, **weights)

    def _fit(self, X, sample_weight=None):
        X = validated(self, X, reset=True, allows_missing=self._allows_missing())
        rows, _, weights = self._weighted(X, None, sample_weight)
        self._train(_core.Samples(as_rows(rows), weights=weights, feature_names=self._names()))
        self._label(X)
        return self

    def _label(self, X):
        """The unit of each row; -1 of those that were left out."""
        X = as_rows(X)
        if getattr(self, "missing", "refuse") != "drop" or not np.isnan(X).any():
            self.labels_ = self._model.winners(X, self._threads())
            return
        whole = ~np.isnan(X).any(axis=1)
        self.labels_ = np.full(len(X), -1, dtype=np.int32)
        self.labels_[whole] = self._model.winners(as_rows(X[whole]), self._threads())

    def predict(self, X):
        """The nearest unit of each row."""
        return self._ask("winners", X, self._threads())

    @available_if(_streams)
    def partial_fit(self, X, y=None, sample_weight=None):
        """Learn from rows as they come, each seen once, at the first learning rates.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : None
            Ignored.
        sample_weight : array-like of shape (n_samples,), optional

        Returns
        -------
        self
        """
        X = validated(self, X, reset="_model" not in self.__dict__, allows_missing=self._allows_missing())
        rows, _, weights = self._weighted(X, None, sample_weight)
        self._learn_from_stream(_core.Samples(as_rows(rows), weights=weights, feature_names=self._names()))
        self._label(X)
        return self

    def fit_predict(self, X, y=None, **weights):
        """Learn, and tell the nearest unit of each row."""
        return self.fit(X, y, **weights).labels_

    def transform(self, X):
        """Distances of rows to all units."""
        return self.distances(X)

    def score(self, X, y=None):
        """Minus the mean distance to the nearest unit: the larger, the better."""
        return -float(self._least_distances(X).mean())

    def _least_distances(self, X):
        return self._ask("answers", X, self._threads())["distances"]

    @property
    def _n_features_out(self):
        return len(self._shown()["prototypes"])


class Clusterer(ClusterMixin, Quantizer):
    """Units that are clusters."""


class Embedding(ClassNamePrefixFeaturesOutMixin, TransformerMixin, ProteaEstimator):
    """Places for rows in few dimensions."""

    def fit(self, X, y=None):
        """Find places for the rows."""
        X = validated(self, X, reset=True, allows_missing=self._allows_missing(), ensure_min_samples=2)
        self._train(_core.Samples(as_rows(X), feature_names=self._names()))
        self.embedding_ = self._model.projection(as_rows(X), self.dimensions)
        return self

    def transform(self, X):
        """The place of a row of the training, or one between those of its nearest."""
        return self._ask("projection", X, self.dimensions)

    @property
    def _n_features_out(self):
        return self.dimensions


class LabelMap(_Lattice, PrototypeClassifier):
    """A map or gas whose units learn label vectors beside their places."""

    label_vectors_ = _part("label_vectors", "How much each unit belongs to each class.")

    def memberships(self, X):
        """How much each row belongs to each class, by the label vector of its unit."""
        found = self._ask("answers", X, self._threads())["memberships"]
        ordered = np.empty_like(found)
        ordered[:, self._order] = found
        return ordered

    def _fit(self, X, y, sample_weight=None):
        y = column_of(y)
        shape = np.asarray(y).shape
        if len(shape) != 2 or shape[1] < 2:
            return super()._fit(X, y, sample_weight)
        X = validated(self, X, reset=True, allows_missing=self._allows_missing())
        shares = np.array(y, dtype=np.float64)
        X, shares, weights = self._weighted(X, shares, sample_weight)
        self.classes_ = np.arange(shares.shape[1])
        names = [class_name(each) for each in self.classes_]
        self._train(
            _core.Samples(
                as_rows(X), memberships=shares, class_names=names, weights=weights, feature_names=self._names()
            )
        )
        self._order_classes()
        return self

    @property
    def _n_features_out(self):
        return len(self._shown()["prototypes"])


class Memory(ProteaEstimator):
    """A network that stores rows of two values, and comes from rows that resemble one to it."""

    def _patterns(self, X):
        return X if self.binarize is None else np.where(X > self.threshold_, 1.0, -1.0)

    def _rows(self, X):
        check_is_fitted(self, "_model")
        X = validated(self, X, reset=False, allows_missing=self._allows_missing())
        return as_rows(self._patterns(X))

    def fit(self, X, y=None):
        """Store the rows as patterns.

        Parameters
        ----------
        X : array-like of shape (n_patterns, n_features)
        y : None
            Ignored.

        Returns
        -------
        self
        """
        X = validated(self, X, reset=True, allows_missing=self._allows_missing(), ensure_min_features=2)
        if self.binarize == "middle":
            self.threshold_ = (np.nanmin(X) + np.nanmax(X)) / 2
        elif self.binarize is not None:
            self.threshold_ = float(self.binarize)
        self._train(_core.Samples(as_rows(self._patterns(X)), feature_names=self._names()))
        return self

    def predict(self, X):
        """The stored pattern, by its number from 0, that the dynamics of the network comes nearest to from each row."""
        return self._ask("winners", X, self._threads())
