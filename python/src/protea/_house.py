"""The rest of the house: files, dissimilarities, explanations, margins, choices and comparisons, the theory, published experiments."""

import ast
import json
import os
from dataclasses import dataclass, field

import numpy as np
from sklearn.base import is_regressor
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._arrays import as_rows, class_name, text_of
from ._compat import rows_and_names
from ._containers import column_of
from ._base import Memory, write_page
from ._estimators import ESTIMATORS, GMLVQ, PARTS
from ._parts import OwnDissimilarity, OwnRule, Part
from ._progress import Progress
from ._studies import Packed, study as _study

_PARTS = {(each._family, each._name): each for each in PARTS}
_BY_METHOD = {each._method: each for each in reversed(ESTIMATORS)} | {
    each._method: each for each in ESTIMATORS if each.__name__ != "LVQ"
}


# Files ----------------------------------------------------------------------------------------------------------------


@dataclass
class Data:
    """Rows of a table, with what they are to be learned for."""

    X: np.ndarray
    y: np.ndarray | None
    feature_names: list


def read(name, label=None, target=None):
    """Read a table: CSV, TSV, ARFF, libsvm, LVQ_PAK, NumPy, each gzipped or not, or a built-in set such as "iris".

    Parameters
    ----------
    name : str or path
    label : str, optional
        The column of classes by name or position from 1; "none" for no label. Absent: that of the format, or the last.
    target : str, optional
        A column of numbers instead.

    Returns
    -------
    data : Data
        With `X`, `y` (None where there is no target) and `feature_names`; missing values are NaN.
    """
    found = _core.read(os.fspath(name), label or "", target or "")
    y = None
    if target:
        y = found["numbers"]
    elif found["class_names"]:
        y = np.array(found["class_names"])[found["codes"]]
    return Data(found["x"], y, found["feature_names"])


def save(estimator, path):
    """Write the model file of a fitted estimator, as the command line does."""
    estimator.save(path)


def load(path):
    """An estimator from a model file of any method, a codebook (.cod) or the weights of a map (.wts).

    Classes are words, as the file has them. Keywords are those of the training, as far as the file tells them; a
    Hopfield network wants rows of -1 and 1.
    """
    model = _core.load_model(os.fspath(path))
    estimator = _with_settings_of(model)
    estimator._model = model
    estimator.n_features_in_ = len(model.feature_names)
    if list(model.feature_names) != [f"x{j + 1}" for j in range(len(model.feature_names))]:
        estimator._names_of_file = np.array(model.feature_names, dtype=object)
    estimator.n_iter_ = max(1, model.epochs)
    estimator.cost_ = model.cost
    estimator.converged_ = model.converged
    if isinstance(estimator, Memory):
        estimator.set_params(binarize=None)
    if model.class_names:
        estimator.classes_ = np.array(sorted(model.class_names))
        estimator._order_classes()
    return estimator


def _with_settings_of(model):
    """An estimator with the keywords that differ from the defaults of its method."""
    if model.method not in _BY_METHOD:  # a codebook tells no method
        method = "lvq1" if model.class_names else "som" if "lattice" in model.parts() else "vq"
        return _estimator_of(method, [("scale", "none")])
    estimator = _estimator_of(model.method, [])
    try:
        settings, usual = dict(model.settings), dict(_core.default_settings(model.method))
    except ValueError:
        return estimator  # a codebook, or a part that the catalogue does not know
    for family, default in estimator._families.items():
        name = settings.get(family)
        if family in estimator._fixed or name is None or name == default:
            continue
        cls = _PARTS.get((family, name))
        options = {key.split(".", 1)[1]: text for key, text in settings.items() if key.startswith(family + ".")}
        known = {} if cls is None else {key: _value(text) for key, text in options.items()
                                        if text != "" and key in cls().get_params()}
        estimator.set_params(**{family: name if cls is None else cls(**known)})
    replaced = {family for family in estimator._families if settings.get(family) != estimator._families[family]}
    for keyword, key in estimator._keys.items():
        if key not in settings or settings[key] == usual.get(key) or estimator._flat.get(keyword) in replaced:
            continue
        estimator.set_params(**{keyword: _value(settings[key])})
    if "seed" in settings:
        estimator.set_params(random_state=int(settings["seed"]))
    return estimator


