"""Estimators and parts, one class for each entry of the catalogue.

Written by python/generate.py from `protea describe --json`: do not edit.
"""

from ._base import Classifier, Clusterer, CountingPrototypeClassifier, Embedding, HistogramClassifier, LabelMap, Memory, PrototypeClassifier, Quantizer, Regressor
from ._parts import Part


class LVQ1(PrototypeClassifier):
    """Kohonen's LVQ1.

    Rule lvq1, dissimilarity squared-euclidean, optimizer sgd.

    Parameters
    ----------
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    rate : float, default=0.03
        Learning rate of the prototypes; greater than 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="linear"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="k-means"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=100
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Kohonen1990, BiehlGhoshHammer2006, Biehl2023, RobbinsMonro1951
    """

    _method = "lvq1"
    _keys = {
        "rate": "optimizer.rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "sgd",
    }

    def __init__(
        self,
        *,
        dissimilarity="squared-euclidean",
        optimizer="sgd",
        rate=0.03,
        schedule="linear",
        decay=100.0,
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="k-means",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        costs="",
        max_iter=100,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.rate = rate
        self.schedule = schedule
        self.decay = decay
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class LVQPlus(PrototypeClassifier):
    """Learning from correct classifications only.

    Rule lvq+, dissimilarity squared-euclidean, optimizer sgd.

    Parameters
    ----------
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    rate : float, default=0.03
        Learning rate of the prototypes; greater than 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="linear"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="k-means"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=100
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    BiehlGhoshHammer2006, Biehl2023, RobbinsMonro1951
    """

    _method = "lvq+"
    _keys = {
        "rate": "optimizer.rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "sgd",
    }

    def __init__(
        self,
        *,
        dissimilarity="squared-euclidean",
        optimizer="sgd",
        rate=0.03,
        schedule="linear",
        decay=100.0,
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="k-means",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        costs="",
        max_iter=100,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.rate = rate
        self.schedule = schedule
        self.decay = decay
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class OLVQ1(PrototypeClassifier):
    """LVQ1 with a learning rate per prototype.

    Rule olvq1, dissimilarity squared-euclidean, optimizer sgd.

    Parameters
    ----------
    rate : float, default=0.03
        First learning rate of every prototype, and its cap; greater than 0 and at most 1.
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    optimizer_rate : float, default=1.0
        Learning rate of the prototypes; greater than 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="constant"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="k-means"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=40
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    KohonenLvqPak1996, Biehl2023, RobbinsMonro1951
    """

    _method = "olvq1"
    _keys = {
        "rate": "rule.rate",
        "optimizer_rate": "optimizer.rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "optimizer_rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "sgd",
    }

    def __init__(
        self,
        *,
        rate=0.03,
        dissimilarity="squared-euclidean",
        optimizer="sgd",
        optimizer_rate=1.0,
        schedule="constant",
        decay=100.0,
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="k-means",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        costs="",
        max_iter=40,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.rate = rate
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.optimizer_rate = optimizer_rate
        self.schedule = schedule
        self.decay = decay
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class LVQ21(PrototypeClassifier):
    """LVQ2.1: both nearest prototypes move inside a window.

    Rule lvq2.1, dissimilarity squared-euclidean, optimizer sgd.

    Parameters
    ----------
    window : float, default=0.1
        Relative width ω of the window; inf for none; greater than 0.
    window_on : {"distance", "squared", "difference"}, default="distance"
        What the window compares: distance (the textbook), squared (LVQ_PAK and R), or difference (|d⁺ − d⁻| ≤
        window).
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    rate : float, default=0.01
        Learning rate of the prototypes; greater than 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="linear"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="k-means"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=50
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Kohonen1990, KohonenLvqPak1996, Biehl2023, RobbinsMonro1951
    """

    _method = "lvq2.1"
    _keys = {
        "window": "rule.window",
        "window_on": "rule.window_on",
        "rate": "optimizer.rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "sgd",
    }

    def __init__(
        self,
        *,
        window=0.1,
        window_on="distance",
        dissimilarity="squared-euclidean",
        optimizer="sgd",
        rate=0.01,
        schedule="linear",
        decay=100.0,
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="k-means",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        costs="",
        max_iter=50,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.window = window
        self.window_on = window_on
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.rate = rate
        self.schedule = schedule
        self.decay = decay
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class LVQ3(PrototypeClassifier):
    """LVQ3: LVQ2.1 that also centres prototypes.

    Rule lvq3, dissimilarity squared-euclidean, optimizer sgd.

    Parameters
    ----------
    window : float, default=0.1
        Relative width ω of the window; inf for none; greater than 0.
    window_on : {"distance", "squared", "difference"}, default="distance"
        What the window compares: distance (the textbook), squared (LVQ_PAK and R), or difference (|d⁺ − d⁻| ≤
        window).
    epsilon : float, default=0.1
        Relative step when both nearest prototypes are right; at least 0.
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    rate : float, default=0.01
        Learning rate of the prototypes; greater than 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="linear"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="k-means"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=50
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Kohonen1990, KohonenLvqPak1996, Biehl2023, RobbinsMonro1951
    """

    _method = "lvq3"
    _keys = {
        "window": "rule.window",
        "window_on": "rule.window_on",
        "epsilon": "rule.epsilon",
        "rate": "optimizer.rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "sgd",
    }

    def __init__(
        self,
        *,
        window=0.1,
        window_on="distance",
        epsilon=0.1,
        dissimilarity="squared-euclidean",
        optimizer="sgd",
        rate=0.01,
        schedule="linear",
        decay=100.0,
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="k-means",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        costs="",
        max_iter=50,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.window = window
        self.window_on = window_on
        self.epsilon = epsilon
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.rate = rate
        self.schedule = schedule
        self.decay = decay
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class RLVQ(PrototypeClassifier):
    """Relevance LVQ: LVQ1 that also learns feature relevances.

    Rule lvq1, dissimilarity relevance, optimizer sgd.

    Parameters
    ----------
    relevances : list of float, default=""
        First relevances, such as 0.5,0.3,0.2; empty: all equal; at least 0.
    learn_metric : bool, default=True
        Learn the relevances; otherwise they stay as they start.
    update : {"squared", "absolute"}, default="squared"
        Relevances change by (x − w)², the gradient, or by |x − w|.
    step : {"gradient", "plain"}, default="gradient"
        Prototypes move along the gradient, by λ(x − w), or plainly by x − w.
    dissimilarity : str or object, default="relevance"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    rate : float, default=0.1
        Learning rate of the prototypes; greater than 0.
    metric_rate : float, default=0.0001
        Learning rate of relevances, matrices and tangents; at least 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="linear"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="k-means"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=100
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Bojer2001, Kohonen1990, BiehlGhoshHammer2006, HammerVillmann2002, Ridge2012, RobbinsMonro1951
    """

    _method = "rlvq"
    _keys = {
        "relevances": "dissimilarity.relevances",
        "learn_metric": "dissimilarity.learn",
        "update": "dissimilarity.update",
        "step": "dissimilarity.step",
        "rate": "optimizer.rate",
        "metric_rate": "optimizer.metric_rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "relevances": "dissimilarity",
        "learn_metric": "dissimilarity",
        "update": "dissimilarity",
        "step": "dissimilarity",
        "rate": "optimizer",
        "metric_rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "relevance",
        "optimizer": "sgd",
    }

    def __init__(
        self,
        *,
        relevances="",
        learn_metric=True,
        update="squared",
        step="gradient",
        dissimilarity="relevance",
        optimizer="sgd",
        rate=0.1,
        metric_rate=0.0001,
        schedule="linear",
        decay=100.0,
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="k-means",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        costs="",
        max_iter=100,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.relevances = relevances
        self.learn_metric = learn_metric
        self.update = update
        self.step = step
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.rate = rate
        self.metric_rate = metric_rate
        self.schedule = schedule
        self.decay = decay
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class DSLVQ(PrototypeClassifier):
    """Distinction sensitive LVQ: LVQ3 with relevances from pairs of prototypes.

    Rule lvq3, dissimilarity relevance, optimizer sgd.

    Parameters
    ----------
    window : float, default=0.1
        Relative width ω of the window; inf for none; greater than 0.
    window_on : {"distance", "squared", "difference"}, default="distance"
        What the window compares: distance (the textbook), squared (LVQ_PAK and R), or difference (|d⁺ − d⁻| ≤
        window).
    epsilon : float, default=0.1
        Relative step when both nearest prototypes are right; at least 0.
    relevances : list of float, default=""
        First relevances, such as 0.5,0.3,0.2; empty: all equal; at least 0.
    learn_metric : bool, default=True
        Learn the relevances; otherwise they stay as they start.
    update : {"squared", "absolute"}, default="squared"
        Relevances change by (x − w)², the gradient, or by |x − w|.
    step : {"gradient", "plain"}, default="plain"
        Prototypes move along the gradient, by λ(x − w), or plainly by x − w.
    rate : float, default=0.01
        How fast the relevances follow; greater than 0 and at most 1.
    dissimilarity : str or object, default="relevance"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    optimizer_rate : float, default=0.01
        Learning rate of the prototypes; greater than 0.
    metric_rate : float, default=0.0
        Learning rate of relevances, matrices and tangents; at least 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="linear"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="k-means"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=50
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Pregenzer1996, Kohonen1990, KohonenLvqPak1996, HammerVillmann2002, Ridge2012, RobbinsMonro1951
    """

    _method = "dslvq"
    _keys = {
        "window": "rule.window",
        "window_on": "rule.window_on",
        "epsilon": "rule.epsilon",
        "relevances": "dissimilarity.relevances",
        "learn_metric": "dissimilarity.learn",
        "update": "dissimilarity.update",
        "step": "dissimilarity.step",
        "rate": "relevance.rate",
        "optimizer_rate": "optimizer.rate",
        "metric_rate": "optimizer.metric_rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "relevances": "dissimilarity",
        "learn_metric": "dissimilarity",
        "update": "dissimilarity",
        "step": "dissimilarity",
        "optimizer_rate": "optimizer",
        "metric_rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "relevance",
        "optimizer": "sgd",
    }

    def __init__(
        self,
        *,
        window=0.1,
        window_on="distance",
        epsilon=0.1,
        relevances="",
        learn_metric=True,
        update="squared",
        step="plain",
        rate=0.01,
        dissimilarity="relevance",
        optimizer="sgd",
        optimizer_rate=0.01,
        metric_rate=0.0,
        schedule="linear",
        decay=100.0,
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="k-means",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        costs="",
        max_iter=50,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.window = window
        self.window_on = window_on
        self.epsilon = epsilon
        self.relevances = relevances
        self.learn_metric = learn_metric
        self.update = update
        self.step = step
        self.rate = rate
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.optimizer_rate = optimizer_rate
        self.metric_rate = metric_rate
        self.schedule = schedule
        self.decay = decay
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class FC1LVQ1(PrototypeClassifier):
    """LVQ1 with relevances from the Fisher score over all prototypes.

    Rule lvq1, dissimilarity relevance, optimizer sgd.

    Parameters
    ----------
    relevances : list of float, default=""
        First relevances, such as 0.5,0.3,0.2; empty: all equal; at least 0.
    learn_metric : bool, default=True
        Learn the relevances; otherwise they stay as they start.
    update : {"squared", "absolute"}, default="squared"
        Relevances change by (x − w)², the gradient, or by |x − w|.
    step : {"gradient", "plain"}, default="plain"
        Prototypes move along the gradient, by λ(x − w), or plainly by x − w.
    priors : {"running", "uniform"}, default="running"
        Weights P of the classes: their shares so far, or all equal.
    fallback : {"separating", "any"}, default="separating"
        Which feature without spread makes S_B the score of all: separating ones, or any.
    dissimilarity : str or object, default="relevance"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    rate : float, default=0.03
        Learning rate of the prototypes; greater than 0.
    metric_rate : float, default=0.0
        Learning rate of relevances, matrices and tangents; at least 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="linear"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="k-means"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=100
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Ridge2012, Kohonen1990, BiehlGhoshHammer2006, HammerVillmann2002, RobbinsMonro1951
    """

    _method = "fc1-lvq1"
    _keys = {
        "relevances": "dissimilarity.relevances",
        "learn_metric": "dissimilarity.learn",
        "update": "dissimilarity.update",
        "step": "dissimilarity.step",
        "priors": "relevance.priors",
        "fallback": "relevance.fallback",
        "rate": "optimizer.rate",
        "metric_rate": "optimizer.metric_rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "relevances": "dissimilarity",
        "learn_metric": "dissimilarity",
        "update": "dissimilarity",
        "step": "dissimilarity",
        "rate": "optimizer",
        "metric_rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "relevance",
        "optimizer": "sgd",
    }

    def __init__(
        self,
        *,
        relevances="",
        learn_metric=True,
        update="squared",
        step="plain",
        priors="running",
        fallback="separating",
        dissimilarity="relevance",
        optimizer="sgd",
        rate=0.03,
        metric_rate=0.0,
        schedule="linear",
        decay=100.0,
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="k-means",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        costs="",
        max_iter=100,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.relevances = relevances
        self.learn_metric = learn_metric
        self.update = update
        self.step = step
        self.priors = priors
        self.fallback = fallback
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.rate = rate
        self.metric_rate = metric_rate
        self.schedule = schedule
        self.decay = decay
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class FC2LVQ1(PrototypeClassifier):
    """LVQ1 with relevances from the Fisher score between neighbours.

    Rule lvq1, dissimilarity relevance, optimizer sgd.

    Parameters
    ----------
    relevances : list of float, default=""
        First relevances, such as 0.5,0.3,0.2; empty: all equal; at least 0.
    learn_metric : bool, default=True
        Learn the relevances; otherwise they stay as they start.
    update : {"squared", "absolute"}, default="squared"
        Relevances change by (x − w)², the gradient, or by |x − w|.
    step : {"gradient", "plain"}, default="plain"
        Prototypes move along the gradient, by λ(x − w), or plainly by x − w.
    rivals : {"nearest", "every-class"}, default="nearest"
        Compared: the winner and the nearest of another class that has won rightly, or, as printed in (22),
        the nearest of every class, which waits until all of them have.
    fallback : {"separating", "any"}, default="separating"
        Which feature without spread makes S_B the score of all: separating ones, or any.
    dissimilarity : str or object, default="relevance"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    rate : float, default=0.03
        Learning rate of the prototypes; greater than 0.
    metric_rate : float, default=0.0
        Learning rate of relevances, matrices and tangents; at least 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="linear"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="k-means"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=100
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Ridge2012, Kohonen1990, BiehlGhoshHammer2006, HammerVillmann2002, RobbinsMonro1951
    """

    _method = "fc2-lvq1"
    _keys = {
        "relevances": "dissimilarity.relevances",
        "learn_metric": "dissimilarity.learn",
        "update": "dissimilarity.update",
        "step": "dissimilarity.step",
        "rivals": "relevance.rivals",
        "fallback": "relevance.fallback",
        "rate": "optimizer.rate",
        "metric_rate": "optimizer.metric_rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "relevances": "dissimilarity",
        "learn_metric": "dissimilarity",
        "update": "dissimilarity",
        "step": "dissimilarity",
        "rate": "optimizer",
        "metric_rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "relevance",
        "optimizer": "sgd",
    }

    def __init__(
        self,
        *,
        relevances="",
        learn_metric=True,
        update="squared",
        step="plain",
        rivals="nearest",
        fallback="separating",
        dissimilarity="relevance",
        optimizer="sgd",
        rate=0.03,
        metric_rate=0.0,
        schedule="linear",
        decay=100.0,
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="k-means",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        costs="",
        max_iter=100,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.relevances = relevances
        self.learn_metric = learn_metric
        self.update = update
        self.step = step
        self.rivals = rivals
        self.fallback = fallback
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.rate = rate
        self.metric_rate = metric_rate
        self.schedule = schedule
        self.decay = decay
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class FC1GLVQ(PrototypeClassifier):
    """Generalized LVQ with relevances from the Fisher score over all prototypes.

    Rule glvq, dissimilarity relevance, optimizer sgd.

    Parameters
    ----------
    activation : {"identity", "sigmoid", "soft+", "swish"}, default="sigmoid"
        The function Φ of the relative margin.
    steepness : float, default=1.0
        Slope of sigmoid, soft+ and swish; greater than 0.
    annealing : float, default=1.0
        Factor on the steepness by the end of training; greater than 0.
    relevances : list of float, default=""
        First relevances, such as 0.5,0.3,0.2; empty: all equal; at least 0.
    learn_metric : bool, default=True
        Learn the relevances; otherwise they stay as they start.
    update : {"squared", "absolute"}, default="squared"
        Relevances change by (x − w)², the gradient, or by |x − w|.
    step : {"gradient", "plain"}, default="gradient"
        Prototypes move along the gradient, by λ(x − w), or plainly by x − w.
    priors : {"running", "uniform"}, default="running"
        Weights P of the classes: their shares so far, or all equal.
    fallback : {"separating", "any"}, default="separating"
        Which feature without spread makes S_B the score of all: separating ones, or any.
    dissimilarity : str or object, default="relevance"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    rate : float, default=0.1
        Learning rate of the prototypes; greater than 0.
    metric_rate : float, default=0.0
        Learning rate of relevances, matrices and tangents; at least 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="linear"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="k-means"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced": every class counts alike.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=100
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Ridge2012, SatoYamada1996, Biehl2023, HammerVillmann2002, RobbinsMonro1951
    """

    _method = "fc1-glvq"
    _keys = {
        "activation": "rule.activation",
        "steepness": "rule.steepness",
        "annealing": "rule.annealing",
        "relevances": "dissimilarity.relevances",
        "learn_metric": "dissimilarity.learn",
        "update": "dissimilarity.update",
        "step": "dissimilarity.step",
        "priors": "relevance.priors",
        "fallback": "relevance.fallback",
        "rate": "optimizer.rate",
        "metric_rate": "optimizer.metric_rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "class_weight": "class_weights",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "relevances": "dissimilarity",
        "learn_metric": "dissimilarity",
        "update": "dissimilarity",
        "step": "dissimilarity",
        "rate": "optimizer",
        "metric_rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "relevance",
        "optimizer": "sgd",
    }

    def __init__(
        self,
        *,
        activation="sigmoid",
        steepness=1.0,
        annealing=1.0,
        relevances="",
        learn_metric=True,
        update="squared",
        step="gradient",
        priors="running",
        fallback="separating",
        dissimilarity="relevance",
        optimizer="sgd",
        rate=0.1,
        metric_rate=0.0,
        schedule="linear",
        decay=100.0,
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="k-means",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        class_weight=None,
        costs="",
        max_iter=100,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.activation = activation
        self.steepness = steepness
        self.annealing = annealing
        self.relevances = relevances
        self.learn_metric = learn_metric
        self.update = update
        self.step = step
        self.priors = priors
        self.fallback = fallback
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.rate = rate
        self.metric_rate = metric_rate
        self.schedule = schedule
        self.decay = decay
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.class_weight = class_weight
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class FC2GLVQ(PrototypeClassifier):
    """Generalized LVQ with relevances from the Fisher score between neighbours.

    Rule glvq, dissimilarity relevance, optimizer sgd.

    Parameters
    ----------
    activation : {"identity", "sigmoid", "soft+", "swish"}, default="sigmoid"
        The function Φ of the relative margin.
    steepness : float, default=1.0
        Slope of sigmoid, soft+ and swish; greater than 0.
    annealing : float, default=1.0
        Factor on the steepness by the end of training; greater than 0.
    relevances : list of float, default=""
        First relevances, such as 0.5,0.3,0.2; empty: all equal; at least 0.
    learn_metric : bool, default=True
        Learn the relevances; otherwise they stay as they start.
    update : {"squared", "absolute"}, default="squared"
        Relevances change by (x − w)², the gradient, or by |x − w|.
    step : {"gradient", "plain"}, default="gradient"
        Prototypes move along the gradient, by λ(x − w), or plainly by x − w.
    rivals : {"nearest", "every-class"}, default="nearest"
        Compared: the winner and the nearest of another class that has won rightly, or, as printed in (22),
        the nearest of every class, which waits until all of them have.
    fallback : {"separating", "any"}, default="separating"
        Which feature without spread makes S_B the score of all: separating ones, or any.
    dissimilarity : str or object, default="relevance"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    rate : float, default=0.1
        Learning rate of the prototypes; greater than 0.
    metric_rate : float, default=0.0
        Learning rate of relevances, matrices and tangents; at least 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="linear"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="k-means"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced": every class counts alike.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=100
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Ridge2012, SatoYamada1996, Biehl2023, HammerVillmann2002, RobbinsMonro1951
    """

    _method = "fc2-glvq"
    _keys = {
        "activation": "rule.activation",
        "steepness": "rule.steepness",
        "annealing": "rule.annealing",
        "relevances": "dissimilarity.relevances",
        "learn_metric": "dissimilarity.learn",
        "update": "dissimilarity.update",
        "step": "dissimilarity.step",
        "rivals": "relevance.rivals",
        "fallback": "relevance.fallback",
        "rate": "optimizer.rate",
        "metric_rate": "optimizer.metric_rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "class_weight": "class_weights",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "relevances": "dissimilarity",
        "learn_metric": "dissimilarity",
        "update": "dissimilarity",
        "step": "dissimilarity",
        "rate": "optimizer",
        "metric_rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "relevance",
        "optimizer": "sgd",
    }

    def __init__(
        self,
        *,
        activation="sigmoid",
        steepness=1.0,
        annealing=1.0,
        relevances="",
        learn_metric=True,
        update="squared",
        step="gradient",
        rivals="nearest",
        fallback="separating",
        dissimilarity="relevance",
        optimizer="sgd",
        rate=0.1,
        metric_rate=0.0,
        schedule="linear",
        decay=100.0,
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="k-means",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        class_weight=None,
        costs="",
        max_iter=100,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.activation = activation
        self.steepness = steepness
        self.annealing = annealing
        self.relevances = relevances
        self.learn_metric = learn_metric
        self.update = update
        self.step = step
        self.rivals = rivals
        self.fallback = fallback
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.rate = rate
        self.metric_rate = metric_rate
        self.schedule = schedule
        self.decay = decay
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.class_weight = class_weight
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class GLVQ(CountingPrototypeClassifier):
    """Generalized LVQ.

    Rule glvq, dissimilarity squared-euclidean, optimizer l-bfgs.

    Parameters
    ----------
    activation : {"identity", "sigmoid", "soft+", "swish"}, default="sigmoid"
        The function Φ of the relative margin.
    steepness : float, default=5.0
        Slope of sigmoid, soft+ and swish; greater than 0.
    annealing : float, default=1.0
        Factor on the steepness by the end of training; greater than 0.
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="l-bfgs"
        How the loss is made small.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="class-mean"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced": every class counts alike.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=200
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=1e-06
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    SatoYamada1996, Biehl2023, LiuNocedal1989
    """

    _method = "glvq"
    _keys = {
        "activation": "rule.activation",
        "steepness": "rule.steepness",
        "annealing": "rule.annealing",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "class_weight": "class_weights",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "l-bfgs",
    }

    def __init__(
        self,
        *,
        activation="sigmoid",
        steepness=5.0,
        annealing=1.0,
        dissimilarity="squared-euclidean",
        optimizer="l-bfgs",
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="class-mean",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        class_weight=None,
        costs="",
        max_iter=200,
        batch_size=1,
        presentation="shuffled",
        tol=1e-06,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.activation = activation
        self.steepness = steepness
        self.annealing = annealing
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.class_weight = class_weight
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class GRLVQ(CountingPrototypeClassifier):
    """Generalized relevance LVQ.

    Rule glvq, dissimilarity relevance, optimizer l-bfgs.

    Parameters
    ----------
    activation : {"identity", "sigmoid", "soft+", "swish"}, default="sigmoid"
        The function Φ of the relative margin.
    steepness : float, default=5.0
        Slope of sigmoid, soft+ and swish; greater than 0.
    annealing : float, default=1.0
        Factor on the steepness by the end of training; greater than 0.
    relevances : list of float, default=""
        First relevances, such as 0.5,0.3,0.2; empty: all equal; at least 0.
    learn_metric : bool, default=True
        Learn the relevances; otherwise they stay as they start.
    update : {"squared", "absolute"}, default="squared"
        Relevances change by (x − w)², the gradient, or by |x − w|.
    step : {"gradient", "plain"}, default="gradient"
        Prototypes move along the gradient, by λ(x − w), or plainly by x − w.
    dissimilarity : str or object, default="relevance"
        How a sample and a prototype differ.
    optimizer : str or object, default="l-bfgs"
        How the loss is made small.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="class-mean"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced": every class counts alike.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=200
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=1e-06
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    HammerVillmann2002, SatoYamada1996, Biehl2023, Ridge2012, LiuNocedal1989
    """

    _method = "grlvq"
    _keys = {
        "activation": "rule.activation",
        "steepness": "rule.steepness",
        "annealing": "rule.annealing",
        "relevances": "dissimilarity.relevances",
        "learn_metric": "dissimilarity.learn",
        "update": "dissimilarity.update",
        "step": "dissimilarity.step",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "class_weight": "class_weights",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "relevances": "dissimilarity",
        "learn_metric": "dissimilarity",
        "update": "dissimilarity",
        "step": "dissimilarity",
    }
    _families = {
        "dissimilarity": "relevance",
        "optimizer": "l-bfgs",
    }

    def __init__(
        self,
        *,
        activation="sigmoid",
        steepness=5.0,
        annealing=1.0,
        relevances="",
        learn_metric=True,
        update="squared",
        step="gradient",
        dissimilarity="relevance",
        optimizer="l-bfgs",
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="class-mean",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        class_weight=None,
        costs="",
        max_iter=200,
        batch_size=1,
        presentation="shuffled",
        tol=1e-06,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.activation = activation
        self.steepness = steepness
        self.annealing = annealing
        self.relevances = relevances
        self.learn_metric = learn_metric
        self.update = update
        self.step = step
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.class_weight = class_weight
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class GMLVQ(CountingPrototypeClassifier):
    """Generalized matrix LVQ.

    Rule glvq, dissimilarity matrix, optimizer l-bfgs.

    Parameters
    ----------
    activation : {"identity", "sigmoid", "soft+", "swish"}, default="sigmoid"
        The function Φ of the relative margin.
    steepness : float, default=3.0
        Slope of sigmoid, soft+ and swish; greater than 0.
    annealing : float, default=1.0
        Factor on the steepness by the end of training; greater than 0.
    rank : int, default=0
        Rows of the matrix; 0: as many as features, and where these are more than 500 as many as principal
        axes hold 95 % of the variance, from 10 to 200; at least 0.
    metric_start : {"identity", "random", "pca"}, default="identity"
        First matrix: identity (a random one where the rank is limited), random, or the principal axes of the
        data.
    relevances : list of float, default=""
        First diagonal of Λ, such as 0.5,0.3,0.2; empty: as start says; at least 0.
    learn_metric : bool, default=True
        Learn the matrix; otherwise it stays as it starts.
    correct_null_space : bool, default=False
        Start within the span of data and prototypes, where gradients keep the matrix.
    log_det : float, default=0.002
        Strength μ of the penalty −(μ/2) ln det ΩΩᵀ for each sample, which keeps the rank up; at least 0.
    log_det_samples : int, default=200
        Samples whose penalties all of them share where they are more: what many say needs no such help; 0:
        each pays its own; at least 0.
    dissimilarity : str or object, default="matrix"
        How a sample and a prototype differ.
    optimizer : str or object, default="l-bfgs"
        How the loss is made small.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="class-mean"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced": every class counts alike.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=100
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=1e-06
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    n_components : int, default=2
        Directions of the learned metric that `transform` projects on.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Schneider2009matrices, SatoYamada1996, Biehl2023, Bunte2012, Schneider2010, LiuNocedal1989
    """

    _method = "gmlvq"
    _keys = {
        "activation": "rule.activation",
        "steepness": "rule.steepness",
        "annealing": "rule.annealing",
        "rank": "dissimilarity.rank",
        "metric_start": "dissimilarity.start",
        "relevances": "dissimilarity.relevances",
        "learn_metric": "dissimilarity.learn",
        "correct_null_space": "dissimilarity.correct_null_space",
        "log_det": "dissimilarity.log_det",
        "log_det_samples": "dissimilarity.log_det_samples",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "class_weight": "class_weights",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "rank": "dissimilarity",
        "metric_start": "dissimilarity",
        "relevances": "dissimilarity",
        "learn_metric": "dissimilarity",
        "correct_null_space": "dissimilarity",
        "log_det": "dissimilarity",
        "log_det_samples": "dissimilarity",
    }
    _families = {
        "dissimilarity": "matrix",
        "optimizer": "l-bfgs",
    }

    def __init__(
        self,
        *,
        activation="sigmoid",
        steepness=3.0,
        annealing=1.0,
        rank=0,
        metric_start="identity",
        relevances="",
        learn_metric=True,
        correct_null_space=False,
        log_det=0.002,
        log_det_samples=200,
        dissimilarity="matrix",
        optimizer="l-bfgs",
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="class-mean",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        class_weight=None,
        costs="",
        max_iter=100,
        batch_size=1,
        presentation="shuffled",
        tol=1e-06,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        n_components=2,
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.activation = activation
        self.steepness = steepness
        self.annealing = annealing
        self.rank = rank
        self.metric_start = metric_start
        self.relevances = relevances
        self.learn_metric = learn_metric
        self.correct_null_space = correct_null_space
        self.log_det = log_det
        self.log_det_samples = log_det_samples
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.class_weight = class_weight
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.n_components = n_components
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class LiRaMLVQ(CountingPrototypeClassifier):
    """Generalized matrix LVQ of limited rank.

    Rule glvq, dissimilarity matrix, optimizer l-bfgs.

    Parameters
    ----------
    activation : {"identity", "sigmoid", "soft+", "swish"}, default="sigmoid"
        The function Φ of the relative margin.
    steepness : float, default=3.0
        Slope of sigmoid, soft+ and swish; greater than 0.
    annealing : float, default=1.0
        Factor on the steepness by the end of training; greater than 0.
    rank : int, default=2
        Rows of the matrix; 0: as many as features, and where these are more than 500 as many as principal
        axes hold 95 % of the variance, from 10 to 200; at least 0.
    metric_start : {"identity", "random", "pca"}, default="identity"
        First matrix: identity (a random one where the rank is limited), random, or the principal axes of the
        data.
    relevances : list of float, default=""
        First diagonal of Λ, such as 0.5,0.3,0.2; empty: as start says; at least 0.
    learn_metric : bool, default=True
        Learn the matrix; otherwise it stays as it starts.
    correct_null_space : bool, default=False
        Start within the span of data and prototypes, where gradients keep the matrix.
    log_det : float, default=0.0
        Strength μ of the penalty −(μ/2) ln det ΩΩᵀ for each sample, which keeps the rank up; at least 0.
    log_det_samples : int, default=0
        Samples whose penalties all of them share where they are more: what many say needs no such help; 0:
        each pays its own; at least 0.
    dissimilarity : str or object, default="matrix"
        How a sample and a prototype differ.
    optimizer : str or object, default="l-bfgs"
        How the loss is made small.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="class-mean"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced": every class counts alike.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=200
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=1e-06
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    n_components : int, default=2
        Directions of the learned metric that `transform` projects on.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Bunte2012, SatoYamada1996, Biehl2023, Schneider2009matrices, Schneider2010, LiuNocedal1989
    """

    _method = "liram-lvq"
    _keys = {
        "activation": "rule.activation",
        "steepness": "rule.steepness",
        "annealing": "rule.annealing",
        "rank": "dissimilarity.rank",
        "metric_start": "dissimilarity.start",
        "relevances": "dissimilarity.relevances",
        "learn_metric": "dissimilarity.learn",
        "correct_null_space": "dissimilarity.correct_null_space",
        "log_det": "dissimilarity.log_det",
        "log_det_samples": "dissimilarity.log_det_samples",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "class_weight": "class_weights",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "rank": "dissimilarity",
        "metric_start": "dissimilarity",
        "relevances": "dissimilarity",
        "learn_metric": "dissimilarity",
        "correct_null_space": "dissimilarity",
        "log_det": "dissimilarity",
        "log_det_samples": "dissimilarity",
    }
    _families = {
        "dissimilarity": "matrix",
        "optimizer": "l-bfgs",
    }
    _min_features = 2

    def __init__(
        self,
        *,
        activation="sigmoid",
        steepness=3.0,
        annealing=1.0,
        rank=2,
        metric_start="identity",
        relevances="",
        learn_metric=True,
        correct_null_space=False,
        log_det=0.0,
        log_det_samples=0,
        dissimilarity="matrix",
        optimizer="l-bfgs",
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="class-mean",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        class_weight=None,
        costs="",
        max_iter=200,
        batch_size=1,
        presentation="shuffled",
        tol=1e-06,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        n_components=2,
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.activation = activation
        self.steepness = steepness
        self.annealing = annealing
        self.rank = rank
        self.metric_start = metric_start
        self.relevances = relevances
        self.learn_metric = learn_metric
        self.correct_null_space = correct_null_space
        self.log_det = log_det
        self.log_det_samples = log_det_samples
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.class_weight = class_weight
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.n_components = n_components
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class RSLVQ(CountingPrototypeClassifier):
    """Robust soft LVQ.

    Rule rslvq, dissimilarity squared-euclidean, optimizer l-bfgs.

    Parameters
    ----------
    sigma : float, default=0.3
        Width σ of the Gaussians; greater than 0.
    annealing : float, default=1.0
        Factor on σ by the end of training; greater than 0.
    learn_sigma : bool, default=False
        Learn σ by its gradient, from the given start.
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="l-bfgs"
        How the loss is made small.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="class-mean"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced": every class counts alike.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=200
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=1e-06
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    SeoObermayer2003, Biehl2023, LiuNocedal1989
    """

    _method = "rslvq"
    _keys = {
        "sigma": "rule.sigma",
        "annealing": "rule.annealing",
        "learn_sigma": "rule.learn_sigma",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "class_weight": "class_weights",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "l-bfgs",
    }

    def __init__(
        self,
        *,
        sigma=0.3,
        annealing=1.0,
        learn_sigma=False,
        dissimilarity="squared-euclidean",
        optimizer="l-bfgs",
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="class-mean",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        class_weight=None,
        costs="",
        max_iter=200,
        batch_size=1,
        presentation="shuffled",
        tol=1e-06,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.sigma = sigma
        self.annealing = annealing
        self.learn_sigma = learn_sigma
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.class_weight = class_weight
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class MRSLVQ(CountingPrototypeClassifier):
    """Robust soft LVQ with a matrix.

    Rule rslvq, dissimilarity matrix, optimizer l-bfgs.

    Parameters
    ----------
    sigma : float, default=0.3
        Width σ of the Gaussians; greater than 0.
    annealing : float, default=1.0
        Factor on σ by the end of training; greater than 0.
    learn_sigma : bool, default=False
        Learn σ by its gradient, from the given start.
    rank : int, default=0
        Rows of the matrix; 0: as many as features, and where these are more than 500 as many as principal
        axes hold 95 % of the variance, from 10 to 200; at least 0.
    metric_start : {"identity", "random", "pca"}, default="identity"
        First matrix: identity (a random one where the rank is limited), random, or the principal axes of the
        data.
    relevances : list of float, default=""
        First diagonal of Λ, such as 0.5,0.3,0.2; empty: as start says; at least 0.
    learn_metric : bool, default=True
        Learn the matrix; otherwise it stays as it starts.
    correct_null_space : bool, default=False
        Start within the span of data and prototypes, where gradients keep the matrix.
    log_det : float, default=0.0
        Strength μ of the penalty −(μ/2) ln det ΩΩᵀ for each sample, which keeps the rank up; at least 0.
    log_det_samples : int, default=0
        Samples whose penalties all of them share where they are more: what many say needs no such help; 0:
        each pays its own; at least 0.
    dissimilarity : str or object, default="matrix"
        How a sample and a prototype differ.
    optimizer : str or object, default="l-bfgs"
        How the loss is made small.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="class-mean"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced": every class counts alike.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=200
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=1e-06
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    n_components : int, default=2
        Directions of the learned metric that `transform` projects on.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Schneider2009distance, SeoObermayer2003, Schneider2009matrices, Bunte2012, Schneider2010, LiuNocedal1989
    """

    _method = "mrslvq"
    _keys = {
        "sigma": "rule.sigma",
        "annealing": "rule.annealing",
        "learn_sigma": "rule.learn_sigma",
        "rank": "dissimilarity.rank",
        "metric_start": "dissimilarity.start",
        "relevances": "dissimilarity.relevances",
        "learn_metric": "dissimilarity.learn",
        "correct_null_space": "dissimilarity.correct_null_space",
        "log_det": "dissimilarity.log_det",
        "log_det_samples": "dissimilarity.log_det_samples",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "class_weight": "class_weights",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "rank": "dissimilarity",
        "metric_start": "dissimilarity",
        "relevances": "dissimilarity",
        "learn_metric": "dissimilarity",
        "correct_null_space": "dissimilarity",
        "log_det": "dissimilarity",
        "log_det_samples": "dissimilarity",
    }
    _families = {
        "dissimilarity": "matrix",
        "optimizer": "l-bfgs",
    }

    def __init__(
        self,
        *,
        sigma=0.3,
        annealing=1.0,
        learn_sigma=False,
        rank=0,
        metric_start="identity",
        relevances="",
        learn_metric=True,
        correct_null_space=False,
        log_det=0.0,
        log_det_samples=0,
        dissimilarity="matrix",
        optimizer="l-bfgs",
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="class-mean",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        class_weight=None,
        costs="",
        max_iter=200,
        batch_size=1,
        presentation="shuffled",
        tol=1e-06,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        n_components=2,
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.sigma = sigma
        self.annealing = annealing
        self.learn_sigma = learn_sigma
        self.rank = rank
        self.metric_start = metric_start
        self.relevances = relevances
        self.learn_metric = learn_metric
        self.correct_null_space = correct_null_space
        self.log_det = log_det
        self.log_det_samples = log_det_samples
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.class_weight = class_weight
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.n_components = n_components
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class LMRSLVQ(CountingPrototypeClassifier):
    """Robust soft LVQ with a matrix per prototype.

    Rule rslvq, dissimilarity matrix, optimizer l-bfgs.

    Parameters
    ----------
    sigma : float, default=0.3
        Width σ of the Gaussians; greater than 0.
    annealing : float, default=1.0
        Factor on σ by the end of training; greater than 0.
    learn_sigma : bool, default=False
        Learn σ by its gradient, from the given start.
    rank : int, default=0
        Rows of the matrix; 0: as many as features, and where these are more than 500 as many as principal
        axes hold 95 % of the variance, from 10 to 200; at least 0.
    metric_start : {"identity", "random", "pca"}, default="identity"
        First matrix: identity (a random one where the rank is limited), random, or the principal axes of the
        data.
    relevances : list of float, default=""
        First diagonal of Λ, such as 0.5,0.3,0.2; empty: as start says; at least 0.
    learn_metric : bool, default=True
        Learn the matrix; otherwise it stays as it starts.
    correct_null_space : bool, default=False
        Start within the span of data and prototypes, where gradients keep the matrix.
    log_det : float, default=0.0
        Strength μ of the penalty −(μ/2) ln det ΩΩᵀ for each sample, which keeps the rank up; at least 0.
    log_det_samples : int, default=0
        Samples whose penalties all of them share where they are more: what many say needs no such help; 0:
        each pays its own; at least 0.
    dissimilarity : str or object, default="matrix"
        How a sample and a prototype differ.
    optimizer : str or object, default="l-bfgs"
        How the loss is made small.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="prototype"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="class-mean"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced": every class counts alike.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=200
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=1e-06
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Schneider2009distance, SeoObermayer2003, Schneider2009matrices, Bunte2012, Schneider2010, LiuNocedal1989
    """

    _method = "lmrslvq"
    _keys = {
        "sigma": "rule.sigma",
        "annealing": "rule.annealing",
        "learn_sigma": "rule.learn_sigma",
        "rank": "dissimilarity.rank",
        "metric_start": "dissimilarity.start",
        "relevances": "dissimilarity.relevances",
        "learn_metric": "dissimilarity.learn",
        "correct_null_space": "dissimilarity.correct_null_space",
        "log_det": "dissimilarity.log_det",
        "log_det_samples": "dissimilarity.log_det_samples",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "class_weight": "class_weights",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "rank": "dissimilarity",
        "metric_start": "dissimilarity",
        "relevances": "dissimilarity",
        "learn_metric": "dissimilarity",
        "correct_null_space": "dissimilarity",
        "log_det": "dissimilarity",
        "log_det_samples": "dissimilarity",
    }
    _families = {
        "dissimilarity": "matrix",
        "optimizer": "l-bfgs",
    }

    def __init__(
        self,
        *,
        sigma=0.3,
        annealing=1.0,
        learn_sigma=False,
        rank=0,
        metric_start="identity",
        relevances="",
        learn_metric=True,
        correct_null_space=False,
        log_det=0.0,
        log_det_samples=0,
        dissimilarity="matrix",
        optimizer="l-bfgs",
        prototypes=1,
        restarts=1,
        scope="prototype",
        space="features",
        init="class-mean",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        class_weight=None,
        costs="",
        max_iter=200,
        batch_size=1,
        presentation="shuffled",
        tol=1e-06,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.sigma = sigma
        self.annealing = annealing
        self.learn_sigma = learn_sigma
        self.rank = rank
        self.metric_start = metric_start
        self.relevances = relevances
        self.learn_metric = learn_metric
        self.correct_null_space = correct_null_space
        self.log_det = log_det
        self.log_det_samples = log_det_samples
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.class_weight = class_weight
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class MarginLVQ(CountingPrototypeClassifier):
    """LVQ with the hinge loss of the hypothesis margin.

    Rule margin-hinge, dissimilarity squared-euclidean, optimizer l-bfgs.

    Parameters
    ----------
    beta : float, default=1.0
        Slope: the margin 1/β is enough; greater than 0.
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="l-bfgs"
        How the loss is made small.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="class-mean"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced": every class counts alike.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=200
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=1e-06
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Crammer2003, Biehl2023, LiuNocedal1989
    """

    _method = "margin-lvq"
    _keys = {
        "beta": "rule.beta",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "class_weight": "class_weights",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "l-bfgs",
    }

    def __init__(
        self,
        *,
        beta=1.0,
        dissimilarity="squared-euclidean",
        optimizer="l-bfgs",
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="class-mean",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        class_weight=None,
        costs="",
        max_iter=200,
        batch_size=1,
        presentation="shuffled",
        tol=1e-06,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.beta = beta
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.class_weight = class_weight
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class KNN(PrototypeClassifier):
    """K nearest neighbours: every sample is a prototype, the k nearest vote.

    Rule lvq1, dissimilarity squared-euclidean, optimizer sgd.

    Parameters
    ----------
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="samples"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="k-nearest"
        How the model answers.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    CoverHart1967
    """

    _method = "knn"
    _keys = {
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "costs": "costs",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "sgd",
    }

    def __init__(
        self,
        *,
        dissimilarity="squared-euclidean",
        optimizer="sgd",
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="samples",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="k-nearest",
        costs="",
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.costs = costs
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class LGMLVQ(CountingPrototypeClassifier):
    """Generalized matrix LVQ with a matrix per prototype.

    Rule glvq, dissimilarity matrix, optimizer l-bfgs.

    Parameters
    ----------
    activation : {"identity", "sigmoid", "soft+", "swish"}, default="sigmoid"
        The function Φ of the relative margin.
    steepness : float, default=3.0
        Slope of sigmoid, soft+ and swish; greater than 0.
    annealing : float, default=1.0
        Factor on the steepness by the end of training; greater than 0.
    rank : int, default=0
        Rows of the matrix; 0: as many as features, and where these are more than 500 as many as principal
        axes hold 95 % of the variance, from 10 to 200; at least 0.
    metric_start : {"identity", "random", "pca"}, default="identity"
        First matrix: identity (a random one where the rank is limited), random, or the principal axes of the
        data.
    relevances : list of float, default=""
        First diagonal of Λ, such as 0.5,0.3,0.2; empty: as start says; at least 0.
    learn_metric : bool, default=True
        Learn the matrix; otherwise it stays as it starts.
    correct_null_space : bool, default=False
        Start within the span of data and prototypes, where gradients keep the matrix.
    log_det : float, default=0.002
        Strength μ of the penalty −(μ/2) ln det ΩΩᵀ for each sample, which keeps the rank up; at least 0.
    log_det_samples : int, default=200
        Samples whose penalties all of them share where they are more: what many say needs no such help; 0:
        each pays its own; at least 0.
    dissimilarity : str or object, default="matrix"
        How a sample and a prototype differ.
    optimizer : str or object, default="l-bfgs"
        How the loss is made small.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="prototype"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="class-mean"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced": every class counts alike.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=100
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=1e-06
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Schneider2009matrices, SatoYamada1996, Biehl2023, Bunte2012, Schneider2010, LiuNocedal1989
    """

    _method = "lgmlvq"
    _keys = {
        "activation": "rule.activation",
        "steepness": "rule.steepness",
        "annealing": "rule.annealing",
        "rank": "dissimilarity.rank",
        "metric_start": "dissimilarity.start",
        "relevances": "dissimilarity.relevances",
        "learn_metric": "dissimilarity.learn",
        "correct_null_space": "dissimilarity.correct_null_space",
        "log_det": "dissimilarity.log_det",
        "log_det_samples": "dissimilarity.log_det_samples",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "class_weight": "class_weights",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "rank": "dissimilarity",
        "metric_start": "dissimilarity",
        "relevances": "dissimilarity",
        "learn_metric": "dissimilarity",
        "correct_null_space": "dissimilarity",
        "log_det": "dissimilarity",
        "log_det_samples": "dissimilarity",
    }
    _families = {
        "dissimilarity": "matrix",
        "optimizer": "l-bfgs",
    }

    def __init__(
        self,
        *,
        activation="sigmoid",
        steepness=3.0,
        annealing=1.0,
        rank=0,
        metric_start="identity",
        relevances="",
        learn_metric=True,
        correct_null_space=False,
        log_det=0.002,
        log_det_samples=200,
        dissimilarity="matrix",
        optimizer="l-bfgs",
        prototypes=1,
        restarts=1,
        scope="prototype",
        space="features",
        init="class-mean",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        class_weight=None,
        costs="",
        max_iter=100,
        batch_size=1,
        presentation="shuffled",
        tol=1e-06,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.activation = activation
        self.steepness = steepness
        self.annealing = annealing
        self.rank = rank
        self.metric_start = metric_start
        self.relevances = relevances
        self.learn_metric = learn_metric
        self.correct_null_space = correct_null_space
        self.log_det = log_det
        self.log_det_samples = log_det_samples
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.class_weight = class_weight
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class AngleGMLVQ(CountingPrototypeClassifier):
    """Generalized matrix LVQ on angles.

    Rule glvq, dissimilarity angle, optimizer l-bfgs.

    Parameters
    ----------
    activation : {"identity", "sigmoid", "soft+", "swish"}, default="sigmoid"
        The function Φ of the relative margin.
    steepness : float, default=3.0
        Slope of sigmoid, soft+ and swish; greater than 0.
    annealing : float, default=1.0
        Factor on the steepness by the end of training; greater than 0.
    shape : float, default=0.0
        Β of the exponential form; 0 gives 1 − cos; at least 0 and at most 100.
    metric : {"none", "relevance", "matrix"}, default="matrix"
        What is learned: nothing, a relevance per feature, or a matrix.
    rank : int, default=0
        Matrix: its rows; 0 means as many as features; at least 0.
    dissimilarity : str or object, default="angle"
        How a sample and a prototype differ.
    optimizer : str or object, default="l-bfgs"
        How the loss is made small.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="class-mean"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=200
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=1e-06
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    SatoYamada1996, Biehl2023, Bunte2016, LiuNocedal1989
    """

    _method = "angle-gmlvq"
    _keys = {
        "activation": "rule.activation",
        "steepness": "rule.steepness",
        "annealing": "rule.annealing",
        "shape": "dissimilarity.shape",
        "metric": "dissimilarity.metric",
        "rank": "dissimilarity.rank",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "shape": "dissimilarity",
        "metric": "dissimilarity",
        "rank": "dissimilarity",
    }
    _families = {
        "dissimilarity": "angle",
        "optimizer": "l-bfgs",
    }

    def __init__(
        self,
        *,
        activation="sigmoid",
        steepness=3.0,
        annealing=1.0,
        shape=0.0,
        metric="matrix",
        rank=0,
        dissimilarity="angle",
        optimizer="l-bfgs",
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="class-mean",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        costs="",
        max_iter=200,
        batch_size=1,
        presentation="shuffled",
        tol=1e-06,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.activation = activation
        self.steepness = steepness
        self.annealing = annealing
        self.shape = shape
        self.metric = metric
        self.rank = rank
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class TangentGLVQ(PrototypeClassifier):
    """Generalized LVQ with learned tangents per prototype.

    Rule glvq, dissimilarity tangent, optimizer l-bfgs.

    Parameters
    ----------
    activation : {"identity", "sigmoid", "soft+", "swish"}, default="sigmoid"
        The function Φ of the relative margin.
    steepness : float, default=3.0
        Slope of sigmoid, soft+ and swish; greater than 0.
    annealing : float, default=1.0
        Factor on the steepness by the end of training; greater than 0.
    tangents : int, default=1
        Directions r that cost nothing, fewer than features; at least 1 and at most 32.
    dissimilarity : str or object, default="tangent"
        How a sample and a prototype differ.
    optimizer : str or object, default="l-bfgs"
        How the loss is made small.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="prototype"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="class-mean"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=200
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=1e-06
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    SatoYamada1996, Biehl2023, SaralajewVillmann2016, LiuNocedal1989
    """

    _method = "tangent-glvq"
    _keys = {
        "activation": "rule.activation",
        "steepness": "rule.steepness",
        "annealing": "rule.annealing",
        "tangents": "dissimilarity.tangents",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "tangents": "dissimilarity",
    }
    _families = {
        "dissimilarity": "tangent",
        "optimizer": "l-bfgs",
    }
    _min_features = 2

    def __init__(
        self,
        *,
        activation="sigmoid",
        steepness=3.0,
        annealing=1.0,
        tangents=1,
        dissimilarity="tangent",
        optimizer="l-bfgs",
        prototypes=1,
        restarts=1,
        scope="prototype",
        space="features",
        init="class-mean",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        costs="",
        max_iter=200,
        batch_size=1,
        presentation="shuffled",
        tol=1e-06,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.activation = activation
        self.steepness = steepness
        self.annealing = annealing
        self.tangents = tangents
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class CELVQ(CountingPrototypeClassifier):
    """LVQ with a softmax over the classes and log loss.

    Rule cross-entropy, dissimilarity squared-euclidean, optimizer l-bfgs.

    Parameters
    ----------
    steepness : float, default=1.0
        Slope s of the softmax; greater than 0.
    annealing : float, default=1.0
        Factor on the steepness by the end of training; greater than 0.
    learn_steepness : bool, default=False
        Learn s by its gradient, from the given start.
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="l-bfgs"
        How the loss is made small.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="class-mean"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced": every class counts alike.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=200
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=1e-06
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Villmann2018, Biehl2023, LiuNocedal1989
    """

    _method = "celvq"
    _keys = {
        "steepness": "rule.steepness",
        "annealing": "rule.annealing",
        "learn_steepness": "rule.learn_steepness",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "class_weight": "class_weights",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "l-bfgs",
    }

    def __init__(
        self,
        *,
        steepness=1.0,
        annealing=1.0,
        learn_steepness=False,
        dissimilarity="squared-euclidean",
        optimizer="l-bfgs",
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="class-mean",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        class_weight=None,
        costs="",
        max_iter=200,
        batch_size=1,
        presentation="shuffled",
        tol=1e-06,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.steepness = steepness
        self.annealing = annealing
        self.learn_steepness = learn_steepness
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.class_weight = class_weight
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class DivergenceGLVQ(HistogramClassifier):
    """Generalized LVQ with a divergence of histograms or spectra.

    Rule glvq, dissimilarity generalized-kullback-leibler, optimizer l-bfgs.

    Parameters
    ----------
    activation : {"identity", "sigmoid", "soft+", "swish"}, default="sigmoid"
        The function Φ of the relative margin.
    steepness : float, default=5.0
        Slope of sigmoid, soft+ and swish; greater than 0.
    annealing : float, default=1.0
        Factor on the steepness by the end of training; greater than 0.
    relevances : bool, default=False
        Learn a relevance λ of each feature: both vectors are weighed by it.
    floor : float, default=0.0
        Data and prototypes below are lifted to it; 0: data are taken as they are, prototypes stay above
        1e-06; at least 0 and less than 1.
    dissimilarity : str or object, default="generalized-kullback-leibler"
        How a sample and a prototype differ.
    optimizer : str or object, default="l-bfgs"
        How the loss is made small.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="class-mean"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="unit-sum"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=200
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=1e-06
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    VillmannHaase2010, SatoYamada1996, Biehl2023, LiuNocedal1989
    """

    _method = "divergence-glvq"
    _keys = {
        "activation": "rule.activation",
        "steepness": "rule.steepness",
        "annealing": "rule.annealing",
        "relevances": "dissimilarity.relevances",
        "floor": "dissimilarity.floor",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "relevances": "dissimilarity",
        "floor": "dissimilarity",
    }
    _families = {
        "dissimilarity": "generalized-kullback-leibler",
        "optimizer": "l-bfgs",
    }
    _poor_score = True
    _min_features = 2

    def __init__(
        self,
        *,
        activation="sigmoid",
        steepness=5.0,
        annealing=1.0,
        relevances=False,
        floor=0.0,
        dissimilarity="generalized-kullback-leibler",
        optimizer="l-bfgs",
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="class-mean",
        reach=1,
        scale="unit-sum",
        missing="refuse",
        decision="nearest",
        costs="",
        max_iter=200,
        batch_size=1,
        presentation="shuffled",
        tol=1e-06,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.activation = activation
        self.steepness = steepness
        self.annealing = annealing
        self.relevances = relevances
        self.floor = floor
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class DivergenceLVQ1(HistogramClassifier):
    """LVQ1 with a divergence of histograms or spectra.

    Rule lvq1, dissimilarity generalized-kullback-leibler, optimizer sgd.

    Parameters
    ----------
    relevances : bool, default=False
        Learn a relevance λ of each feature: both vectors are weighed by it.
    floor : float, default=0.0
        Data and prototypes below are lifted to it; 0: data are taken as they are, prototypes stay above
        1e-06; at least 0 and less than 1.
    dissimilarity : str or object, default="generalized-kullback-leibler"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    rate : float, default=0.003
        Learning rate of the prototypes; greater than 0.
    metric_rate : float, default=0.005
        Learning rate of relevances, matrices and tangents; at least 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="linear"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="k-means"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="unit-sum"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=100
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    VillmannHaase2010, Kohonen1990, BiehlGhoshHammer2006, RobbinsMonro1951
    """

    _method = "divergence-lvq1"
    _keys = {
        "relevances": "dissimilarity.relevances",
        "floor": "dissimilarity.floor",
        "rate": "optimizer.rate",
        "metric_rate": "optimizer.metric_rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "relevances": "dissimilarity",
        "floor": "dissimilarity",
        "rate": "optimizer",
        "metric_rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "generalized-kullback-leibler",
        "optimizer": "sgd",
    }
    _poor_score = True
    _min_features = 2

    def __init__(
        self,
        *,
        relevances=False,
        floor=0.0,
        dissimilarity="generalized-kullback-leibler",
        optimizer="sgd",
        rate=0.003,
        metric_rate=0.005,
        schedule="linear",
        decay=100.0,
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="k-means",
        reach=1,
        scale="unit-sum",
        missing="refuse",
        decision="nearest",
        costs="",
        max_iter=100,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.relevances = relevances
        self.floor = floor
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.rate = rate
        self.metric_rate = metric_rate
        self.schedule = schedule
        self.decay = decay
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class DivergenceRSLVQ(HistogramClassifier):
    """Robust soft LVQ with a divergence of histograms or spectra.

    Rule rslvq, dissimilarity generalized-kullback-leibler, optimizer l-bfgs.

    Parameters
    ----------
    sigma : float, default=0.05
        Width σ of the Gaussians; greater than 0.
    annealing : float, default=1.0
        Factor on σ by the end of training; greater than 0.
    learn_sigma : bool, default=False
        Learn σ by its gradient, from the given start.
    relevances : bool, default=False
        Learn a relevance λ of each feature: both vectors are weighed by it.
    floor : float, default=0.0
        Data and prototypes below are lifted to it; 0: data are taken as they are, prototypes stay above
        1e-06; at least 0 and less than 1.
    dissimilarity : str or object, default="generalized-kullback-leibler"
        How a sample and a prototype differ.
    optimizer : str or object, default="l-bfgs"
        How the loss is made small.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="class-mean"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="unit-sum"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=200
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=1e-06
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    VillmannHaase2010, SeoObermayer2003, LiuNocedal1989
    """

    _method = "divergence-rslvq"
    _keys = {
        "sigma": "rule.sigma",
        "annealing": "rule.annealing",
        "learn_sigma": "rule.learn_sigma",
        "relevances": "dissimilarity.relevances",
        "floor": "dissimilarity.floor",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "relevances": "dissimilarity",
        "floor": "dissimilarity",
    }
    _families = {
        "dissimilarity": "generalized-kullback-leibler",
        "optimizer": "l-bfgs",
    }
    _poor_score = True
    _min_features = 2

    def __init__(
        self,
        *,
        sigma=0.05,
        annealing=1.0,
        learn_sigma=False,
        relevances=False,
        floor=0.0,
        dissimilarity="generalized-kullback-leibler",
        optimizer="l-bfgs",
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="class-mean",
        reach=1,
        scale="unit-sum",
        missing="refuse",
        decision="nearest",
        costs="",
        max_iter=200,
        batch_size=1,
        presentation="shuffled",
        tol=1e-06,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.sigma = sigma
        self.annealing = annealing
        self.learn_sigma = learn_sigma
        self.relevances = relevances
        self.floor = floor
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class KernelGLVQ(CountingPrototypeClassifier):
    """Generalized LVQ with the distance of an RBF kernel.

    Rule glvq, dissimilarity kernel, optimizer l-bfgs.

    Parameters
    ----------
    activation : {"identity", "sigmoid", "soft+", "swish"}, default="sigmoid"
        The function Φ of the relative margin.
    steepness : float, default=1.0
        Slope of sigmoid, soft+ and swish; greater than 0.
    annealing : float, default=1.0
        Factor on the steepness by the end of training; greater than 0.
    kind : {"rbf", "polynomial", "linear"}, default="rbf"
        The kernel.
    sigma : float, default=0.0
        Rbf: width σ; 0 means √n, which suits n scaled features; at least 0.
    learn_sigma : bool, default=False
        Rbf: learn σ by its gradient, from the given start.
    degree : int, default=2
        Polynomial: degree q; at least 1 and at most 20.
    dissimilarity : str or object, default="kernel"
        How a sample and a prototype differ.
    optimizer : str or object, default="l-bfgs"
        How the loss is made small.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="class-mean"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced": every class counts alike.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=200
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=1e-06
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Villmann2015, SatoYamada1996, Biehl2023, LiuNocedal1989
    """

    _method = "kernel-glvq"
    _keys = {
        "activation": "rule.activation",
        "steepness": "rule.steepness",
        "annealing": "rule.annealing",
        "kind": "dissimilarity.kind",
        "sigma": "dissimilarity.sigma",
        "learn_sigma": "dissimilarity.learn_sigma",
        "degree": "dissimilarity.degree",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "class_weight": "class_weights",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "kind": "dissimilarity",
        "sigma": "dissimilarity",
        "learn_sigma": "dissimilarity",
        "degree": "dissimilarity",
    }
    _families = {
        "dissimilarity": "kernel",
        "optimizer": "l-bfgs",
    }

    def __init__(
        self,
        *,
        activation="sigmoid",
        steepness=1.0,
        annealing=1.0,
        kind="rbf",
        sigma=0.0,
        learn_sigma=False,
        degree=2,
        dissimilarity="kernel",
        optimizer="l-bfgs",
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="class-mean",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        class_weight=None,
        costs="",
        max_iter=200,
        batch_size=1,
        presentation="shuffled",
        tol=1e-06,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.activation = activation
        self.steepness = steepness
        self.annealing = annealing
        self.kind = kind
        self.sigma = sigma
        self.learn_sigma = learn_sigma
        self.degree = degree
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.class_weight = class_weight
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class KernelLVQ1(PrototypeClassifier):
    """LVQ1 in the space of an RBF kernel: prototypes are combinations of samples.

    Rule lvq1, dissimilarity kernel, optimizer sgd.

    Parameters
    ----------
    kind : {"rbf", "polynomial", "linear"}, default="rbf"
        The kernel.
    sigma : float, default=0.0
        Rbf: width σ; 0 means √n, which suits n scaled features; at least 0.
    learn_sigma : bool, default=False
        Rbf: learn σ by its gradient, from the given start.
    degree : int, default=2
        Polynomial: degree q; at least 1 and at most 20.
    dissimilarity : str or object, default="kernel"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    rate : float, default=0.03
        Learning rate of the prototypes; greater than 0.
    metric_rate : float, default=0.005
        Learning rate of relevances, matrices and tangents; at least 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="linear"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="combinations"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="k-means"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=100
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Kohonen1990, BiehlGhoshHammer2006, Villmann2015, Biehl2023, RobbinsMonro1951
    """

    _method = "kernel-lvq1"
    _keys = {
        "kind": "dissimilarity.kind",
        "sigma": "dissimilarity.sigma",
        "learn_sigma": "dissimilarity.learn_sigma",
        "degree": "dissimilarity.degree",
        "rate": "optimizer.rate",
        "metric_rate": "optimizer.metric_rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "kind": "dissimilarity",
        "sigma": "dissimilarity",
        "learn_sigma": "dissimilarity",
        "degree": "dissimilarity",
        "rate": "optimizer",
        "metric_rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "kernel",
        "optimizer": "sgd",
    }

    def __init__(
        self,
        *,
        kind="rbf",
        sigma=0.0,
        learn_sigma=False,
        degree=2,
        dissimilarity="kernel",
        optimizer="sgd",
        rate=0.03,
        metric_rate=0.005,
        schedule="linear",
        decay=100.0,
        prototypes=1,
        restarts=1,
        scope="shared",
        space="combinations",
        init="k-means",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        costs="",
        max_iter=100,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.kind = kind
        self.sigma = sigma
        self.learn_sigma = learn_sigma
        self.degree = degree
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.rate = rate
        self.metric_rate = metric_rate
        self.schedule = schedule
        self.decay = decay
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class VQ(Clusterer):
    """Vector quantization: the winner moves to the sample.

    Rule vq, dissimilarity squared-euclidean, optimizer sgd.

    Parameters
    ----------
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    rate : float, default=0.1
        Learning rate of the prototypes; greater than 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="linear"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    n_clusters : int, dict or str, default=10
        Number of units.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="k-means++"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    max_iter : int, default=50
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    BiehlGhoshHammer2006, VillmannHaase2010, Biehl2023, RobbinsMonro1951
    """

    _method = "vq"
    _keys = {
        "rate": "optimizer.rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "n_clusters": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "sgd",
    }

    def __init__(
        self,
        *,
        dissimilarity="squared-euclidean",
        optimizer="sgd",
        rate=0.1,
        schedule="linear",
        decay=100.0,
        n_clusters=10,
        restarts=1,
        scope="shared",
        space="features",
        init="k-means++",
        reach=1,
        scale="z-score",
        missing="refuse",
        max_iter=50,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.rate = rate
        self.schedule = schedule
        self.decay = decay
        self.n_clusters = n_clusters
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class KMeans(Clusterer):
    """Lloyd's k-means with k-means++ and restarts.

    Rule vq, dissimilarity squared-euclidean, optimizer means.

    Parameters
    ----------
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="means"
        How the loss is made small.
    n_clusters : int, dict or str, default=10
        Number of units.
    restarts : int, default=10
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="k-means++"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    max_iter : int, default=300
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Lloyd1982, ArthurVassilvitskii2007, BiehlGhoshHammer2006, VillmannHaase2010, Biehl2023, Banerjee2005
    """

    _method = "k-means"
    _keys = {
        "n_clusters": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "means",
    }

    def __init__(
        self,
        *,
        dissimilarity="squared-euclidean",
        optimizer="means",
        n_clusters=10,
        restarts=10,
        scope="shared",
        space="features",
        init="k-means++",
        reach=1,
        scale="z-score",
        missing="refuse",
        max_iter=300,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.n_clusters = n_clusters
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class NeuralGas(Quantizer):
    """Neural gas, one sample at a time.

    Rule neural-gas, dissimilarity squared-euclidean, optimizer sgd.

    Parameters
    ----------
    range : float, default=0.0
        Range σ at the start, in ranks; 0: half the units; at least 0.
    final_range : float, default=0.01
        Range σ at the end; at least 0.001.
    range_schedule : {"constant", "linear", "inverse-time", "exponential"}, default="exponential"
        How the range goes from the first to the last; constant: the last.
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    rate : float, default=0.5
        Learning rate of the prototypes; greater than 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="exponential"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    prototypes : int, dict or str, default=10
        Number of units; auto: about 5√n.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="k-means++"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    max_iter : int, default=50
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Martinetz1993, VillmannHaase2010, Biehl2023, RobbinsMonro1951
    """

    _method = "neural-gas"
    _keys = {
        "range": "rule.range",
        "final_range": "rule.final_range",
        "range_schedule": "rule.schedule",
        "rate": "optimizer.rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "sgd",
    }

    def __init__(
        self,
        *,
        range=0.0,
        final_range=0.01,
        range_schedule="exponential",
        dissimilarity="squared-euclidean",
        optimizer="sgd",
        rate=0.5,
        schedule="exponential",
        decay=100.0,
        prototypes=10,
        restarts=1,
        scope="shared",
        space="features",
        init="k-means++",
        reach=1,
        scale="z-score",
        missing="refuse",
        max_iter=50,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.range = range
        self.final_range = final_range
        self.range_schedule = range_schedule
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.rate = rate
        self.schedule = schedule
        self.decay = decay
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class BatchNeuralGas(Quantizer):
    """Neural gas by batch means.

    Rule neural-gas, dissimilarity squared-euclidean, optimizer means.

    Parameters
    ----------
    range : float, default=0.0
        Range σ at the start, in ranks; 0: half the units; at least 0.
    final_range : float, default=0.01
        Range σ at the end; at least 0.001.
    range_schedule : {"constant", "linear", "inverse-time", "exponential"}, default="exponential"
        How the range goes from the first to the last; constant: the last.
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="means"
        How the loss is made small.
    prototypes : int, dict or str, default=10
        Number of units; auto: about 5√n.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="k-means++"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    max_iter : int, default=100
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Martinetz1993, VillmannHaase2010, Biehl2023, Lloyd1982, Banerjee2005
    """

    _method = "batch-neural-gas"
    _keys = {
        "range": "rule.range",
        "final_range": "rule.final_range",
        "range_schedule": "rule.schedule",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "means",
    }

    def __init__(
        self,
        *,
        range=0.0,
        final_range=0.01,
        range_schedule="exponential",
        dissimilarity="squared-euclidean",
        optimizer="means",
        prototypes=10,
        restarts=1,
        scope="shared",
        space="features",
        init="k-means++",
        reach=1,
        scale="z-score",
        missing="refuse",
        max_iter=100,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.range = range
        self.final_range = final_range
        self.range_schedule = range_schedule
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class GrowingNeuralGas(Quantizer):
    """Neural gas that grows where the error is largest, until it is small enough.

    Rule growing-neural-gas, dissimilarity squared-euclidean, optimizer means.

    Parameters
    ----------
    range : float, default=0.5
        Range σ of the neighbourhood, in ranks; greater than 0.
    error : float, default=0.0
        The mean distance of samples to their nearest unit that is small enough; 0: as many units as there may
        be; at least 0.
    every : int, default=3
        Epochs from one new unit to the next; at least 1.
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="means"
        How the loss is made small.
    prototypes : int, dict or str, default=50
        Number of units; auto: about 5√n.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="k-means++"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    max_iter : int, default=200
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Fritzke1995, Martinetz1993, Biehl2023, Lloyd1982, Banerjee2005
    """

    _method = "growing-neural-gas"
    _keys = {
        "range": "rule.range",
        "error": "rule.error",
        "every": "rule.every",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "means",
    }

    def __init__(
        self,
        *,
        range=0.5,
        error=0.0,
        every=3,
        dissimilarity="squared-euclidean",
        optimizer="means",
        prototypes=50,
        restarts=1,
        scope="shared",
        space="features",
        init="k-means++",
        reach=1,
        scale="z-score",
        missing="refuse",
        max_iter=200,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.range = range
        self.error = error
        self.every = every
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class SOM(Quantizer):
    """Self-organizing map, one sample at a time.

    Rule som, dissimilarity squared-euclidean, optimizer sgd.

    Parameters
    ----------
    neighbourhood : {"gaussian", "bubble"}, default="gaussian"
        How h falls with the distance on the lattice: exp(−r²/2σ²), or 1 up to σ.
    range : float, default=0.0
        Range σ at the start; 0: half the extent of the lattice; at least 0.
    final_range : float, default=1.0
        Range σ at the end; at least 0.001.
    range_schedule : {"constant", "linear", "inverse-time", "exponential"}, default="exponential"
        How the range goes from the first to the last; constant: the last.
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    rate : float, default=0.5
        Learning rate of the prototypes; greater than 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="exponential"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    prototypes : int, dict or str, default="auto"
        Number of units; auto: about 5√n.
    grid : str, default="auto"
        Columns and rows of a map, as in 20x15; without it, about 5√n units as the data are long and wide.
    topology : {"chain", "rectangle", "hexagon", "torus", "free"}, default="rectangle"
        How the units of a map are placed.
    lattice : str, default=None
        A file with the squared distances between the units of a free lattice, a row for each.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="plane"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    max_iter : int, default=50
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Kohonen1995, VillmannHaase2010, Biehl2023, RobbinsMonro1951
    """

    _method = "som"
    _keys = {
        "neighbourhood": "rule.neighbourhood",
        "range": "rule.range",
        "final_range": "rule.final_range",
        "range_schedule": "rule.schedule",
        "rate": "optimizer.rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "prototypes": "prototypes",
        "grid": "grid",
        "topology": "topology",
        "lattice": "lattice",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "sgd",
    }

    def __init__(
        self,
        *,
        neighbourhood="gaussian",
        range=0.0,
        final_range=1.0,
        range_schedule="exponential",
        dissimilarity="squared-euclidean",
        optimizer="sgd",
        rate=0.5,
        schedule="exponential",
        decay=100.0,
        prototypes="auto",
        grid="auto",
        topology="rectangle",
        lattice=None,
        restarts=1,
        scope="shared",
        space="features",
        init="plane",
        reach=1,
        scale="z-score",
        missing="refuse",
        max_iter=50,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.neighbourhood = neighbourhood
        self.range = range
        self.final_range = final_range
        self.range_schedule = range_schedule
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.rate = rate
        self.schedule = schedule
        self.decay = decay
        self.prototypes = prototypes
        self.grid = grid
        self.topology = topology
        self.lattice = lattice
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class HeskesSOM(Quantizer):
    """Self-organizing map with a cost, one sample at a time.

    Rule heskes-som, dissimilarity squared-euclidean, optimizer sgd.

    Parameters
    ----------
    neighbourhood : {"gaussian", "bubble"}, default="gaussian"
        How h falls with the distance on the lattice: exp(−r²/2σ²), or 1 up to σ.
    range : float, default=0.0
        Range σ at the start; 0: half the extent of the lattice; at least 0.
    final_range : float, default=1.0
        Range σ at the end; at least 0.001.
    range_schedule : {"constant", "linear", "inverse-time", "exponential"}, default="exponential"
        How the range goes from the first to the last; constant: the last.
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    rate : float, default=0.5
        Learning rate of the prototypes; greater than 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="exponential"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    prototypes : int, dict or str, default="auto"
        Number of units; auto: about 5√n.
    grid : str, default="auto"
        Columns and rows of a map, as in 20x15; without it, about 5√n units as the data are long and wide.
    topology : {"chain", "rectangle", "hexagon", "torus", "free"}, default="rectangle"
        How the units of a map are placed.
    lattice : str, default=None
        A file with the squared distances between the units of a free lattice, a row for each.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="plane"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    max_iter : int, default=50
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Heskes1999, Kohonen1995, VillmannHaase2010, Biehl2023, RobbinsMonro1951
    """

    _method = "heskes-som"
    _keys = {
        "neighbourhood": "rule.neighbourhood",
        "range": "rule.range",
        "final_range": "rule.final_range",
        "range_schedule": "rule.schedule",
        "rate": "optimizer.rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "prototypes": "prototypes",
        "grid": "grid",
        "topology": "topology",
        "lattice": "lattice",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "sgd",
    }

    def __init__(
        self,
        *,
        neighbourhood="gaussian",
        range=0.0,
        final_range=1.0,
        range_schedule="exponential",
        dissimilarity="squared-euclidean",
        optimizer="sgd",
        rate=0.5,
        schedule="exponential",
        decay=100.0,
        prototypes="auto",
        grid="auto",
        topology="rectangle",
        lattice=None,
        restarts=1,
        scope="shared",
        space="features",
        init="plane",
        reach=1,
        scale="z-score",
        missing="refuse",
        max_iter=50,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.neighbourhood = neighbourhood
        self.range = range
        self.final_range = final_range
        self.range_schedule = range_schedule
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.rate = rate
        self.schedule = schedule
        self.decay = decay
        self.prototypes = prototypes
        self.grid = grid
        self.topology = topology
        self.lattice = lattice
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class BatchSOM(Quantizer):
    """Self-organizing map by batch means.

    Rule som, dissimilarity squared-euclidean, optimizer means.

    Parameters
    ----------
    neighbourhood : {"gaussian", "bubble"}, default="gaussian"
        How h falls with the distance on the lattice: exp(−r²/2σ²), or 1 up to σ.
    range : float, default=0.0
        Range σ at the start; 0: half the extent of the lattice; at least 0.
    final_range : float, default=1.0
        Range σ at the end; at least 0.001.
    range_schedule : {"constant", "linear", "inverse-time", "exponential"}, default="exponential"
        How the range goes from the first to the last; constant: the last.
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="means"
        How the loss is made small.
    prototypes : int, dict or str, default="auto"
        Number of units; auto: about 5√n.
    grid : str, default="auto"
        Columns and rows of a map, as in 20x15; without it, about 5√n units as the data are long and wide.
    topology : {"chain", "rectangle", "hexagon", "torus", "free"}, default="rectangle"
        How the units of a map are placed.
    lattice : str, default=None
        A file with the squared distances between the units of a free lattice, a row for each.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="plane"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    max_iter : int, default=50
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Kohonen1995, VillmannHaase2010, Biehl2023, Lloyd1982, Banerjee2005
    """

    _method = "batch-som"
    _keys = {
        "neighbourhood": "rule.neighbourhood",
        "range": "rule.range",
        "final_range": "rule.final_range",
        "range_schedule": "rule.schedule",
        "prototypes": "prototypes",
        "grid": "grid",
        "topology": "topology",
        "lattice": "lattice",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "means",
    }

    def __init__(
        self,
        *,
        neighbourhood="gaussian",
        range=0.0,
        final_range=1.0,
        range_schedule="exponential",
        dissimilarity="squared-euclidean",
        optimizer="means",
        prototypes="auto",
        grid="auto",
        topology="rectangle",
        lattice=None,
        restarts=1,
        scope="shared",
        space="features",
        init="plane",
        reach=1,
        scale="z-score",
        missing="refuse",
        max_iter=50,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.neighbourhood = neighbourhood
        self.range = range
        self.final_range = final_range
        self.range_schedule = range_schedule
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.prototypes = prototypes
        self.grid = grid
        self.topology = topology
        self.lattice = lattice
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class XOM(Embedding):
    """Exploration machine: places for the data in one to three dimensions.

    Rule som, dissimilarity squared-euclidean, optimizer sgd.

    Parameters
    ----------
    neighbourhood : {"gaussian", "bubble"}, default="gaussian"
        How h falls with the distance on the lattice: exp(−r²/2σ²), or 1 up to σ.
    range : float, default=0.0
        Range σ at the start; 0: half the extent of the lattice; at least 0.
    final_range : float, default=1.0
        Range σ at the end; at least 0.001.
    range_schedule : {"constant", "linear", "inverse-time", "exponential"}, default="exponential"
        How the range goes from the first to the last; constant: the last.
    dimensions : int, default=2
        Of the space that the data get places in; at least 1 and at most 3.
    shape : {"square", "disc", "gaussian", "grid"}, default="square"
        Where samples are drawn: uniformly in a square or cube, in a disc or ball, from a Gaussian, or on a
        grid.
    draws : int, default=0
        Samples that are drawn; 0: ten for each row, 1000 at least; at least 0 and at most 10000000.
    neighbours : int, default=5
        The typical distance of a row to so many nearest others is the unit in which ranges count, and so many
        give a new row its place; at least 1.
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    embedding_dissimilarity : str or object, default="squared-euclidean"
        How places differ, where an embedding is learned.
    rate : float, default=0.5
        Learning rate of the prototypes; greater than 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="exponential"
        How the rates fall from the first step to the last.
    decay : float, default=20.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    max_iter : int, default=10
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Wismueller2009, Kohonen1995, VillmannHaase2010, Biehl2023, RobbinsMonro1951
    """

    _method = "xom"
    _keys = {
        "neighbourhood": "rule.neighbourhood",
        "range": "rule.range",
        "final_range": "rule.final_range",
        "range_schedule": "rule.schedule",
        "dimensions": "embedding.dimensions",
        "shape": "embedding.shape",
        "draws": "embedding.draws",
        "neighbours": "embedding.neighbours",
        "rate": "optimizer.rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "scale": "scale",
        "missing": "missing",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
    }
    _flat = {
        "rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "sgd",
        "embedding_dissimilarity": "squared-euclidean",
    }

    def __init__(
        self,
        *,
        neighbourhood="gaussian",
        range=0.0,
        final_range=1.0,
        range_schedule="exponential",
        dimensions=2,
        shape="square",
        draws=0,
        neighbours=5,
        dissimilarity="squared-euclidean",
        optimizer="sgd",
        embedding_dissimilarity="squared-euclidean",
        rate=0.5,
        schedule="exponential",
        decay=20.0,
        scale="z-score",
        missing="refuse",
        max_iter=10,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.neighbourhood = neighbourhood
        self.range = range
        self.final_range = final_range
        self.range_schedule = range_schedule
        self.dimensions = dimensions
        self.shape = shape
        self.draws = draws
        self.neighbours = neighbours
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.embedding_dissimilarity = embedding_dissimilarity
        self.rate = rate
        self.schedule = schedule
        self.decay = decay
        self.scale = scale
        self.missing = missing
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class FLSOM(LabelMap):
    """Fuzzy-labelled map: units learn label vectors too.

    Rule fl-som, dissimilarity squared-euclidean, optimizer sgd.

    Parameters
    ----------
    neighbourhood : {"gaussian", "bubble"}, default="gaussian"
        How h falls with the distance on the lattice: exp(−r²/2σ²), or 1 up to σ.
    range : float, default=0.0
        Range σ at the start; 0: half the extent of the lattice; at least 0.
    final_range : float, default=1.0
        Range σ at the end; at least 0.001.
    range_schedule : {"constant", "linear", "inverse-time", "exponential"}, default="exponential"
        How the range goes from the first to the last; constant: the last.
    balance : float, default=0.5
        Β, between the map of the data (0) and the labels (1); 0 is the plain map; at least 0 and at most 1.
    kernel : float, default=0.0
        Width γ of g = exp(−d/2γ²), within which labels are compared; 0: chosen from the data; at least 0.
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    rate : float, default=0.5
        Learning rate of the prototypes; greater than 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="exponential"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    prototypes : int, dict or str, default="auto"
        Prototypes per class: one number, or a dictionary with a number for each class.
    grid : str, default="auto"
        Columns and rows of a map, as in 20x15; without it, about 5√n units as the data are long and wide.
    topology : {"chain", "rectangle", "hexagon", "torus", "free"}, default="rectangle"
        How the units of a map are placed.
    lattice : str, default=None
        A file with the squared distances between the units of a free lattice, a row for each.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="plane"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=50
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    VillmannHaase2010, Heskes1999, Kohonen1995, Biehl2023, RobbinsMonro1951
    """

    _method = "fl-som"
    _keys = {
        "neighbourhood": "rule.neighbourhood",
        "range": "rule.range",
        "final_range": "rule.final_range",
        "range_schedule": "rule.schedule",
        "balance": "rule.balance",
        "kernel": "rule.kernel",
        "rate": "optimizer.rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "prototypes": "prototypes",
        "grid": "grid",
        "topology": "topology",
        "lattice": "lattice",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "sgd",
    }

    def __init__(
        self,
        *,
        neighbourhood="gaussian",
        range=0.0,
        final_range=1.0,
        range_schedule="exponential",
        balance=0.5,
        kernel=0.0,
        dissimilarity="squared-euclidean",
        optimizer="sgd",
        rate=0.5,
        schedule="exponential",
        decay=100.0,
        prototypes="auto",
        grid="auto",
        topology="rectangle",
        lattice=None,
        restarts=1,
        scope="shared",
        space="features",
        init="plane",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        costs="",
        max_iter=50,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.neighbourhood = neighbourhood
        self.range = range
        self.final_range = final_range
        self.range_schedule = range_schedule
        self.balance = balance
        self.kernel = kernel
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.rate = rate
        self.schedule = schedule
        self.decay = decay
        self.prototypes = prototypes
        self.grid = grid
        self.topology = topology
        self.lattice = lattice
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class FLNG(LabelMap):
    """Fuzzy-labelled neural gas: units learn label vectors too.

    Rule fl-ng, dissimilarity squared-euclidean, optimizer sgd.

    Parameters
    ----------
    range : float, default=0.0
        Range σ at the start, in ranks; 0: half the units; at least 0.
    final_range : float, default=0.01
        Range σ at the end; at least 0.001.
    range_schedule : {"constant", "linear", "inverse-time", "exponential"}, default="exponential"
        How the range goes from the first to the last; constant: the last.
    balance : float, default=0.5
        Β, between the map of the data (0) and the labels (1); 0 is the plain map; at least 0 and at most 1.
    kernel : float, default=0.0
        Width γ of g = exp(−d/2γ²), within which labels are compared; 0: chosen from the data; at least 0.
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="sgd"
        How the loss is made small.
    rate : float, default=0.2
        Learning rate of the prototypes; greater than 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="exponential"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    prototypes : int, dict or str, default="auto"
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="k-means++"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=100
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=0.0
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    VillmannHaase2010, Martinetz1993, Biehl2023, RobbinsMonro1951
    """

    _method = "fl-ng"
    _keys = {
        "range": "rule.range",
        "final_range": "rule.final_range",
        "range_schedule": "rule.schedule",
        "balance": "rule.balance",
        "kernel": "rule.kernel",
        "rate": "optimizer.rate",
        "schedule": "optimizer.schedule",
        "decay": "optimizer.decay",
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _flat = {
        "rate": "optimizer",
        "schedule": "optimizer",
        "decay": "optimizer",
    }
    _families = {
        "dissimilarity": "squared-euclidean",
        "optimizer": "sgd",
    }

    def __init__(
        self,
        *,
        range=0.0,
        final_range=0.01,
        range_schedule="exponential",
        balance=0.5,
        kernel=0.0,
        dissimilarity="squared-euclidean",
        optimizer="sgd",
        rate=0.2,
        schedule="exponential",
        decay=100.0,
        prototypes="auto",
        restarts=1,
        scope="shared",
        space="features",
        init="k-means++",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        costs="",
        max_iter=100,
        batch_size=1,
        presentation="shuffled",
        tol=0.0,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.range = range
        self.final_range = final_range
        self.range_schedule = range_schedule
        self.balance = balance
        self.kernel = kernel
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.rate = rate
        self.schedule = schedule
        self.decay = decay
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class Perceptron(Classifier):
    """Rosenblatt's perceptron: learning from mistakes until there are none.

    w ← w + ξS/N where E = S w·ξ ≤ c, example by example

    Parameters
    ----------
    margin : float, default=0.0
        Learn while E ≤ c, this c; at least 0.
    max_iter : int, default=1000
        Passes over the examples at most; at least 1.
    threshold : bool, default=True
        Learn a threshold, as the weight of an input clamped to 1.
    classes : {"one-vs-one", "one-vs-rest"}, default="one-vs-one"
        More than two: a machine for every pair, or for each against the rest.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    lecture notes (3.15), errata N1, N2; Rosenblatt 1958
    Rosenblatt1958, Biehl2023
    """

    _method = "perceptron"
    _keys = {
        "margin": "perceptron.margin",
        "max_iter": "perceptron.epochs",
        "threshold": "perceptron.threshold",
        "classes": "perceptron.classes",
        "scale": "scale",
        "missing": "missing",
    }

    def __init__(
        self,
        *,
        margin=0.0,
        max_iter=1000,
        threshold=True,
        classes="one-vs-one",
        scale="z-score",
        missing="refuse",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.margin = margin
        self.max_iter = max_iter
        self.threshold = threshold
        self.classes = classes
        self.scale = scale
        self.missing = missing
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class MinOver(Classifier):
    """The perceptron of optimal stability, by learning the example of the smallest potential.

    w ← w + ξS/N for the example with the smallest E = S w·ξ

    Parameters
    ----------
    max_iter : int, default=1000
        Of as many steps as there are examples, at most; at least 1.
    tol : float, default=0.001
        How far κ may be below the largest possible, relative to it; with angles: the turn in an epoch, over
        π; greater than 0 and less than 1.
    stop : {"stabilities", "angle"}, default="stabilities"
        What tells the end: stabilities, or the angle the weights turn by.
    threshold : bool, default=True
        Learn a threshold, as the weight of an input clamped to 1.
    classes : {"one-vs-one", "one-vs-rest"}, default="one-vs-one"
        More than two: a machine for every pair, or for each against the rest.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    lecture notes, section 3.5.2; Krauth, Mézard 1987
    KrauthMezard1987, Biehl2023
    """

    _method = "minover"
    _keys = {
        "max_iter": "minover.epochs",
        "tol": "minover.tolerance",
        "stop": "minover.stop",
        "threshold": "minover.threshold",
        "classes": "minover.classes",
        "scale": "scale",
        "missing": "missing",
    }
    _poor_score = True

    def __init__(
        self,
        *,
        max_iter=1000,
        tol=0.001,
        stop="stabilities",
        threshold=True,
        classes="one-vs-one",
        scale="z-score",
        missing="refuse",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.max_iter = max_iter
        self.tol = tol
        self.stop = stop
        self.threshold = threshold
        self.classes = classes
        self.scale = scale
        self.missing = missing
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class Adaline(Classifier):
    """Adaptive linear neuron: least squares by gradient descent.

    x ← x + η(1 − E), w = (1/N) Σ x ξ S

    Parameters
    ----------
    form : {"parallel", "sequential"}, default="parallel"
        All examples at once, or one after the other.
    rate : float, default=0.0
        Η; 0: half of what is admissible on the data; at least 0.
    max_iter : int, default=0
        Passes over the examples at most; 0: as many as it takes; at least 0.
    tol : float, default=1e-09
        How near the weights have to come to their end, relative to them; greater than 0.
    threshold : bool, default=True
        Learn a threshold, as the weight of an input clamped to 1.
    classes : {"one-vs-one", "one-vs-rest"}, default="one-vs-one"
        More than two: a machine for every pair, or for each against the rest.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced": every class counts alike.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    lecture notes, section 3.6.2, errata N4, N22; Widrow, Hoff 1960
    WidrowHoff1960, Biehl2023
    """

    _method = "adaline"
    _keys = {
        "form": "adaline.form",
        "rate": "adaline.rate",
        "max_iter": "adaline.epochs",
        "tol": "adaline.tolerance",
        "threshold": "adaline.threshold",
        "classes": "adaline.classes",
        "scale": "scale",
        "missing": "missing",
        "class_weight": "class_weights",
    }

    def __init__(
        self,
        *,
        form="parallel",
        rate=0.0,
        max_iter=0,
        tol=1e-09,
        threshold=True,
        classes="one-vs-one",
        scale="z-score",
        missing="refuse",
        class_weight=None,
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.form = form
        self.rate = rate
        self.max_iter = max_iter
        self.tol = tol
        self.threshold = threshold
        self.classes = classes
        self.scale = scale
        self.missing = missing
        self.class_weight = class_weight
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class AdaTron(Classifier):
    """The perceptron of optimal stability, in embedding strengths.

    x ← max(0, x + η(1 − E)), w = (1/N) Σ x ξ S

    Parameters
    ----------
    rate : float, default=0.0
        Η; 0: N/|ξ|², the exact step for each example; at least 0.
    max_iter : int, default=10000
        Passes over the examples at most; at least 1.
    tol : float, default=1e-09
        Of the conditions of optimality; greater than 0.
    threshold : bool, default=True
        Learn a threshold, as the weight of an input clamped to 1.
    classes : {"one-vs-one", "one-vs-rest"}, default="one-vs-one"
        More than two: a machine for every pair, or for each against the rest.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    lecture notes (3.76), errata N4; Anlauf, Biehl 1989
    AnlaufBiehl1989, Biehl2023
    """

    _method = "adatron"
    _keys = {
        "rate": "adatron.rate",
        "max_iter": "adatron.epochs",
        "tol": "adatron.tolerance",
        "threshold": "adatron.threshold",
        "classes": "adatron.classes",
        "scale": "scale",
        "missing": "missing",
    }

    def __init__(
        self,
        *,
        rate=0.0,
        max_iter=10000,
        tol=1e-09,
        threshold=True,
        classes="one-vs-one",
        scale="z-score",
        missing="refuse",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.rate = rate
        self.max_iter = max_iter
        self.tol = tol
        self.threshold = threshold
        self.classes = classes
        self.scale = scale
        self.missing = missing
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class SoftAdaTron(Classifier):
    """Large margins with errors: AdaTron with bounded embedding strengths.

    x ← min(γ, max(0, x + η(1 − E))), w = (1/N) Σ x ξ S

    Parameters
    ----------
    cost : float, default=0.0
        The bound γ of the strengths, N times the C of others; 0: 0.01 N to 10 N, by threefold
        cross-validation; at least 0.
    rate : float, default=0.0
        Η; 0: N/|ξ|², the exact step for each example; at least 0.
    max_iter : int, default=10000
        Passes over the examples at most; at least 1.
    tol : float, default=1e-09
        Of the conditions of optimality; greater than 0.
    threshold : bool, default=True
        Learn a threshold, as the weight of an input clamped to 1.
    classes : {"one-vs-one", "one-vs-rest"}, default="one-vs-one"
        More than two: a machine for every pair, or for each against the rest.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced": every class counts alike.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    lecture notes (4.6), errata N4
    AnlaufBiehl1989, CortesVapnik1995, Biehl2023
    """

    _method = "soft-adatron"
    _keys = {
        "cost": "soft-adatron.cost",
        "rate": "soft-adatron.rate",
        "max_iter": "soft-adatron.epochs",
        "tol": "soft-adatron.tolerance",
        "threshold": "soft-adatron.threshold",
        "classes": "soft-adatron.classes",
        "scale": "scale",
        "missing": "missing",
        "class_weight": "class_weights",
    }

    def __init__(
        self,
        *,
        cost=0.0,
        rate=0.0,
        max_iter=10000,
        tol=1e-09,
        threshold=True,
        classes="one-vs-one",
        scale="z-score",
        missing="refuse",
        class_weight=None,
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.cost = cost
        self.rate = rate
        self.max_iter = max_iter
        self.tol = tol
        self.threshold = threshold
        self.classes = classes
        self.scale = scale
        self.missing = missing
        self.class_weight = class_weight
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class Pocket(Classifier):
    """Rosenblatt's perceptron on examples drawn at random, the best weights in the pocket.

    w ← w + ξS/N where E ≤ 0; ŵ ← w where it errs less than ŵ

    Parameters
    ----------
    max_iter : int, default=100
        Of as many draws as there are examples; at least 1.
    threshold : bool, default=True
        Learn a threshold, as the weight of an input clamped to 1.
    classes : {"one-vs-one", "one-vs-rest"}, default="one-vs-one"
        More than two: a machine for every pair, or for each against the rest.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    lecture notes (4.2), errata N3; Gallant 1990
    Gallant1990, Biehl2023
    """

    _method = "pocket"
    _keys = {
        "max_iter": "pocket.epochs",
        "threshold": "pocket.threshold",
        "classes": "pocket.classes",
        "scale": "scale",
        "missing": "missing",
    }

    def __init__(
        self,
        *,
        max_iter=100,
        threshold=True,
        classes="one-vs-one",
        scale="z-score",
        missing="refuse",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.max_iter = max_iter
        self.threshold = threshold
        self.classes = classes
        self.scale = scale
        self.missing = missing
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class CostPerceptron(Classifier):
    """Gradient descent of the costs H[k] of examples short of a margin.

    H[k] = Σ (c − E)^k Θ[c − E]

    Parameters
    ----------
    power : float, default=2.0
        K: 1 the perceptron cost, 2 that of large margins; at least 1 and at most 10.
    margin : float, default=1.0
        C; greater than 0.
    rate : float, default=0.0
        Of the descent; 0: as large as lowers the cost; at least 0.
    max_iter : int, default=10000
        Steps at most; at least 1.
    tol : float, default=1e-06
        Of the gradient, relative to that of the start; greater than 0.
    threshold : bool, default=True
        Learn a threshold, as the weight of an input clamped to 1.
    classes : {"one-vs-one", "one-vs-rest"}, default="one-vs-one"
        More than two: a machine for every pair, or for each against the rest.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced": every class counts alike.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    lecture notes, section 4.1.1, errata N24
    Biehl2023
    """

    _method = "cost-perceptron"
    _keys = {
        "power": "cost-perceptron.power",
        "margin": "cost-perceptron.margin",
        "rate": "cost-perceptron.rate",
        "max_iter": "cost-perceptron.epochs",
        "tol": "cost-perceptron.tolerance",
        "threshold": "cost-perceptron.threshold",
        "classes": "cost-perceptron.classes",
        "scale": "scale",
        "missing": "missing",
        "class_weight": "class_weights",
    }

    def __init__(
        self,
        *,
        power=2.0,
        margin=1.0,
        rate=0.0,
        max_iter=10000,
        tol=1e-06,
        threshold=True,
        classes="one-vs-one",
        scale="z-score",
        missing="refuse",
        class_weight=None,
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.power = power
        self.margin = margin
        self.rate = rate
        self.max_iter = max_iter
        self.tol = tol
        self.threshold = threshold
        self.classes = classes
        self.scale = scale
        self.missing = missing
        self.class_weight = class_weight
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class CommitteeMachine(Classifier):
    """Committee machine: the majority of perceptrons, trained by least action.

    S = sign Σ_k sign(w_k·ξ − θ_k)

    Parameters
    ----------
    units : int, default=3
        Odd, of each machine; at least 1 and at most 9999.
    max_iter : int, default=200
        Passes over the examples at most; at least 1.
    threshold : bool, default=True
        Learn a threshold, as the weight of an input clamped to 1.
    classes : {"one-vs-one", "one-vs-rest"}, default="one-vs-one"
        More than two: a machine for every pair, or for each against the rest.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    lecture notes (4.7); Mitchison, Durbin 1989
    MitchisonDurbin1989, Biehl2023
    """

    _method = "committee"
    _keys = {
        "units": "committee.units",
        "max_iter": "committee.epochs",
        "threshold": "committee.threshold",
        "classes": "committee.classes",
        "scale": "scale",
        "missing": "missing",
    }

    def __init__(
        self,
        *,
        units=3,
        max_iter=200,
        threshold=True,
        classes="one-vs-one",
        scale="z-score",
        missing="refuse",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.units = units
        self.max_iter = max_iter
        self.threshold = threshold
        self.classes = classes
        self.scale = scale
        self.missing = missing
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class ParityMachine(Classifier):
    """Parity machine: the product of perceptrons, grown until all examples are right.

    S = Π_k sign(w_k·ξ − θ_k)

    Parameters
    ----------
    unit : {"pocket", "soft-adatron", "perceptron", "adaline"}, default="pocket"
        How units are trained.
    most_units : int, default=0
        Of each machine; 0: as many as it takes; at least 0.
    validation : float, default=0.0
        Share of the examples held out, by which the number of units is chosen; 0: none; at least 0 and less
        than 1.
    max_iter : int, default=100
        Of each unit; at least 1.
    cost : float, default=0.0
        Soft-adatron: the bound of the strengths; 0: ten times the number of inputs; at least 0.
    classes : {"one-vs-one", "one-vs-rest"}, default="one-vs-one"
        More than two: a machine for every pair, or for each against the rest.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    lecture notes (4.8) to (4.15), errata N11, N12, N28; Biehl, Opper 1991
    BiehlOpper1991, Biehl2023
    """

    _method = "parity"
    _keys = {
        "unit": "parity.unit",
        "most_units": "parity.most_units",
        "validation": "parity.validation",
        "max_iter": "parity.epochs",
        "cost": "parity.cost",
        "classes": "parity.classes",
        "scale": "scale",
        "missing": "missing",
    }

    def __init__(
        self,
        *,
        unit="pocket",
        most_units=0,
        validation=0.0,
        max_iter=100,
        cost=0.0,
        classes="one-vs-one",
        scale="z-score",
        missing="refuse",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.unit = unit
        self.most_units = most_units
        self.validation = validation
        self.max_iter = max_iter
        self.cost = cost
        self.classes = classes
        self.scale = scale
        self.missing = missing
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class KernelAdaTron(Classifier):
    """AdaTron in the feature space of a kernel, with soft margins.

    sign Σ x S K(ξ, input), x ← min(γ, max(0, x + (1 − E)/K(ξ, ξ)))

    Parameters
    ----------
    kernel : {"rbf", "polynomial", "linear"}, default="rbf"
        Rbf e^(−γ|ξ − ξ'|²), polynomial (1 + ξ·ξ')^q, linear ξ·ξ'.
    gamma : float, default=0.0
        Of the rbf kernel, for prepared features; 0: ¼, 1 or 4 over their number, by threefold
        cross-validation; at least 0.
    degree : int, default=2
        Of the polynomial kernel; at least 1 and at most 20.
    cost : float, default=0.0
        The bound of the strengths; inf: none, for what is separable; 0: 1, 10 or 100, by threefold
        cross-validation; at least 0.
    tol : float, default=1e-09
        Of the conditions of optimality; greater than 0.
    steps : int, default=0
        Of each machine at most; 0: a hundred for each example, a million at least; at least 0.
    cache : int, default=256
        MiB for values of the kernel; at least 1.
    classes : {"one-vs-one", "one-vs-rest"}, default="one-vs-one"
        More than two: a machine for every pair, or for each against the rest.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced": every class counts alike.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    lecture notes, sections 4.3.3 and 4.3.4, errata N4, N23; Frieß, Cristianini, Campbell 1998
    Friess1998, CortesVapnik1995, Biehl2023
    """

    _method = "kernel-adatron"
    _keys = {
        "kernel": "kernel-adatron.kernel",
        "gamma": "kernel-adatron.gamma",
        "degree": "kernel-adatron.degree",
        "cost": "kernel-adatron.cost",
        "tol": "kernel-adatron.tolerance",
        "steps": "kernel-adatron.steps",
        "cache": "kernel-adatron.cache",
        "classes": "kernel-adatron.classes",
        "scale": "scale",
        "missing": "missing",
        "class_weight": "class_weights",
    }

    def __init__(
        self,
        *,
        kernel="rbf",
        gamma=0.0,
        degree=2,
        cost=0.0,
        tol=1e-09,
        steps=0,
        cache=256,
        classes="one-vs-one",
        scale="z-score",
        missing="refuse",
        class_weight=None,
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.cost = cost
        self.tol = tol
        self.steps = steps
        self.cache = cache
        self.classes = classes
        self.scale = scale
        self.missing = missing
        self.class_weight = class_weight
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class Hopfield(Memory):
    """Hopfield network: stores rows of two values and recalls them from parts or with noise.

    S_i ← sign Σ_j w_ij S_j; hebb: w_ij = 1/N Σ_μ ξ_i ξ_j; perceptron: w_ij += ξ_i ξ_j/N while ξ_i Σ_j w_ij
    ξ_j ≤ margin

    Parameters
    ----------
    rule : {"hebb", "perceptron"}, default="hebb"
        How weights come from patterns.
    margin : float, default=1.0
        Perceptron: a pattern is learned where its E is not above it; at least 0.
    max_iter : int, default=1000
        Perceptron: passes over all patterns, at most; at least 1 and at most 1000000000.
    symmetric : bool, default=True
        Perceptron: w_ij and w_ji change together, so that there is an energy; else each unit learns by
        itself.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="none"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    binarize : float, "middle" or None, default="middle"
        Cells above are one of the two values, all others the other; "middle": above the middle of the
        smallest and the largest. None: cells have two values already.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    lecture notes, section 1.3.1; Hopfield 1982
    Hopfield1982, Amit1985, Amit1987, Biehl2023
    """

    _method = "hopfield"
    _keys = {
        "rule": "hopfield.rule",
        "margin": "hopfield.margin",
        "max_iter": "hopfield.epochs",
        "symmetric": "hopfield.symmetric",
        "scale": "scale",
        "missing": "missing",
    }

    def __init__(
        self,
        *,
        rule="hebb",
        margin=1.0,
        max_iter=1000,
        symmetric=True,
        scale="none",
        missing="refuse",
        binarize="middle",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.rule = rule
        self.margin = margin
        self.max_iter = max_iter
        self.symmetric = symmetric
        self.scale = scale
        self.missing = missing
        self.binarize = binarize
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class LinearRegression(Regressor):
    """Linear regression by pseudo-inverse; of several solutions the shortest.

    w·ξ + b, Σ (w·ξ + b − y)² least

    Parameters
    ----------
    intercept : bool, default=True
        A constant term by a clamped input; without it the fit is 0 where all prepared features are.
    degree : int, default=1
        Powers of each prepared feature up to this one are inputs; at least 1 and at most 20.
    interactions : bool, default=False
        Products of different features too, up to `degree` factors in all.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    lecture notes, section 2.4.2, eq. (2.4)–(2.8); errata N16, N25
    Penrose1955, Biehl2023
    """

    _method = "regression"
    _keys = {
        "intercept": "regression.intercept",
        "degree": "regression.degree",
        "interactions": "regression.interactions",
        "scale": "scale",
        "missing": "missing",
    }

    def __init__(
        self,
        *,
        intercept=True,
        degree=1,
        interactions=False,
        scale="z-score",
        missing="refuse",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.intercept = intercept
        self.degree = degree
        self.interactions = interactions
        self.scale = scale
        self.missing = missing
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class Ridge(Regressor):
    """Linear regression with a price on the length of the weights.

    w·ξ + b, ½ Σ (w·ξ + b − y)² + ½ γ w² least; γ = σ²/τ² for a Gaussian prior of width τ

    Parameters
    ----------
    strength : float, default=0.0
        The price γ, for prepared features; 0: chosen by leave-one-out; at least 0.
    intercept : bool, default=True
        A constant term by a clamped input, without a price; without it the fit is 0 where all prepared
        features are.
    degree : int, default=1
        Powers of each prepared feature up to this one are inputs; at least 1 and at most 20.
    interactions : bool, default=False
        Products of different features too, up to `degree` factors in all.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    Hoerl, Kennard 1970; lecture notes, section 2.4.2, eq. (2.9)–(2.16); errata N29
    HoerlKennard1970, Allen1974, Biehl2023
    """

    _method = "ridge"
    _keys = {
        "strength": "ridge.strength",
        "intercept": "ridge.intercept",
        "degree": "ridge.degree",
        "interactions": "ridge.interactions",
        "scale": "scale",
        "missing": "missing",
    }

    def __init__(
        self,
        *,
        strength=0.0,
        intercept=True,
        degree=1,
        interactions=False,
        scale="z-score",
        missing="refuse",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.strength = strength
        self.intercept = intercept
        self.degree = degree
        self.interactions = interactions
        self.scale = scale
        self.missing = missing
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class SVM(Classifier):
    """Support vector machine of libsvm with a Gaussian kernel, one against one.

    sign Σ_i α_i S_i e^(−γ‖x − x_i‖²) − b, 0 ≤ α_i ≤ C

    Parameters
    ----------
    cost : float, default=0.0
        The bound C of the coefficients; 0: 1, 10 or 100, by threefold cross-validation; at least 0.
    gamma : float, default=0.0
        Of the kernel, for prepared features; 0: ¼, 1 or 4 over their number, by threefold cross-validation;
        at least 0.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.

    References
    ----------
    lecture notes, chapter 4; Chang, Lin 2011
    ChangLin2011, Biehl2023
    """

    _method = "svm"
    _keys = {
        "cost": "svm.cost",
        "gamma": "svm.gamma",
        "scale": "scale",
        "missing": "missing",
    }

    def __init__(
        self,
        *,
        cost=0.0,
        gamma=0.0,
        scale="z-score",
        missing="refuse",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.cost = cost
        self.gamma = gamma
        self.scale = scale
        self.missing = missing
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class LVQ(CountingPrototypeClassifier):
    """Learning vector quantization, composed freely.

    Any rule with any dissimilarity and any optimizer, by name or as objects:
    ``LVQ(rule=GLVQRule(steepness=5), dissimilarity=MatrixDistance(rank=2), optimizer=Adam())``.

    Parameters
    ----------
    rule : str or object, default="glvq"
        How distances become a loss, or steps.
    dissimilarity : str or object, default="squared-euclidean"
        How a sample and a prototype differ.
    optimizer : str or object, default="l-bfgs"
        How the loss is made small.
    relevance : str, object or None, default=None
        Estimates relevances beside the rule.
    prototypes : int, dict or str, default=1
        Prototypes per class: one number, or a dictionary with a number for each class.
    restarts : int, default=1
        Trainings from so many starts, of which the one of least cost is kept.
    scope : {"shared", "class", "prototype"}, default="shared"
        Which prototypes share metric parameters.
    space : {"features", "combinations", "kernel-matrix", "dissimilarity-matrix"}, default="features"
        Where prototypes live: among the features, or as combinations of the training samples, of which the
        dissimilarity or a matrix of all pairs as DATA says how they differ.
    init : {"class-mean", "k-means", "k-means++", "random-sample", "uniform", "even", "plane", "samples", \
            "file"}, default="class-mean"
        Where prototypes start.
    reach : float, default=1
        How far prototypes may go beyond the training data, in ranges of each feature; inf: anywhere.
    scale : {"none", "z-score", "min-max", "unit-sum"}, default="z-score"
        Scaling of the features, learned from the training rows.
    missing : {"refuse", "drop", "mean", "median", "mask"}, default="refuse"
        What to do with missing values.
    decision : {"nearest", "k-nearest", "soft"}, default="nearest"
        How the model answers.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced": every class counts alike.
    costs : dict or str, default=""
        Costs of confusing classes: {(true, predicted): cost}; those not named are 1.
    max_iter : int, default=200
        Passes over the data, or iterations of a minimizer, at most; 0: keep the start; at least 0.
    batch_size : int, default=1
        Samples per step of sgd, momentum and adam; 0 means all; at least 0.
    presentation : {"shuffled", "random", "balanced", "file"}, default="shuffled"
        Order of the samples: shuffled, random with replacement, random with all classes alike, or as in the
        file.
    tol : float, default=1e-06
        Stop when the cost changes by less than this share in an epoch, and a learned number with a name no
        more than so; 0: never; at least 0.
    validation : float, default=0.0
        Share of each class held out to stop early and keep the best epoch; at least 0 and less than 1.
    patience : int, default=10
        Epochs without progress on the held-out part before stopping; at least 1.
    decision_k : int, default=5
        K-nearest: prototypes that vote; at least 1.
    decision_sigma : float, default=0.0
        Width σ of the scores; 0: the one that makes the labels of rows that were not trained on likeliest; at
        least 0.
    decision_scores : {"fitting", "relative", "margin", "absolute"}, default="fitting"
        Nearest: exp(−r/2σ²) with r = (d_c − d)/(d_c + d), √d_c − √d or d_c − d, d the smallest distance;
        fitting: the likelier of the first two.
    decision_threshold : float, default=None
        Two classes, nearest: the positive one is answered if d⁺ < d⁻ − Θ, strictly; none: plain nearest.
    positive_class : str, default=""
        The positive class of the threshold; empty: the second.
    reject : {"none", "margin", "distance", "posterior"}, default="none"
        No answer where this is too small (margin, posterior) or too large (distance).
    reject_below : float, default=0.0
        Margin, posterior: the smallest that is accepted.
    reject_beyond : float, default=float("inf")
        Distance: the largest to the nearest prototype of the class that is accepted; at least 0.
    init_noise : float, default=0.01
        Class-mean: deviation of the noise that parts several prototypes of a class, in deviations of the
        features; at least 0.
    init_neighbours : int, default=5
        Even: neighbours that must agree with a sample; at least 1.
    init_file : str, default=""
        File: a codebook (.cod) or a model with the first prototypes.
    random_state : int, RandomState instance or None, default=1
        Seed of everything random: the same seed gives the same bytes. None: another one each time.
    n_jobs : int or None, default=None
        Threads, which change no bit of the result; None is one, -1 all.
    verbose : int, default=0
        1: show progress on standard error.
    callback : callable or None, default=None
        Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training.
    """

    _method = "glvq"
    _keys = {
        "prototypes": "prototypes",
        "restarts": "restarts",
        "scope": "scope",
        "space": "space",
        "init": "init",
        "reach": "reach",
        "scale": "scale",
        "missing": "missing",
        "decision": "decision",
        "class_weight": "class_weights",
        "costs": "costs",
        "max_iter": "epochs",
        "batch_size": "batch",
        "presentation": "presentation",
        "tol": "tolerance",
        "validation": "validation",
        "patience": "patience",
        "decision_k": "decision.k",
        "decision_sigma": "decision.sigma",
        "decision_scores": "decision.scores",
        "decision_threshold": "decision.threshold",
        "positive_class": "decision.positive",
        "reject": "decision.reject",
        "reject_below": "decision.reject_below",
        "reject_beyond": "decision.reject_beyond",
        "init_noise": "init.noise",
        "init_neighbours": "init.neighbours",
        "init_file": "init.file",
    }
    _families = {
        "rule": "glvq",
        "dissimilarity": "squared-euclidean",
        "optimizer": "l-bfgs",
        "relevance": None,
    }

    def __init__(
        self,
        *,
        rule="glvq",
        dissimilarity="squared-euclidean",
        optimizer="l-bfgs",
        relevance=None,
        prototypes=1,
        restarts=1,
        scope="shared",
        space="features",
        init="class-mean",
        reach=1,
        scale="z-score",
        missing="refuse",
        decision="nearest",
        class_weight=None,
        costs="",
        max_iter=200,
        batch_size=1,
        presentation="shuffled",
        tol=1e-06,
        validation=0.0,
        patience=10,
        decision_k=5,
        decision_sigma=0.0,
        decision_scores="fitting",
        decision_threshold=None,
        positive_class="",
        reject="none",
        reject_below=0.0,
        reject_beyond=float("inf"),
        init_noise=0.01,
        init_neighbours=5,
        init_file="",
        random_state=1,
        n_jobs=None,
        verbose=0,
        callback=None,
    ):
        self.rule = rule
        self.dissimilarity = dissimilarity
        self.optimizer = optimizer
        self.relevance = relevance
        self.prototypes = prototypes
        self.restarts = restarts
        self.scope = scope
        self.space = space
        self.init = init
        self.reach = reach
        self.scale = scale
        self.missing = missing
        self.decision = decision
        self.class_weight = class_weight
        self.costs = costs
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.presentation = presentation
        self.tol = tol
        self.validation = validation
        self.patience = patience
        self.decision_k = decision_k
        self.decision_sigma = decision_sigma
        self.decision_scores = decision_scores
        self.decision_threshold = decision_threshold
        self.positive_class = positive_class
        self.reject = reject
        self.reject_below = reject_below
        self.reject_beyond = reject_beyond
        self.init_noise = init_noise
        self.init_neighbours = init_neighbours
        self.init_file = init_file
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback


class LVQ1Rule(Part):
    """Learning Vector Quantization 1: the winner moves towards or away from the sample.

    w_J ← w_J ∓ η·½∂d/∂w, − (towards x) if c_J = y

    References
    ----------
    lecture notes (5.4), (5.9); winner-takes-all dynamics, II
    """

    _family = "rule"
    _name = "lvq1"


class LVQPlusRule(Part):
    """LVQ+: only a correct winner moves, towards the sample.

    w_J ← w_J − η·½∂d/∂w if c_J = y

    References
    ----------
    winner-takes-all dynamics, II, (a, b) = (½, ½)
    """

    _family = "rule"
    _name = "lvq+"


class VQRule(Part):
    """Vector quantization: the winner moves towards the sample, labels are ignored.

    loss = ½·min_k d_k

    References
    ----------
    winner-takes-all dynamics, III; divergence based vector quantization, 4.3
    """

    _family = "rule"
    _name = "vq"


class OLVQ1Rule(Part):
    """Optimized LVQ1: a learning rate per prototype, adapted by its successes.

    move with α_J, then α_J ← min(α_J/(1 ± α_J), α(0)), + if c_J = y

    Parameters
    ----------
    rate : float, default=0.3
        First learning rate of every prototype, and its cap; greater than 0 and at most 1.

    References
    ----------
    LVQ_PAK; margin analysis, errata M13
    """

    _family = "rule"
    _name = "olvq1"

    def __init__(
        self,
        *,
        rate=0.3,
    ):
        self.rate = rate


class LVQ21Rule(Part):
    """LVQ2.1: the two nearest prototypes, one right and one wrong, move inside a window.

    both nearest move if exactly one is right and min(dᵢ/dⱼ, dⱼ/dᵢ) > (1−ω)/(1+ω)

    Parameters
    ----------
    window : float, default=0.3
        Relative width ω of the window; inf for none; greater than 0.
    window_on : {"distance", "squared", "difference"}, default="distance"
        What the window compares: distance (the textbook), squared (LVQ_PAK and R), or difference (|d⁺ − d⁻| ≤
        window).

    References
    ----------
    LVQ_PAK; lecture notes, section 5.1; errata M13
    """

    _family = "rule"
    _name = "lvq2.1"

    def __init__(
        self,
        *,
        window=0.3,
        window_on="distance",
    ):
        self.window = window
        self.window_on = window_on


class LVQ3Rule(Part):
    """LVQ3: LVQ2.1 that also keeps prototypes in the middle of their class.

    as lvq2.1; both move by ε·η towards x if both nearest are right

    Parameters
    ----------
    window : float, default=0.3
        Relative width ω of the window; inf for none; greater than 0.
    window_on : {"distance", "squared", "difference"}, default="distance"
        What the window compares: distance (the textbook), squared (LVQ_PAK and R), or difference (|d⁺ − d⁻| ≤
        window).
    epsilon : float, default=0.1
        Relative step when both nearest prototypes are right; at least 0.

    References
    ----------
    LVQ_PAK; errata M13
    """

    _family = "rule"
    _name = "lvq3"

    def __init__(
        self,
        *,
        window=0.3,
        window_on="distance",
        epsilon=0.1,
    ):
        self.window = window
        self.window_on = window_on
        self.epsilon = epsilon


class GLVQRule(Part):
    """Generalized LVQ: minimizes the relative distance difference.

    loss = Φ(μ), μ = (d⁺ − d⁻)/(d⁺ + d⁻)

    Parameters
    ----------
    activation : {"identity", "sigmoid", "soft+", "swish"}, default="sigmoid"
        The function Φ of the relative margin.
    steepness : float, default=1.0
        Slope of sigmoid, soft+ and swish; greater than 0.
    annealing : float, default=1.0
        Factor on the steepness by the end of training; greater than 0.

    References
    ----------
    lecture notes (5.5)–(5.7)
    """

    _family = "rule"
    _name = "glvq"

    def __init__(
        self,
        *,
        activation="sigmoid",
        steepness=1.0,
        annealing=1.0,
    ):
        self.activation = activation
        self.steepness = steepness
        self.annealing = annealing


class RSLVQRule(Part):
    """Robust soft LVQ: maximizes the likelihood ratio of a Gaussian mixture.

    loss = −ln(Σ_{c_k=y} e^{−d_k/2σ²} / Σ_k e^{−d_k/2σ²})

    Parameters
    ----------
    sigma : float, default=0.5
        Width σ of the Gaussians; greater than 0.
    annealing : float, default=1.0
        Factor on σ by the end of training; greater than 0.
    learn_sigma : bool, default=False
        Learn σ by its gradient, from the given start.

    References
    ----------
    margin analysis, section 6; Seo and Obermayer 2003
    """

    _family = "rule"
    _name = "rslvq"

    def __init__(
        self,
        *,
        sigma=0.5,
        annealing=1.0,
        learn_sigma=False,
    ):
        self.sigma = sigma
        self.annealing = annealing
        self.learn_sigma = learn_sigma


class MarginHinge(Part):
    """Hinge loss of the hypothesis margin.

    loss = (1 − βθ)₊, θ = ½(√d⁻ − √d⁺)

    Parameters
    ----------
    beta : float, default=1.0
        Slope: the margin 1/β is enough; greater than 0.

    References
    ----------
    margin analysis of the LVQ algorithm, section 5, errata M1–M3, M11
    """

    _family = "rule"
    _name = "margin-hinge"

    def __init__(
        self,
        *,
        beta=1.0,
    ):
        self.beta = beta


class MarginBrokenLinear(Part):
    """Hinge loss of the hypothesis margin, cut off at 2: outliers stop counting.

    loss = min(2, (1 − βθ)₊), θ = ½(√d⁻ − √d⁺)

    Parameters
    ----------
    beta : float, default=1.0
        Slope: the margin 1/β is enough, −1/β is given up; greater than 0.

    References
    ----------
    margin analysis of the LVQ algorithm, section 5, errata M1–M3, M11
    """

    _family = "rule"
    _name = "margin-broken-linear"

    def __init__(
        self,
        *,
        beta=1.0,
    ):
        self.beta = beta


class MarginExponential(Part):
    """Exponential loss of the hypothesis margin.

    loss = e^{−βθ}, θ = ½(√d⁻ − √d⁺)

    Parameters
    ----------
    beta : float, default=1.0
        How fast the loss falls with the margin; greater than 0.

    References
    ----------
    margin analysis of the LVQ algorithm, section 5, errata M1–M3, M11
    """

    _family = "rule"
    _name = "margin-exponential"

    def __init__(
        self,
        *,
        beta=1.0,
    ):
        self.beta = beta


class CrossEntropy(Part):
    """Log loss of a softmax over the classes, each class seen through its nearest prototype.

    loss = −ln P(y), P(c) = e^{−s·d_c} / Σ_c' e^{−s·d_c'}, d_c = min_{c_k=c} d_k

    Parameters
    ----------
    steepness : float, default=1.0
        Slope s of the softmax; greater than 0.
    annealing : float, default=1.0
        Factor on the steepness by the end of training; greater than 0.
    learn_steepness : bool, default=False
        Learn s by its gradient, from the given start.

    References
    ----------
    multinomial logistic regression on distances; Villmann et al. 2018
    """

    _family = "rule"
    _name = "cross-entropy"

    def __init__(
        self,
        *,
        steepness=1.0,
        annealing=1.0,
        learn_steepness=False,
    ):
        self.steepness = steepness
        self.annealing = annealing
        self.learn_steepness = learn_steepness


class NeuralGasRule(Part):
    """Neural gas: all units move to the sample, the nearest most, by their rank.

    loss = ½·Σ_k h(rank_k)·d_k, h = exp(−rank/σ), rank_k the number of units nearer than k

    Parameters
    ----------
    range : float, default=0.0
        Range σ at the start, in ranks; 0: half the units; at least 0.
    final_range : float, default=0.01
        Range σ at the end; at least 0.001.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="exponential"
        How the range goes from the first to the last; constant: the last.

    References
    ----------
    divergence based vector quantization, 4.7 to 4.10; Martinetz and others 1993
    """

    _family = "rule"
    _name = "neural-gas"

    def __init__(
        self,
        *,
        range=0.0,
        final_range=0.01,
        schedule="exponential",
    ):
        self.range = range
        self.final_range = final_range
        self.schedule = schedule


class GrowingNeuralGasRule(Part):
    """Growing neural gas: units are added where the error is largest, until it is small enough.

    loss = ½·Σ_k h(rank_k)·d_k over the units so far, h = exp(−rank/σ)

    Parameters
    ----------
    range : float, default=0.5
        Range σ of the neighbourhood, in ranks; greater than 0.
    error : float, default=0.0
        The mean distance of samples to their nearest unit that is small enough; 0: as many units as there may
        be; at least 0.
    every : int, default=3
        Epochs from one new unit to the next; at least 1.

    References
    ----------
    divergence based vector quantization, 4.7 to 4.10; Fritzke 1995
    """

    _family = "rule"
    _name = "growing-neural-gas"

    def __init__(
        self,
        *,
        range=0.5,
        error=0.0,
        every=3,
    ):
        self.range = range
        self.error = error
        self.every = every


class SOMRule(Part):
    """Self-organizing map: the winner and its neighbours move to the sample.

    pull_k = ½·h(s, k), s = argmin_k d_k, h = exp(−‖r_s − r_k‖²/2σ²); the loss shown is ½·d_s

    Parameters
    ----------
    topology : {"chain", "rectangle", "hexagon", "torus", "free"}, default="rectangle"
        How the units are placed: in a chain, a grid, or as a matrix says.
    columns : int, default=0
        Columns of the lattice; 0: chosen from the data; at least 0.
    rows : int, default=0
        Rows of the lattice; 0: chosen from the data; at least 0.
    neighbourhood : {"gaussian", "bubble"}, default="gaussian"
        How h falls with the distance on the lattice: exp(−r²/2σ²), or 1 up to σ.
    range : float, default=0.0
        Range σ at the start; 0: half the extent of the lattice; at least 0.
    final_range : float, default=1.0
        Range σ at the end; at least 0.001.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="exponential"
        How the range goes from the first to the last; constant: the last.

    References
    ----------
    divergence based vector quantization, 4.1 and 4.6; Kohonen 1995
    """

    _family = "rule"
    _name = "som"

    def __init__(
        self,
        *,
        topology="rectangle",
        columns=0,
        rows=0,
        neighbourhood="gaussian",
        range=0.0,
        final_range=1.0,
        schedule="exponential",
    ):
        self.topology = topology
        self.columns = columns
        self.rows = rows
        self.neighbourhood = neighbourhood
        self.range = range
        self.final_range = final_range
        self.schedule = schedule


class HeskesSOMRule(Part):
    """Self-organizing map with a cost: the unit wins whose neighbourhood is nearest to the sample.

    loss = ½·min_s Σ_k h(s, k)·d_k, h = exp(−‖r_s − r_k‖²/2σ²)

    Parameters
    ----------
    topology : {"chain", "rectangle", "hexagon", "torus", "free"}, default="rectangle"
        How the units are placed: in a chain, a grid, or as a matrix says.
    columns : int, default=0
        Columns of the lattice; 0: chosen from the data; at least 0.
    rows : int, default=0
        Rows of the lattice; 0: chosen from the data; at least 0.
    neighbourhood : {"gaussian", "bubble"}, default="gaussian"
        How h falls with the distance on the lattice: exp(−r²/2σ²), or 1 up to σ.
    range : float, default=0.0
        Range σ at the start; 0: half the extent of the lattice; at least 0.
    final_range : float, default=1.0
        Range σ at the end; at least 0.001.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="exponential"
        How the range goes from the first to the last; constant: the last.

    References
    ----------
    divergence based vector quantization, 4.4 to 4.6; Heskes 1999
    """

    _family = "rule"
    _name = "heskes-som"

    def __init__(
        self,
        *,
        topology="rectangle",
        columns=0,
        rows=0,
        neighbourhood="gaussian",
        range=0.0,
        final_range=1.0,
        schedule="exponential",
    ):
        self.topology = topology
        self.columns = columns
        self.rows = rows
        self.neighbourhood = neighbourhood
        self.range = range
        self.final_range = final_range
        self.schedule = schedule


class FLSOMRule(Part):
    """Fuzzy-labelled map: Heskes' map whose units learn label vectors beside their places.

    loss = (1−β)·½·min_s Σ_k h(s, k)·d_k + β·½·Σ_k g_k·ψ_k, g = exp(−d/2γ²), ψ of the labels

    Parameters
    ----------
    topology : {"chain", "rectangle", "hexagon", "torus", "free"}, default="rectangle"
        How the units are placed: in a chain, a grid, or as a matrix says.
    columns : int, default=0
        Columns of the lattice; 0: chosen from the data; at least 0.
    rows : int, default=0
        Rows of the lattice; 0: chosen from the data; at least 0.
    neighbourhood : {"gaussian", "bubble"}, default="gaussian"
        How h falls with the distance on the lattice: exp(−r²/2σ²), or 1 up to σ.
    range : float, default=0.0
        Range σ at the start; 0: half the extent of the lattice; at least 0.
    final_range : float, default=1.0
        Range σ at the end; at least 0.001.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="exponential"
        How the range goes from the first to the last; constant: the last.
    balance : float, default=0.5
        Β, between the map of the data (0) and the labels (1); 0 is the plain map; at least 0 and at most 1.
    kernel : float, default=0.0
        Width γ of g = exp(−d/2γ²), within which labels are compared; 0: chosen from the data; at least 0.

    References
    ----------
    divergence based vector quantization, 4.20 to 4.24
    """

    _family = "rule"
    _name = "fl-som"

    def __init__(
        self,
        *,
        topology="rectangle",
        columns=0,
        rows=0,
        neighbourhood="gaussian",
        range=0.0,
        final_range=1.0,
        schedule="exponential",
        balance=0.5,
        kernel=0.0,
    ):
        self.topology = topology
        self.columns = columns
        self.rows = rows
        self.neighbourhood = neighbourhood
        self.range = range
        self.final_range = final_range
        self.schedule = schedule
        self.balance = balance
        self.kernel = kernel


class FLNGRule(Part):
    """Fuzzy-labelled neural gas: a gas whose units learn label vectors beside their places.

    loss = (1−β)·½·Σ_k h(rank_k)·d_k + β·½·Σ_k g_k·ψ_k, g = exp(−d/2γ²), ψ of the labels

    Parameters
    ----------
    range : float, default=0.0
        Range σ at the start, in ranks; 0: half the units; at least 0.
    final_range : float, default=0.01
        Range σ at the end; at least 0.001.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="exponential"
        How the range goes from the first to the last; constant: the last.
    balance : float, default=0.5
        Β, between the map of the data (0) and the labels (1); 0 is the plain map; at least 0 and at most 1.
    kernel : float, default=0.0
        Width γ of g = exp(−d/2γ²), within which labels are compared; 0: chosen from the data; at least 0.

    References
    ----------
    divergence based vector quantization, 4.20 to 4.24
    """

    _family = "rule"
    _name = "fl-ng"

    def __init__(
        self,
        *,
        range=0.0,
        final_range=0.01,
        schedule="exponential",
        balance=0.5,
        kernel=0.0,
    ):
        self.range = range
        self.final_range = final_range
        self.schedule = schedule
        self.balance = balance
        self.kernel = kernel


class SquaredEuclidean(Part):
    """Squared Euclidean distance: every feature counts alike.

    d = Σ_l (x_l − w_l)²

    References
    ----------
    lecture notes, section 5.1
    """

    _family = "dissimilarity"
    _name = "squared-euclidean"


class RelevanceDistance(Part):
    """Squared distance with one learned relevance per feature.

    d = Σ_l λ_l (x_l − w_l)², λ_l ≥ 0, Σ_l λ_l = 1

    Parameters
    ----------
    relevances : list of float, default=""
        First relevances, such as 0.5,0.3,0.2; empty: all equal; at least 0.
    learn : bool, default=True
        Learn the relevances; otherwise they stay as they start.
    update : {"squared", "absolute"}, default="squared"
        Relevances change by (x − w)², the gradient, or by |x − w|.
    step : {"gradient", "plain"}, default="gradient"
        Prototypes move along the gradient, by λ(x − w), or plainly by x − w.

    References
    ----------
    Fisher relevances (1); lecture notes, section 5.2.2
    """

    _family = "dissimilarity"
    _name = "relevance"

    def __init__(
        self,
        *,
        relevances="",
        learn=True,
        update="squared",
        step="gradient",
    ):
        self.relevances = relevances
        self.learn = learn
        self.update = update
        self.step = step


class MatrixDistance(Part):
    """Quadratic form with a learned matrix, full or of limited rank.

    d = ‖Ω(x − w)‖² = (x − w)ᵀΛ(x − w), Λ = ΩᵀΩ, tr Λ = 1

    Parameters
    ----------
    rank : int, default=0
        Rows of the matrix; 0: as many as features, and where these are more than 500 as many as principal
        axes hold 95 % of the variance, from 10 to 200; at least 0.
    start : {"identity", "random", "pca"}, default="identity"
        First matrix: identity (a random one where the rank is limited), random, or the principal axes of the
        data.
    relevances : list of float, default=""
        First diagonal of Λ, such as 0.5,0.3,0.2; empty: as start says; at least 0.
    learn : bool, default=True
        Learn the matrix; otherwise it stays as it starts.
    correct_null_space : bool, default=False
        Start within the span of data and prototypes, where gradients keep the matrix.
    log_det : float, default=0.0
        Strength μ of the penalty −(μ/2) ln det ΩΩᵀ for each sample, which keeps the rank up; at least 0.
    log_det_samples : int, default=0
        Samples whose penalties all of them share where they are more: what many say needs no such help; 0:
        each pays its own; at least 0.

    References
    ----------
    lecture notes (5.13)–(5.17), gradients as corrected in errata N7, N8
    """

    _family = "dissimilarity"
    _name = "matrix"

    def __init__(
        self,
        *,
        rank=0,
        start="identity",
        relevances="",
        learn=True,
        correct_null_space=False,
        log_det=0.0,
        log_det_samples=0,
    ):
        self.rank = rank
        self.start = start
        self.relevances = relevances
        self.learn = learn
        self.correct_null_space = correct_null_space
        self.log_det = log_det
        self.log_det_samples = log_det_samples


class Euclidean(Part):
    """Euclidean distance, not squared: far prototypes count less.

    d = √Σ_l (x_l − w_l)²

    References
    ----------
    lecture notes, section 5.1
    """

    _family = "dissimilarity"
    _name = "euclidean"


class Minkowski(Part):
    """Sum of absolute differences to the power p; p may be learned.

    d = Σ_l |x_l − w_l|^p, p ≥ 1; max_l |x_l − w_l| for p = inf

    Parameters
    ----------
    p : float, default=2.0
        The power: 1 city-block, 2 squared Euclidean, inf the largest difference (to measure only); at least
        1.
    learn_p : bool, default=False
        Learn p by its gradient, from the given start.

    References
    ----------
    lecture notes, section 5.2.1
    """

    _family = "dissimilarity"
    _name = "minkowski"

    def __init__(
        self,
        *,
        p=2.0,
        learn_p=False,
    ):
        self.p = p
        self.learn_p = learn_p


class KernelDistance(Part):
    """Squared distance in the feature space of an RBF, polynomial or linear kernel.

    d = κ(w,w) − 2κ(w,x) + κ(x,x), κ = e^{−‖x−w‖²/2σ²}, (1 + x·w)^q or x·w

    Parameters
    ----------
    kind : {"rbf", "polynomial", "linear"}, default="rbf"
        The kernel.
    sigma : float, default=1.0
        Rbf: width σ; 0 means √n, which suits n scaled features; at least 0.
    learn_sigma : bool, default=False
        Rbf: learn σ by its gradient, from the given start.
    degree : int, default=2
        Polynomial: degree q; at least 1 and at most 20.

    References
    ----------
    lecture notes (5.12)
    """

    _family = "dissimilarity"
    _name = "kernel"

    def __init__(
        self,
        *,
        kind="rbf",
        sigma=1.0,
        learn_sigma=False,
        degree=2,
    ):
        self.kind = kind
        self.sigma = sigma
        self.learn_sigma = learn_sigma
        self.degree = degree


class Angle(Part):
    """One minus the cosine of the angle between sample and prototype; a metric may be learned.

    d = 1 − c, or (e^{β(1−c)} − 1)/(e^{2β} − 1), c = xᵀΛw/√(xᵀΛx · wᵀΛw), Λ = I, diag λ or ΩᵀΩ

    Parameters
    ----------
    shape : float, default=0.0
        Β of the exponential form; 0 gives 1 − cos; at least 0 and at most 100.
    metric : {"none", "relevance", "matrix"}, default="none"
        What is learned: nothing, a relevance per feature, or a matrix.
    rank : int, default=0
        Matrix: its rows; 0 means as many as features; at least 0.

    References
    ----------
    lecture notes, section 5.2; angle LVQ (Bunte et al. 2016)
    """

    _family = "dissimilarity"
    _name = "angle"

    def __init__(
        self,
        *,
        shape=0.0,
        metric="none",
        rank=0,
    ):
        self.shape = shape
        self.metric = metric
        self.rank = rank


class Mahalanobis(Part):
    """Squared distance in units of the spread of the data, with one fixed covariance per metric.

    d = (x − w)ᵀS⁻¹(x − w), S ← (1 − r)S + r·(tr S/n)·I

    Parameters
    ----------
    regularization : float, default=0.01
        Share r of a sphere in the covariance; more than 0 keeps it invertible; at least 0 and at most 1.

    References
    ----------
    lecture notes, section 5.2.2; Mahalanobis 1936
    """

    _family = "dissimilarity"
    _name = "mahalanobis"

    def __init__(
        self,
        *,
        regularization=0.01,
    ):
        self.regularization = regularization


class TangentDistance(Part):
    """Squared distance to a flat through the prototype: learned directions cost nothing.

    d = ‖(I − TᵀT)(x − w)‖², TTᵀ = I

    Parameters
    ----------
    tangents : int, default=1
        Directions r that cost nothing, fewer than features; at least 1 and at most 32.

    References
    ----------
    margin analysis, section 6; Saralajew and Villmann 2016
    """

    _family = "dissimilarity"
    _name = "tangent"

    def __init__(
        self,
        *,
        tangents=1,
    ):
        self.tangents = tangents


class GeneralizedKullbackLeibler(Part):
    """Kullback–Leibler divergence of positive vectors, whatever they sum to.

    D = Σ_l p_l ln(p_l/ρ_l) − p_l + ρ_l

    Parameters
    ----------
    relevances : bool, default=False
        Learn a relevance λ of each feature: both vectors are weighed by it.
    floor : float, default=0.0
        Data and prototypes below are lifted to it; 0: data are taken as they are, prototypes stay above
        1e-06; at least 0 and less than 1.

    References
    ----------
    Villmann, Haase (2.3), (3.2)
    """

    _family = "dissimilarity"
    _name = "generalized-kullback-leibler"

    def __init__(
        self,
        *,
        relevances=False,
        floor=0.0,
    ):
        self.relevances = relevances
        self.floor = floor


class KullbackLeibler(Part):
    """Kullback–Leibler divergence of probability vectors.

    D = Σ_l p_l ln(p_l/ρ_l), Σp = Σρ = 1

    Parameters
    ----------
    relevances : bool, default=False
        Learn a relevance λ of each feature: both vectors are weighed by it.
    floor : float, default=0.0
        Data and prototypes below are lifted to it; 0: data are taken as they are, prototypes stay above
        1e-06; at least 0 and less than 1.

    References
    ----------
    Villmann, Haase (2.4), (3.3)
    """

    _family = "dissimilarity"
    _name = "kullback-leibler"

    def __init__(
        self,
        *,
        relevances=False,
        floor=0.0,
    ):
        self.relevances = relevances
        self.floor = floor


class ItakuraSaito(Part):
    """Itakura–Saito divergence: only ratios count, feature by feature.

    D = Σ_l p_l/ρ_l − ln(p_l/ρ_l) − 1

    Parameters
    ----------
    relevances : bool, default=False
        Learn a relevance λ of each feature: both vectors are weighed by it.
    floor : float, default=0.0
        Data and prototypes below are lifted to it; 0: data are taken as they are, prototypes stay above
        1e-06; at least 0 and less than 1.

    References
    ----------
    Villmann, Haase (2.6)
    """

    _family = "dissimilarity"
    _name = "itakura-saito"

    def __init__(
        self,
        *,
        relevances=False,
        floor=0.0,
    ):
        self.relevances = relevances
        self.floor = floor


class EtaDivergence(Part):
    """Eta divergence: the Bregman divergence of the power η; η(η−1) times the beta divergence.

    D = Σ_l p_l^η + (η−1) ρ_l^η − η p_l ρ_l^(η−1), η > 1

    Parameters
    ----------
    eta : float, default=1.5
        The power η; greater than 1 and at most 10.
    learn : bool, default=False
        Learn η by its gradient, from 1.05 to 6.
    relevances : bool, default=False
        Learn a relevance λ of each feature: both vectors are weighed by it.
    floor : float, default=0.0
        Data and prototypes below are lifted to it; 0: data are taken as they are, prototypes stay above
        1e-06; at least 0 and less than 1.

    References
    ----------
    Villmann, Haase (2.7), (3.4)
    """

    _family = "dissimilarity"
    _name = "eta"

    def __init__(
        self,
        *,
        eta=1.5,
        learn=False,
        relevances=False,
        floor=0.0,
    ):
        self.eta = eta
        self.learn = learn
        self.relevances = relevances
        self.floor = floor


class BetaDivergence(Part):
    """Beta divergence: from Itakura–Saito over Kullback–Leibler to the Euclidean distance.

    D = Σ_l p_l (p_l^(β−1) − ρ_l^(β−1))/(β−1) − (p_l^β − ρ_l^β)/β

    Parameters
    ----------
    beta : float, default=1.5
        The parameter β; at least -10 and at most 10.
    learn : bool, default=False
        Learn β by its gradient, from 0.05 to 5.
    relevances : bool, default=False
        Learn a relevance λ of each feature: both vectors are weighed by it.
    floor : float, default=0.0
        Data and prototypes below are lifted to it; 0: data are taken as they are, prototypes stay above
        1e-06; at least 0 and less than 1.

    References
    ----------
    Villmann, Haase (2.8), (3.6)
    """

    _family = "dissimilarity"
    _name = "beta"

    def __init__(
        self,
        *,
        beta=1.5,
        learn=False,
        relevances=False,
        floor=0.0,
    ):
        self.beta = beta
        self.learn = learn
        self.relevances = relevances
        self.floor = floor


class AlphaDivergence(Part):
    """Alpha divergence: Csiszár's divergences of powers, with Kullback–Leibler both ways round.

    D = Σ_l (p_l^α ρ_l^(1−α) − α p_l + (α−1) ρ_l)/(α(α−1))

    Parameters
    ----------
    alpha : float, default=0.5
        The parameter α; at least -10 and at most 10.
    learn : bool, default=False
        Learn α by its gradient, from 0.05 to 5.
    relevances : bool, default=False
        Learn a relevance λ of each feature: both vectors are weighed by it.
    floor : float, default=0.0
        Data and prototypes below are lifted to it; 0: data are taken as they are, prototypes stay above
        1e-06; at least 0 and less than 1.

    References
    ----------
    Villmann, Haase (2.15), (3.9)
    """

    _family = "dissimilarity"
    _name = "alpha"

    def __init__(
        self,
        *,
        alpha=0.5,
        learn=False,
        relevances=False,
        floor=0.0,
    ):
        self.alpha = alpha
        self.learn = learn
        self.relevances = relevances
        self.floor = floor


class TsallisDivergence(Part):
    """Tsallis' divergence of probability vectors.

    D = (Σ_l p_l^α ρ_l^(1−α) − 1)/(α−1), α > 0, Σp = Σρ = 1

    Parameters
    ----------
    alpha : float, default=2.0
        The parameter α; greater than 0 and at most 10.
    learn : bool, default=False
        Learn α by its gradient, from 0.05 to 5.
    relevances : bool, default=False
        Learn a relevance λ of each feature: both vectors are weighed by it.
    floor : float, default=0.0
        Data and prototypes below are lifted to it; 0: data are taken as they are, prototypes stay above
        1e-06; at least 0 and less than 1.

    References
    ----------
    Villmann, Haase (2.19), (3.10), with the other sign
    """

    _family = "dissimilarity"
    _name = "tsallis"

    def __init__(
        self,
        *,
        alpha=2.0,
        learn=False,
        relevances=False,
        floor=0.0,
    ):
        self.alpha = alpha
        self.learn = learn
        self.relevances = relevances
        self.floor = floor


class RenyiDivergence(Part):
    """Rényi's divergence of probability vectors.

    D = ln(Σ_l p_l^α ρ_l^(1−α))/(α−1), α > 0, Σp = Σρ = 1

    Parameters
    ----------
    alpha : float, default=2.0
        The parameter α; greater than 0 and at most 10.
    learn : bool, default=False
        Learn α by its gradient, from 0.05 to 5.
    relevances : bool, default=False
        Learn a relevance λ of each feature: both vectors are weighed by it.
    floor : float, default=0.0
        Data and prototypes below are lifted to it; 0: data are taken as they are, prototypes stay above
        1e-06; at least 0 and less than 1.

    References
    ----------
    Villmann, Haase (2.23), (3.12)
    """

    _family = "dissimilarity"
    _name = "renyi"

    def __init__(
        self,
        *,
        alpha=2.0,
        learn=False,
        relevances=False,
        floor=0.0,
    ):
        self.alpha = alpha
        self.learn = learn
        self.relevances = relevances
        self.floor = floor


class GeneralizedRenyiDivergence(Part):
    """Rényi's divergence of positive vectors, whatever they sum to.

    D = ln(1 + Σ_l [p_l^α ρ_l^(1−α) − α p_l + (α−1) ρ_l])/(α−1), α > 0

    Parameters
    ----------
    alpha : float, default=2.0
        The parameter α; greater than 0 and at most 10.
    learn : bool, default=False
        Learn α by its gradient, from 1 to 5.
    relevances : bool, default=False
        Learn a relevance λ of each feature: both vectors are weighed by it.
    floor : float, default=0.0
        Data and prototypes below are lifted to it; 0: data are taken as they are, prototypes stay above
        1e-06; at least 0 and less than 1.

    References
    ----------
    Villmann, Haase (2.22), (3.11), with 1 beside the sum
    """

    _family = "dissimilarity"
    _name = "generalized-renyi"

    def __init__(
        self,
        *,
        alpha=2.0,
        learn=False,
        relevances=False,
        floor=0.0,
    ):
        self.alpha = alpha
        self.learn = learn
        self.relevances = relevances
        self.floor = floor


class Hellinger(Part):
    """Hellinger divergence: squared Euclidean distance of the square roots.

    D = Σ_l (√p_l − √ρ_l)²

    Parameters
    ----------
    relevances : bool, default=False
        Learn a relevance λ of each feature: both vectors are weighed by it.
    floor : float, default=0.0
        Data and prototypes below are lifted to it; 0: data are taken as they are, prototypes stay above
        1e-06; at least 0 and less than 1.

    References
    ----------
    Villmann, Haase (2.14), (3.8)
    """

    _family = "dissimilarity"
    _name = "hellinger"

    def __init__(
        self,
        *,
        relevances=False,
        floor=0.0,
    ):
        self.relevances = relevances
        self.floor = floor


class GammaDivergence(Part):
    """Gamma divergence: robust against outliers, the same for vectors of any scale.

    D = ln[(Σ_l p_l^(γ+1))^(1/(γ(γ+1))) · (Σ_l ρ_l^(γ+1))^(1/(γ+1)) / (Σ_l p_l ρ_l^γ)^(1/γ)], γ ≥ 0

    Parameters
    ----------
    gamma : float, default=0.5
        The parameter γ; at least 0 and at most 10.
    learn : bool, default=False
        Learn γ by its gradient, from 0 to 5.
    relevances : bool, default=False
        Learn a relevance λ of each feature: both vectors are weighed by it.
    floor : float, default=0.0
        Data and prototypes below are lifted to it; 0: data are taken as they are, prototypes stay above
        1e-06; at least 0 and less than 1.

    References
    ----------
    Villmann, Haase (2.25), (3.14)
    """

    _family = "dissimilarity"
    _name = "gamma"

    def __init__(
        self,
        *,
        gamma=0.5,
        learn=False,
        relevances=False,
        floor=0.0,
    ):
        self.gamma = gamma
        self.learn = learn
        self.relevances = relevances
        self.floor = floor


class CauchySchwarz(Part):
    """Cauchy–Schwarz divergence: minus the logarithm of the cosine between the vectors.

    D = ½ ln(Σ_l p_l² · Σ_l ρ_l²) − ln(Σ_l p_l ρ_l)

    Parameters
    ----------
    relevances : bool, default=False
        Learn a relevance λ of each feature: both vectors are weighed by it.
    floor : float, default=0.0
        Data and prototypes below are lifted to it; 0: data are taken as they are, prototypes stay above
        1e-06; at least 0 and less than 1.

    References
    ----------
    Villmann, Haase (2.27), (3.15)
    """

    _family = "dissimilarity"
    _name = "cauchy-schwarz"

    def __init__(
        self,
        *,
        relevances=False,
        floor=0.0,
    ):
        self.relevances = relevances
        self.floor = floor


class SGD(Part):
    """Stochastic gradient descent; with batch size 1, the papers' on-line learning.

    Parameters
    ----------
    rate : float, default=0.05
        Learning rate of the prototypes; greater than 0.
    metric_rate : float, default=0.005
        Learning rate of relevances, matrices and tangents; at least 0.
    parameter_rate : float, default=0.05
        Learning rate of a dissimilarity's own parameter, such as γ or p; at least 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="linear"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    chart : {"natural", "plain"}, default="natural"
        Steps where the domain is bounded and the rule has a cost: natural, in ln w, or plain, in w itself.
    """

    _family = "optimizer"
    _name = "sgd"

    def __init__(
        self,
        *,
        rate=0.05,
        metric_rate=0.005,
        parameter_rate=0.05,
        schedule="linear",
        decay=100.0,
        chart="natural",
    ):
        self.rate = rate
        self.metric_rate = metric_rate
        self.parameter_rate = parameter_rate
        self.schedule = schedule
        self.decay = decay
        self.chart = chart


class Momentum(Part):
    """Gradient descent with momentum.

    Parameters
    ----------
    rate : float, default=0.05
        Learning rate of the prototypes; greater than 0.
    metric_rate : float, default=0.005
        Learning rate of relevances, matrices and tangents; at least 0.
    parameter_rate : float, default=0.05
        Learning rate of a dissimilarity's own parameter, such as γ or p; at least 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="linear"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    momentum : float, default=0.9
        Share of the last step kept; at least 0 and less than 1.
    chart : {"natural", "plain"}, default="natural"
        Steps where the domain is bounded and the rule has a cost: natural, in ln w, or plain, in w itself.
    """

    _family = "optimizer"
    _name = "momentum"

    def __init__(
        self,
        *,
        rate=0.05,
        metric_rate=0.005,
        parameter_rate=0.05,
        schedule="linear",
        decay=100.0,
        momentum=0.9,
        chart="natural",
    ):
        self.rate = rate
        self.metric_rate = metric_rate
        self.parameter_rate = parameter_rate
        self.schedule = schedule
        self.decay = decay
        self.momentum = momentum
        self.chart = chart


class Adam(Part):
    """Adam: gradient steps scaled by running moments.

    Parameters
    ----------
    rate : float, default=0.05
        Learning rate of the prototypes; greater than 0.
    metric_rate : float, default=None
        Learning rate of relevances, matrices and tangents; none: a tenth of the size that their numbers have,
        0.1/√(m·n) for a matrix of m rows and 0.1/n for n relevances; at least 0.
    parameter_rate : float, default=0.05
        Learning rate of a dissimilarity's own parameter, such as γ or p; at least 0.
    schedule : {"constant", "linear", "inverse-time", "exponential"}, default="linear"
        How the rates fall from the first step to the last.
    decay : float, default=100.0
        Strength of the inverse-time and exponential schedules; greater than 1.
    first_moment : float, default=0.9
        Decay of the running mean; at least 0 and less than 1.
    second_moment : float, default=0.999
        Decay of the running square; at least 0 and less than 1.
    epsilon : float, default=1e-08
        Keeps the division finite; greater than 0.
    """

    _family = "optimizer"
    _name = "adam"

    def __init__(
        self,
        *,
        rate=0.05,
        metric_rate=None,
        parameter_rate=0.05,
        schedule="linear",
        decay=100.0,
        first_moment=0.9,
        second_moment=0.999,
        epsilon=1e-08,
    ):
        self.rate = rate
        self.metric_rate = metric_rate
        self.parameter_rate = parameter_rate
        self.schedule = schedule
        self.decay = decay
        self.first_moment = first_moment
        self.second_moment = second_moment
        self.epsilon = epsilon


class Waypoint(Part):
    """Batch gradient descent with waypoint averaging and adaptive steps.

    Parameters
    ----------
    step : float, default=1.0
        First step length of the prototypes; greater than 0.
    metric_step : float, default=2.0
        First step length of relevances, matrices and tangents; greater than 0.
    parameter_step : float, default=0.1
        First step length of a dissimilarity's own parameter, such as γ or p; greater than 0.
    growth : float, default=1.1
        Factor on a step length after each step; at least 1.
    shrinkage : float, default=1.5
        Divisor of a step length when the average wins; greater than 1.
    memory : int, default=5
        How many configurations are averaged; at least 2.
    """

    _family = "optimizer"
    _name = "waypoint"

    def __init__(
        self,
        *,
        step=1.0,
        metric_step=2.0,
        parameter_step=0.1,
        growth=1.1,
        shrinkage=1.5,
        memory=5,
    ):
        self.step = step
        self.metric_step = metric_step
        self.parameter_step = parameter_step
        self.growth = growth
        self.shrinkage = shrinkage
        self.memory = memory


class LBFGS(Part):
    """Limited-memory BFGS on the whole cost; needs a rule with a cost function.

    Parameters
    ----------
    memory : int, default=0
        Pairs of steps and gradient changes remembered; 0: 10, from a million parameters on as many as 160 MB
        hold, and 1 at least; at least 0.
    decrease : float, default=0.0001
        Sufficient decrease (first Wolfe constant); greater than 0 and less than 0.5.
    curvature : float, default=0.9
        Curvature (second Wolfe constant); greater than 0 and less than 1.
    line_evaluations : int, default=20
        Cost evaluations of one line search at most; at least 2.
    gradient_tolerance : float, default=1e-08
        Stop when no gradient entry is larger, per sample; at least 0.
    """

    _family = "optimizer"
    _name = "l-bfgs"

    def __init__(
        self,
        *,
        memory=0,
        decrease=0.0001,
        curvature=0.9,
        line_evaluations=20,
        gradient_tolerance=1e-08,
    ):
        self.memory = memory
        self.decrease = decrease
        self.curvature = curvature
        self.line_evaluations = line_evaluations
        self.gradient_tolerance = gradient_tolerance


class Means(Part):
    """Batch steps to the pull-weighted means of all samples; for quantizers, maps and gases.

    Parameters
    ----------
    seed_again : bool, default=True
        Where each sample pulls on one prototype alone: a prototype without samples begins again at the sample
        that is farthest from its own.
    """

    _family = "optimizer"
    _name = "means"

    def __init__(
        self,
        *,
        seed_again=True,
    ):
        self.seed_again = seed_again


class Fisher1(Part):
    """Fisher score of each feature over the prototypes of all classes.

    F = Σ_c P_c (ŵ_c − ŵ)² / Σ_c P_c Σ_k∈c p_k (w_k − ŵ_c)², λ ← running mean of F/ΣF

    Parameters
    ----------
    priors : {"running", "uniform"}, default="running"
        Weights P of the classes: their shares so far, or all equal.
    fallback : {"separating", "any"}, default="separating"
        Which feature without spread makes S_B the score of all: separating ones, or any.

    References
    ----------
    Fisher relevances (13)–(18)
    """

    _family = "relevance"
    _name = "fisher-1"

    def __init__(
        self,
        *,
        priors="running",
        fallback="separating",
    ):
        self.priors = priors
        self.fallback = fallback


class Fisher2(Part):
    """Fisher score of each feature between the nearest prototypes of different classes.

    F = Σ_k (μ_k − μ̄)² / Σ_k s_k, μ_k and s_k of the samples won rightly, λ ← running mean of F/ΣF

    Parameters
    ----------
    rivals : {"nearest", "every-class"}, default="nearest"
        Compared: the winner and the nearest of another class that has won rightly, or, as printed in (22),
        the nearest of every class, which waits until all of them have.
    fallback : {"separating", "any"}, default="separating"
        Which feature without spread makes S_B the score of all: separating ones, or any.

    References
    ----------
    Fisher relevances (19)–(27)
    """

    _family = "relevance"
    _name = "fisher-2"

    def __init__(
        self,
        *,
        rivals="nearest",
        fallback="separating",
    ):
        self.rivals = rivals
        self.fallback = fallback


class DSLVQRelevance(Part):
    """Distinction sensitive: features gain that part the nearest right and wrong prototype.

    v = (|x − w_K| − |x − w_J|)/max(·, ·), λ ← λ + rate·(v/Σ|v| − λ), then λ ≥ 0, Σλ = 1

    Parameters
    ----------
    rate : float, default=0.01
        How fast the relevances follow; greater than 0 and at most 1.

    References
    ----------
    Pregenzer, Pfurtscheller, Flotzinger 1996
    """

    _family = "relevance"
    _name = "dslvq"

    def __init__(
        self,
        *,
        rate=0.01,
    ):
        self.rate = rate


ESTIMATORS = [
    LVQ1,
    LVQPlus,
    OLVQ1,
    LVQ21,
    LVQ3,
    RLVQ,
    DSLVQ,
    FC1LVQ1,
    FC2LVQ1,
    FC1GLVQ,
    FC2GLVQ,
    GLVQ,
    GRLVQ,
    GMLVQ,
    LiRaMLVQ,
    RSLVQ,
    MRSLVQ,
    LMRSLVQ,
    MarginLVQ,
    KNN,
    LGMLVQ,
    AngleGMLVQ,
    TangentGLVQ,
    CELVQ,
    DivergenceGLVQ,
    DivergenceLVQ1,
    DivergenceRSLVQ,
    KernelGLVQ,
    KernelLVQ1,
    VQ,
    KMeans,
    NeuralGas,
    BatchNeuralGas,
    GrowingNeuralGas,
    SOM,
    HeskesSOM,
    BatchSOM,
    XOM,
    FLSOM,
    FLNG,
    Perceptron,
    MinOver,
    Adaline,
    AdaTron,
    SoftAdaTron,
    Pocket,
    CostPerceptron,
    CommitteeMachine,
    ParityMachine,
    KernelAdaTron,
    Hopfield,
    LinearRegression,
    Ridge,
    SVM,
    LVQ,
]
PARTS = [
    LVQ1Rule,
    LVQPlusRule,
    VQRule,
    OLVQ1Rule,
    LVQ21Rule,
    LVQ3Rule,
    GLVQRule,
    RSLVQRule,
    MarginHinge,
    MarginBrokenLinear,
    MarginExponential,
    CrossEntropy,
    NeuralGasRule,
    GrowingNeuralGasRule,
    SOMRule,
    HeskesSOMRule,
    FLSOMRule,
    FLNGRule,
    SquaredEuclidean,
    RelevanceDistance,
    MatrixDistance,
    Euclidean,
    Minkowski,
    KernelDistance,
    Angle,
    Mahalanobis,
    TangentDistance,
    GeneralizedKullbackLeibler,
    KullbackLeibler,
    ItakuraSaito,
    EtaDivergence,
    BetaDivergence,
    AlphaDivergence,
    TsallisDivergence,
    RenyiDivergence,
    GeneralizedRenyiDivergence,
    Hellinger,
    GammaDivergence,
    CauchySchwarz,
    SGD,
    Momentum,
    Adam,
    Waypoint,
    LBFGS,
    Means,
    Fisher1,
    Fisher2,
    DSLVQRelevance,
]
__all__ = [
    "LVQ1",
    "LVQPlus",
    "OLVQ1",
    "LVQ21",
    "LVQ3",
    "RLVQ",
    "DSLVQ",
    "FC1LVQ1",
    "FC2LVQ1",
    "FC1GLVQ",
    "FC2GLVQ",
    "GLVQ",
    "GRLVQ",
    "GMLVQ",
    "LiRaMLVQ",
    "RSLVQ",
    "MRSLVQ",
    "LMRSLVQ",
    "MarginLVQ",
    "KNN",
    "LGMLVQ",
    "AngleGMLVQ",
    "TangentGLVQ",
    "CELVQ",
    "DivergenceGLVQ",
    "DivergenceLVQ1",
    "DivergenceRSLVQ",
    "KernelGLVQ",
    "KernelLVQ1",
    "VQ",
    "KMeans",
    "NeuralGas",
    "BatchNeuralGas",
    "GrowingNeuralGas",
    "SOM",
    "HeskesSOM",
    "BatchSOM",
    "XOM",
    "FLSOM",
    "FLNG",
    "Perceptron",
    "MinOver",
    "Adaline",
    "AdaTron",
    "SoftAdaTron",
    "Pocket",
    "CostPerceptron",
    "CommitteeMachine",
    "ParityMachine",
    "KernelAdaTron",
    "Hopfield",
    "LinearRegression",
    "Ridge",
    "SVM",
    "LVQ",
    "LVQ1Rule",
    "LVQPlusRule",
    "VQRule",
    "OLVQ1Rule",
    "LVQ21Rule",
    "LVQ3Rule",
    "GLVQRule",
    "RSLVQRule",
    "MarginHinge",
    "MarginBrokenLinear",
    "MarginExponential",
    "CrossEntropy",
    "NeuralGasRule",
    "GrowingNeuralGasRule",
    "SOMRule",
    "HeskesSOMRule",
    "FLSOMRule",
    "FLNGRule",
    "SquaredEuclidean",
    "RelevanceDistance",
    "MatrixDistance",
    "Euclidean",
    "Minkowski",
    "KernelDistance",
    "Angle",
    "Mahalanobis",
    "TangentDistance",
    "GeneralizedKullbackLeibler",
    "KullbackLeibler",
    "ItakuraSaito",
    "EtaDivergence",
    "BetaDivergence",
    "AlphaDivergence",
    "TsallisDivergence",
    "RenyiDivergence",
    "GeneralizedRenyiDivergence",
    "Hellinger",
    "GammaDivergence",
    "CauchySchwarz",
    "SGD",
    "Momentum",
    "Adam",
    "Waypoint",
    "LBFGS",
    "Means",
    "Fisher1",
    "Fisher2",
    "DSLVQRelevance",
]