# Dissimilarities ------------------------------------------------------------------------------------------------------


def distance(A, B, dissimilarity="squared-euclidean", *, gradients=False, random_state=1):
    """Dissimilarities of the rows of A to the rows of B, any of the catalogue.

    Parameters
    ----------
    A : array-like of shape (n, n_features)
        Samples x.
    B : array-like of shape (m, n_features)
        Prototypes w.
    dissimilarity : str or object
        A name, or an object with options such as ``GammaDivergence(gamma=0.5)``. Metrics with parameters are taken
        as they start.
    gradients : bool
        Also ∂d/∂w.

    Returns
    -------
    d : ndarray of shape (n, m)
    gradient : ndarray of shape (n, m, n_features)
        With `gradients` only.
    """
    A, B = (as_rows(rows_and_names(each)[0]) for each in (A, B))
    name, options = dissimilarity, []
    if isinstance(dissimilarity, OwnDissimilarity):
        d = dissimilarity._values(A, B)
        return (d, dissimilarity._gradients(A, B)) if gradients else d
    if isinstance(dissimilarity, Part):
        if dissimilarity._family != "dissimilarity":
            raise ValueError(f"{dissimilarity!r} is no dissimilarity")
        name = dissimilarity._name
        options = [(key.split(".", 1)[1], value) for key, value in dissimilarity._settings()[1:]]
    found = _core.dissimilarities(name, options, A, B, gradients, random_state)
    if not gradients:
        return found["values"]
    return found["values"], found["gradients"].reshape(len(A), len(B), A.shape[1])


# Answers --------------------------------------------------------------------------------------------------------------


def explain(estimator, X):
    """Why each row got its answer.

    Returns
    -------
    explanations : list of dict
        `answer`, the class; `own` and `other`, the nearest prototype of that class and of all others, with `d_own`
        and `d_other`; `contributions` of the features to d_other − d_own, which they sum to; `changes`, for each
        feature the smallest change of it alone at which the answer changes, or None; `smallest_change` among them.
    """
    rows = estimator._rows(X)
    classes = estimator.classes_[estimator._order]
    found = _core.explanations(estimator._model, rows)
    for each in found:
        each["answer"] = classes[each["answer"]]
        for change in [*each["changes"], each["smallest_change"]]:
            if change is not None and not isinstance(change["becomes"], classes.dtype.type):
                change["becomes"] = classes[change["becomes"]]
    return found


def _codes(estimator, y):
    places = np.empty(len(estimator.classes_), dtype=np.int32)
    places[estimator._order] = np.arange(len(places), dtype=np.int32)
    return np.ascontiguousarray(places[estimator._codes_of(np.asarray(column_of(y)))])


def margins(estimator, X, y):
    """How far rows, or prototypes, can move before answers change; negative where an answer is wrong.

    Returns
    -------
    margins : dict of ndarray
        `hypothesis`: how far prototypes can move; `prediction`: the same for the answer instead of the class;
        `bisector`: a lower bound of `sample`, how far the sample can move. Machines of planes (Perceptron, AdaTron, …)
        have `sample` alone; those of kernels, SVM among them, have none.
    """
    check_is_fitted(estimator, "_model")
    return _core.margins(estimator._model, estimator._rows(X), _codes(estimator, y), estimator._threads())


def certificates(estimator, X):
    """Radii below which no perturbation changes the answer.

    Returns
    -------
    certificates : dict of ndarray
        `metric`, measured by the model's metric; `euclidean` and `exact`, in Euclidean norm in model units; `steps`
        that lead to the nearest point answered otherwise, and the prototypes (`rivals`) there.
    """
    check_is_fitted(estimator, "_model")
    return _core.certificates(estimator._model, estimator._rows(X), estimator._threads())


def reject(estimator, X, y):
    """What leaving unsure rows without an answer costs in coverage and gains in accuracy.

    Returns
    -------
    curve : dict of ndarray
        `certainty`: rows of at least this largest score are answered; `coverage`, their share; `accuracy` among them.
    """
    scores = estimator.predict_proba(X)
    answers = scores.argmax(axis=1).astype(np.int32)
    truth = estimator._codes_of(np.asarray(column_of(y))).astype(np.int32)
    return _core.rejection(truth, answers, np.ascontiguousarray(scores.max(axis=1)))


# Choices --------------------------------------------------------------------------------------------------------------


def _samples(X, y, has_numbers):
    X, names = rows_and_names(X, allows_missing=True)
    X, y = as_rows(X), np.asarray(column_of(y))
    if has_numbers:
        return Packed("Samples", x=X, numbers=np.ascontiguousarray(y, dtype=np.float64), feature_names=names)
    classes, codes = np.unique(y, return_inverse=True)
    words = [class_name(each) for each in classes]
    return Packed("Samples", x=X, codes=codes.ravel().astype(np.int32), class_names=words, feature_names=names)


def _split(kind, folds, repeats, seed):
    return Packed("Split", kind=kind, folds=folds, repeats=repeats, seed=seed)


def _value(text):
    """What the text of a setting stands for."""
    if text in ("true", "false"):
        return text == "true"
    if text == "none":
        return None
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        pass
    pairs = [pair.rpartition("=") for pair in text.split(",")]
    if not all(equals for _, equals, _ in pairs):
        return text
    return {tuple(key.split(">")) if ">" in key else key: _value(number) for key, _, number in pairs}


def _estimator_of(method, settings, like=None):
    """An estimator of the class of a method, with settings as keywords."""
    if method not in _BY_METHOD:
        raise ValueError(f"there is no estimator for the method '{method}'")
    estimator = _BY_METHOD[method]() if like is None else type(like)(**like.get_params(deep=False))
    keywords = {key: keyword for keyword, key in estimator._keys.items()}
    keywords |= {family: family for family in estimator._families if family not in estimator._fixed}
    for key, text in settings:
        if key not in keywords:
            raise ValueError(f"{type(estimator).__name__} has no keyword for '{key}'")
        estimator.set_params(**{keywords[key]: _value(text)})
    return estimator


@dataclass
class Tuning:
    """What `tune` found: the best first, and what the choice is worth on rows that had no part in it."""

    estimator: object
    table: list = field(repr=False)
    outer_scores: np.ndarray = field(repr=False)
    trainings: int = 0


def _demand_no_functions(estimators):
    """The core trains folds by the names of parts."""
    for each in estimators:
        if not hasattr(each, "_settings"):
            raise ValueError(f"{each!r} is no estimator of protea: give one, such as protea.GMLVQ()")
        own = [each.get_params(deep=False).get(family) for family in ("rule", "dissimilarity")]
        if any(isinstance(part, (OwnRule, OwnDissimilarity)) for part in own):
            raise ValueError(
                f"{type(each).__name__} has a Python function for a part, which only fit() can call: use "
                "sklearn.model_selection.cross_val_score or GridSearchCV"
            )


def tune(X, y, estimator=None, grid=None, *, methods=(), cv=5, outer=5, scoring="", trainings=0, seconds=0.0,
         random_state=1, n_jobs=None):
    """Choose options by cross-validation, and say what the choice is worth.

    Parameters
    ----------
    X, y : array-like
    estimator : estimator, default=GMLVQ()
        Whose options are chosen, with `grid`.
    grid : dict, optional
        Keywords with values to try. Absent: candidates that are worth trying, by successive halving.
    methods : list of str
        Without a grid: methods of the catalogue among which to choose; none: all that are worth trying.
    cv, outer : int
        Folds of the choice, and of the outer validation around it; 0: none.
    scoring : str
        A measure by name, such as "balanced-accuracy"; empty: accuracy, of numbers the root mean square error.
    trainings, seconds : int, float
        At most so many; 0: no limit.

    Returns
    -------
    tuning : Tuning
        With the best `estimator`, trained on all rows, the `table` of all and the `outer_scores`.
    """
    if estimator is not None and not grid and not methods:
        methods = [estimator._method]
    estimator = GMLVQ() if estimator is None else estimator
    _demand_no_functions([estimator])
    has_numbers = is_regressor(estimator)
    axes = []
    for keyword, values in (grid or {}).items():
        key = estimator._keys.get(keyword, keyword if keyword in estimator._families else None)
        if key is None:
            raise ValueError(f"{type(estimator).__name__} has no keyword '{keyword}' to try values of")
        if isinstance(values, str) or not np.iterable(values):
            raise ValueError(f"grid: '{keyword}' has {values!r} where a list of values is meant")
        if any(isinstance(each, Part) for each in values):
            raise ValueError(f"grid: '{keyword}' takes names; to try objects use sklearn.model_selection.GridSearchCV")
        axes.append((key, [text_of(each) for each in values]))
    changed = {key for key, _ in axes}
    base = [each for each in estimator._settings() if each[0] not in changed] if axes else []
    names = [estimator._method] if axes else list(methods)
    split = _split("folds" if has_numbers else "stratified", cv, 1, random_state)
    threads = type(estimator)(n_jobs=n_jobs)._threads()
    measure = scoring.replace("_", "-")
    found = _study("tune", [names, base, axes, _samples(X, y, has_numbers), split, outer, measure, trainings, seconds],
                   threads)
    best = found["table"][0]
    chosen = _estimator_of(best["method"], list(best["settings"].items()), estimator if axes else None)
    chosen.set_params(n_jobs=n_jobs)
    return Tuning(chosen.fit(X, y), found["table"], found["outer"], found["trainings"])


@dataclass
class Comparison:
    """What `compare` found, in the order of the estimators."""

    scores: list
    pairs: list
    failures: list


def compare(estimators, X, y, *, cv=10, repeats=1, split="stratified", random_state=1, n_jobs=None):
    """Several estimators on the same folds, and whether pairs differ by more than chance.

    Returns
    -------
    comparison : Comparison
        `scores`, for each estimator its accuracy (of numbers the root mean square error) in every fold; `pairs`,
        with the corrected resampled t-test and McNemar's test; `failures`, sentences where there are no numbers.
    """
    estimators = list(estimators) if np.iterable(estimators) else [estimators]
    if not estimators:
        raise ValueError("estimators is empty: give those to compare")
    _demand_no_functions(estimators)
    has_numbers = is_regressor(estimators[0])
    methods = [(each._method, each._settings()) for each in estimators]
    plan = _split(split, cv, repeats, random_state)
    threads = type(estimators[0])(n_jobs=n_jobs)._threads()
    found = _study("compare", [methods, _samples(X, y, has_numbers), plan], threads)
    scores = [each.get("rmse", each.get("accuracy")) for each in found["methods"]]
    return Comparison(scores, found["pairs"], [each["failure"] for each in found["methods"]])


def curve(estimator, X, y, over="size", values=(0.1, 0.3, 1.0), *, cv=10, repeats=1, random_state=1, n_jobs=None):
    """Training and test error against the size of the training set, or against any keyword.

    Returns
    -------
    points : list of dict
        `value`, `samples`, `parameters`, `training_error` and `test_error` (each with `mean` and `deviation`).
    """
    _demand_no_functions([estimator])
    key = over if over == "size" else estimator._keys.get(over, over if over in estimator._families else None)
    if key is None:
        raise ValueError(f"{type(estimator).__name__} has no keyword '{over}' to draw a curve over")
    has_numbers = is_regressor(estimator)
    plan = _split("folds" if has_numbers else "stratified", cv, repeats, random_state)
    base = [each for each in estimator._settings() if each[0] != key]
    threads = type(estimator)(n_jobs=n_jobs)._threads()
    values = [text_of(each) for each in values]
    return _study("curve", [estimator._method, base, key, values, _samples(X, y, has_numbers), plan], threads)


@dataclass
class Stability:
    """Relevances over resamples, see `stability`."""

    features: list
    relevances: np.ndarray = field(repr=False)
    relevance: np.ndarray = field(repr=False)
    rank: np.ndarray = field(repr=False)
    ahead: np.ndarray = field(repr=False)
    accuracy: np.ndarray = field(repr=False)
    mean_matrix: np.ndarray = field(repr=False)
    sentence: str = ""
    failed: int = 0
    _page: str = field(default="", repr=False)

    def report(self, path):
        """Write one offline page with its figures."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self._page)


def stability(estimator, X, y, *, resamples=100, resampling="bootstrap", share=0.8, random_state=1, n_jobs=None):
    """How much relevances owe to the choice of rows: the same training on many resamples.

    Parameters
    ----------
    estimator : estimator
        Of a method that learns relevances, such as GMLVQ; it is not changed.
    X, y : array-like
    resamples : int
    resampling : {"bootstrap", "subsample"}
        As many rows as there are, drawn with replacement, or a `share` of them; each class for itself.
    share : float

    Returns
    -------
    stability : Stability
        `relevances` of each run; `relevance` and `rank` with a row of 5 %, median and 95 % for each feature; `ahead`, the
        share of the runs in which one feature is more relevant than another; `accuracy` on the rows that a resample
        left out (NaN: none); `mean_matrix`, the geometric mean of Λ; `sentence`, what can be relied on.
    """
    split_seed = type(estimator)(random_state=random_state)._seed()
    threads = type(estimator)(n_jobs=n_jobs)._threads()
    samples = _samples(X, y, False)
    found = _study("stability", [estimator._method, estimator._settings(), samples, resampling, resamples, share,
                                 split_seed], threads)
    page, mean = found.pop("page"), np.asarray(found.pop("mean_matrix"))
    return Stability(**{name: np.asarray(value) if name == "accuracy" else value for name, value in found.items()},
                     mean_matrix=mean, _page=page)


# Theory ---------------------------------------------------------------------------------------------------------------


def dynamics(rule="lvq1", *, eta=0.2, p_plus=0.5, separation=1.0, v_plus=1.0, v_minus=1.0, alphas=None,
             start_q=1e-4, start_r=(0.0, 0.0, 0.0, 0.0), **options):
    """The exact learning curve of a rule for two Gaussian clusters in infinitely many dimensions.

    Parameters
    ----------
    rule : str
        One of `dynamics_rules()`; its options, in units of the theory, are further keywords.
    eta : float
        Learning rate.
    p_plus, separation, v_plus, v_minus : float
        Prior of the first cluster, λ, and the variances.
    alphas : array-like, optional
        Samples per dimension at which the state is told; 0 to 50 where absent.
    start_q, start_r : float, four floats
        Squared length of both prototypes, and R++, R+-, R-+, R-- at the start.

    Returns
    -------
    curve : dict
        `alpha`, `error`, `error_plus`, `error_minus`, `overlaps` (R and Q), and `best_error` of a hyperplane.
    """
    alphas = np.linspace(0, 50, 101) if alphas is None else np.asarray(alphas, dtype=float)
    settings = [(key, text_of(value)) for key, value in options.items()]
    start = [*map(float, start_r), float(start_q), 0.0, float(start_q)]
    clusters = _core.Clusters(p_plus, separation, v_plus, v_minus)
    return _core.learning_curve(rule, settings, clusters, eta, start, [float(each) for each in alphas])


def dynamics_rules():
    """Rules that the theory knows."""
    return _core.dynamics_rules()


# Published tables and figures -----------------------------------------------------------------------------------------


def reproduce(name=None, *, quick=False, seed=1, samples=None, data=None, report=None, svg=None, n_jobs=None, verbose=0):
    """A published table or figure, measured again.

    Parameters
    ----------
    name : str, optional
        An experiment, such as "notes-capacity". Absent: the list of all names is returned.
    quick : bool
        Fewer trials, epochs and runs: seconds instead of minutes.
    seed : int
        Of everything random.
    samples : int, optional
        Of "divergence-som": samples that are learned.
    data : path, optional
        Of the tables: a directory whose CSV files take the place of built-in sets.
    report : path, optional
        Write one offline page with the figures, ours beside what is printed.
    svg : path, optional
        A folder for the figures.
    n_jobs : int, optional
        Threads, which change no number.
    verbose : int
        Above 0: a line on standard error tells the progress.

    Returns
    -------
    document : dict
        What ``protea reproduce NAME --json`` writes.
    """
    if name is None:
        return _core.reproductions()
    threads = GMLVQ(n_jobs=n_jobs)._threads()
    progress = Progress(name, verbose)
    directory = "" if data is None else os.fspath(data)
    if report is not None and not os.path.isdir(os.path.dirname(os.path.abspath(report))):
        raise FileNotFoundError(f"{os.fspath(report)}: there is no such folder")
    try:
        text, html, figures = _core.reproduce(name, seed, quick, 0 if samples is None else samples, directory, threads,
                                              progress.show if verbose else None)
    finally:
        progress.end()
    write_page(html, figures, report, svg)
    return json.loads(text)


def describe(name=""):
    """What there is, in words: a method, rule, dissimilarity or optimizer; without a name, a list of all."""
    return _core.describe(name)


def cite(name=""):
    """The papers something comes from, as BibTeX."""
    return _core.cite(name)
