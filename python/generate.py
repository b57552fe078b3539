"""Writes src/protea/_estimators.py from the catalogue.

Usage: protea describe --json | python generate.py > src/protea/_estimators.py
"""

import json
import re
import sys
import textwrap

WIDTH = 110

# Where the name of a method or a part is no name of a class.
METHOD_CLASSES = {
    "lvq1": "LVQ1", "lvq+": "LVQPlus", "olvq1": "OLVQ1", "lvq2.1": "LVQ21", "lvq3": "LVQ3", "rlvq": "RLVQ",
    "dslvq": "DSLVQ", "fc1-lvq1": "FC1LVQ1", "fc2-lvq1": "FC2LVQ1", "fc1-glvq": "FC1GLVQ", "fc2-glvq": "FC2GLVQ",
    "glvq": "GLVQ", "grlvq": "GRLVQ", "gmlvq": "GMLVQ", "liram-lvq": "LiRaMLVQ", "rslvq": "RSLVQ",
    "mrslvq": "MRSLVQ", "lmrslvq": "LMRSLVQ", "margin-lvq": "MarginLVQ", "knn": "KNN", "lgmlvq": "LGMLVQ",
    "angle-gmlvq": "AngleGMLVQ", "tangent-glvq": "TangentGLVQ", "celvq": "CELVQ",
    "divergence-glvq": "DivergenceGLVQ", "divergence-lvq1": "DivergenceLVQ1", "divergence-rslvq": "DivergenceRSLVQ",
    "kernel-glvq": "KernelGLVQ", "kernel-lvq1": "KernelLVQ1", "vq": "VQ", "k-means": "KMeans",
    "neural-gas": "NeuralGas", "batch-neural-gas": "BatchNeuralGas", "growing-neural-gas": "GrowingNeuralGas",
    "som": "SOM", "heskes-som": "HeskesSOM", "batch-som": "BatchSOM", "xom": "XOM", "fl-som": "FLSOM",
    "fl-ng": "FLNG", "perceptron": "Perceptron", "minover": "MinOver", "adaline": "Adaline", "adatron": "AdaTron",
    "soft-adatron": "SoftAdaTron", "pocket": "Pocket", "cost-perceptron": "CostPerceptron",
    "committee": "CommitteeMachine", "parity": "ParityMachine", "kernel-adatron": "KernelAdaTron",
    "hopfield": "Hopfield", "regression": "LinearRegression", "ridge": "Ridge", "svm": "SVM",
}
PART_CLASSES = {
    "rule": {
        "lvq1": "LVQ1Rule", "lvq+": "LVQPlusRule", "vq": "VQRule", "olvq1": "OLVQ1Rule", "lvq2.1": "LVQ21Rule",
        "lvq3": "LVQ3Rule", "glvq": "GLVQRule", "rslvq": "RSLVQRule", "margin-hinge": "MarginHinge",
        "margin-broken-linear": "MarginBrokenLinear", "margin-exponential": "MarginExponential",
        "cross-entropy": "CrossEntropy", "neural-gas": "NeuralGasRule", "growing-neural-gas": "GrowingNeuralGasRule",
        "som": "SOMRule", "heskes-som": "HeskesSOMRule", "fl-som": "FLSOMRule", "fl-ng": "FLNGRule",
    },
    "dissimilarity": {
        "squared-euclidean": "SquaredEuclidean", "relevance": "RelevanceDistance", "matrix": "MatrixDistance",
        "euclidean": "Euclidean", "minkowski": "Minkowski", "kernel": "KernelDistance", "angle": "Angle",
        "mahalanobis": "Mahalanobis", "tangent": "TangentDistance",
        "generalized-kullback-leibler": "GeneralizedKullbackLeibler", "kullback-leibler": "KullbackLeibler",
        "itakura-saito": "ItakuraSaito", "eta": "EtaDivergence", "beta": "BetaDivergence",
        "alpha": "AlphaDivergence", "tsallis": "TsallisDivergence", "renyi": "RenyiDivergence",
        "generalized-renyi": "GeneralizedRenyiDivergence", "hellinger": "Hellinger", "gamma": "GammaDivergence",
        "cauchy-schwarz": "CauchySchwarz",
    },
    "optimizer": {"sgd": "SGD", "momentum": "Momentum", "adam": "Adam", "waypoint": "Waypoint", "l-bfgs": "LBFGS",
                  "means": "Means"},
    "relevance": {"fisher-1": "Fisher1", "fisher-2": "Fisher2", "dslvq": "DSLVQRelevance"},
}

# Keywords that are not the last word of their key.
KEYWORDS = {
    "epochs": "max_iter", "tolerance": "tol", "class_weights": "class_weight", "batch": "batch_size",
    "decision.k": "decision_k", "decision.sigma": "decision_sigma", "decision.scores": "decision_scores",
    "decision.threshold": "decision_threshold", "decision.positive": "positive_class",
    "init.noise": "init_noise", "init.neighbours": "init_neighbours", "init.file": "init_file",
    "dissimilarity.start": "metric_start", "dissimilarity.learn": "learn_metric",
}
# Said by other keywords, or about words in tables.
NOWHERE = {"seed", "nominal", "rule", "label_dissimilarity", "rule.topology", "rule.columns", "rule.rows"}
SUPERVISED_ONLY = {"class_weights", "costs", "decision", "memberships"}
FAMILIES = ("rule", "dissimilarity", "optimizer", "relevance", "embedding_dissimilarity", "label_dissimilarity")
EMBEDDING_HAS_NOT = {"prototypes", "restarts", "scope", "space", "init", "reach", "validation", "patience", "relevance"}
# scikit-learn's contract: weights of classes decide, whatever they are. Rules that go by who is nearest, and methods
# that repeat rows, are not swayed by every weight; they take weights of samples.
COSTS_ARE_SWAYED = {"glvq", "rslvq", "margin-hinge", "cross-entropy"}
NOT_SWAYED = {"angle", "tangent", "generalized-kullback-leibler"}
MACHINES_THAT_WEIGH = {"adaline", "soft-adatron", "cost-perceptron", "kernel-adatron"}
# Those that pass scikit-learn's check of weights against repeated rows in another order: found by running it. Only here
# does fit() name sample_weight among its parameters, by which scikit-learn chooses whom to check.
COUNTS_TO_THE_DIGIT = {"glvq", "grlvq", "gmlvq", "liram-lvq", "rslvq", "mrslvq", "lmrslvq", "margin-lvq", "lgmlvq",
                       "angle-gmlvq", "celvq", "kernel-glvq"}
NEEDS_FEATURES = {"liram-lvq": 2, "tangent-glvq": 2, "divergence-glvq": 2, "divergence-lvq1": 2,
                  "divergence-rslvq": 2}
# Blobs in the plane are not what they are for: histograms, and classes that a line can part.
POOR_ON_BLOBS = {"divergence-glvq", "divergence-lvq1", "divergence-rslvq", "minover"}


def weighs_classes(method):
    if method["kind"] == "prototypes":
        return method["rule"] in COSTS_ARE_SWAYED and method["dissimilarity"] not in NOT_SWAYED
    return method["name"] in MACHINES_THAT_WEIGH


def camel(name):
    """MyRule for my-rule: the class of what the tables above do not name."""
    return "".join(word[:1].upper() + word[1:] for word in re.split("[^A-Za-z0-9]+", name))


def method_class(name):
    return METHOD_CLASSES.get(name) or camel(name)


def part_class(family, name):
    known = PART_CLASSES[family].get(name)
    return known or camel(name) + ("Rule" if family == "rule" else "")


class Keyword:
    def __init__(self, name, key, default, option, family=None):
        self.name, self.key, self.default, self.option, self.family = name, key, default, option, family


def default_of(option):
    """The value that a default stands for in Python."""
    value = option["default"]
    if option["key"] == "class_weights":
        return None if value == "none" else value
    if option["key"] in ("lattice", "relevance") and value == "none":
        return None
    if option["key"] in ("prototypes", "restarts", "reach") and isinstance(value, str) and value.isdigit():
        return int(value)
    if value == "inf":
        return float("inf")
    return value


def is_unsupervised(method):
    return "none" in method["targets"]


def is_wanted(method, option):
    key, group = option["key"], option["group"]
    if key in NOWHERE or key.split(".")[0] == "memberships":
        return False
    if is_unsupervised(method) or "numbers" in method["targets"]:
        if key in SUPERVISED_ONLY or group == "decision":
            return False
    if key == "class_weights" and not weighs_classes(method):
        return False
    if method["kind"] == "embedding" and (key in EMBEDDING_HAS_NOT or group == "init"):
        return False
    if key == "relevance":
        return False   # a preset with an estimator keeps it; LVQ composes freely
    if method["name"] == "knn" and group in ("plan", "optimizer"):
        return False   # nothing is trained
    if group == "optimizer":
        if method["optimizer"] != "sgd":
            return False   # by an object
        if key == "optimizer.metric_rate" and method["dissimilarity"] == "squared-euclidean":
            return False
        return key not in ("optimizer.chart", "optimizer.parameter_rate")
    return True


def keywords_of(method):
    """In the order of the catalogue, options of parts first."""
    wanted = [option for option in method["options"] if is_wanted(method, option)]
    order = {"rule": 0, "dissimilarity": 1, "relevance": 2, "embedding": 3, method["name"]: 0, "optimizer": 5, "parts": 4}
    wanted.sort(key=lambda option: order.get(option["group"], 6))
    keywords = []
    taken = set()
    for option in wanted:
        key, group = option["key"], option["group"]
        own = key.split(".", 1)[1] if key.startswith(method["name"] + ".") else key
        name = KEYWORDS.get(own) or key.rsplit(".", 1)[-1]
        if key == "rule.schedule":
            name = "range_schedule"
        if key == "prototypes" and method["name"] in ("k-means", "vq"):
            name = "n_clusters"
        if name in taken:
            name = f"{group}_{name}"
        assert name not in taken and "__" not in name, (method["name"], name)
        taken.add(name)
        family = group if group in FAMILIES and group != "parts" else None
        keywords.append(Keyword(name, key, default_of(option), option, family))
    return keywords


def literal(value):
    if value == float("inf"):
        return 'float("inf")'
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return repr(value)
    return repr(value)


def wrapped(text, indent):
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False,
                         break_long_words=False)


def type_text(keyword):
    option = keyword.option
    if keyword.name in ("prototypes", "n_clusters"):
        return "int, dict or str"
    if keyword.name == "class_weight":
        return 'dict, "balanced" or None'
    if keyword.name == "costs":
        return "dict or str"
    if option["group"] == "parts":
        return "str or object"
    if option["type"] == "choice":
        return "{" + ", ".join(literal(each) for each in option["choices"]) + "}"
    names = {"number": "float", "integer": "int", "truth": "bool", "numbers": "list of float", "text": "str"}
    if isinstance(keyword.default, int) and option["type"] == "text":
        return "int" if keyword.name == "restarts" else "float"
    return names[option["type"]]


HELP = {
    "prototypes": "prototypes per class: one number, or a dictionary with a number for each class",
    "class_weight": "weights of the classes; \"balanced\": every class counts alike",
    "costs": "costs of confusing classes: {(true, predicted): cost}; those not named are 1",
    "n_clusters": "number of units",
}


def help_of(method, keyword):
    text = keyword.option["help"]
    if keyword.name == "prototypes" and is_unsupervised(method):
        text = "number of units; auto: about 5√n"
    else:
        text = HELP.get(keyword.name, text)
    if keyword.option.get("allowed"):
        text += "; " + keyword.option["allowed"]
    text = text[0].upper() + text[1:]
    return text if text.endswith(".") else text + "."


COMMON = [
    ("random_state", "1", "int, RandomState instance or None",
     "Seed of everything random: the same seed gives the same bytes. None: another one each time."),
    ("n_jobs", "None", "int or None", "Threads, which change no bit of the result; None is one, -1 all."),
    ("verbose", "0", "int", "1: show progress on standard error."),
    ("callback", "None", "callable or None",
     "Called as callback(epoch, epochs, cost) after each epoch; returning False ends the training."),
]


def parameter_lines(entries):
    lines = []
    for name, kind, default, text in entries:
        head = f"    {name} : {kind}, default={default}"
        if len(head) > WIDTH:
            head = wrapped(f"{name} : {kind}, default={default}", "    ").replace("\n    ", " \\\n            ")
        lines += [head, wrapped(text, "        ")]
    return lines


def init_lines(entries):
    lines = ["    def __init__(", "        self,", "        *,"]
    lines += [f"        {name}={default}," for name, _, default, _ in entries]
    lines += ["    ):"]
    lines += [f"        self.{name} = {name}" for name, _, _, _ in entries]
    return lines


def base_of(method):
    if method["kind"] == "embedding":
        return "Embedding"
    if method["kind"] == "hopfield":
        return "Memory"
    if method["name"] in ("k-means", "vq"):
        return "Clusterer"
    if method["targets"] == ["numbers"]:
        return "Regressor"
    if method["name"] in ("fl-som", "fl-ng"):
        return "LabelMap"
    if is_unsupervised(method):
        return "Quantizer"
    if method["kind"] != "prototypes":
        return "Classifier"
    if method["dissimilarity"] == "generalized-kullback-leibler":
        return "HistogramClassifier"
    return "CountingPrototypeClassifier" if method["name"] in COUNTS_TO_THE_DIGIT else "PrototypeClassifier"


def class_of(method, papers):
    name = method_class(method["name"])
    keywords = keywords_of(method)
    entries = [(each.name, type_text(each), literal(each.default), help_of(method, each)) for each in keywords]
    projects = method.get("dissimilarity") == "matrix" and method.get("scope") == "shared"
    if projects:
        entries.append(("n_components", "int", "2", "Directions of the learned metric that `transform` projects on."))
    if method["kind"] == "hopfield":
        entries.append(("binarize", "float, \"middle\" or None", '"middle"',
                        "Cells above are one of the two values, all others the other; \"middle\": above the middle of "
                        "the smallest and the largest. None: cells have two values already."))
    entries += [(common, kind, default, text) for common, default, kind, text in COMMON]
    summary = method["summary"]
    lines = [f"class {name}({base_of(method)}):", f'    """{summary[0].upper()}{summary[1:]}.', ""]
    about = method.get("formula")
    if method.get("rule"):
        about = f"Rule {method['rule']}, dissimilarity {method['dissimilarity']}, optimizer {method['optimizer']}."
    if about:
        lines += [wrapped(about, "    "), ""]
    lines += ["    Parameters", "    ----------"] + parameter_lines(entries)
    sources = [method["source"]] if method.get("source") else []
    sources += [", ".join(method["papers"])] if method["papers"] else []
    if sources:
        lines += ["", "    References", "    ----------"] + [wrapped(each, "    ") for each in sources]
    lines += ['    """', "", f"    _method = {literal(method['name'])}"]
    plain = {each.name: each.key for each in keywords if each.option["group"] != "parts"}
    lines += table("_keys", plain)
    lines += table("_flat", {each.name: each.family for each in keywords if each.family in ("dissimilarity", "optimizer")})
    families = {each.key: each.default for each in keywords if each.option["group"] == "parts"}
    lines += table("_families", families)
    if method["name"] in POOR_ON_BLOBS:
        lines.append("    _poor_score = True")
    if method["name"] in NEEDS_FEATURES:
        lines.append(f"    _min_features = {NEEDS_FEATURES[method['name']]}")
    lines += [""] + init_lines(entries)
    return "\n".join(lines)


def table(name, rows):
    if not rows:
        return []
    return [f"    {name} = {{"] + [f"        {literal(k)}: {literal(v)}," for k, v in rows.items()] + ["    }"]


def part_of(family, entry):
    name = part_class(family, entry["name"])
    entries = []
    for option in entry["options"]:
        keyword = Keyword(option["name"], option["key"], default_of(option), dict(option, group=family))
        entries.append((keyword.name, type_text(keyword), literal(keyword.default), help_of({"targets": []}, keyword)))
    summary = entry["summary"].rstrip(".")
    lines = [f"class {name}(Part):", f'    """{summary[0].upper()}{summary[1:]}.']
    if entry["formula"]:
        lines += ["", wrapped(entry["formula"], "    ")]
    if entries:
        lines += ["", "    Parameters", "    ----------"] + parameter_lines(entries)
    if entry["source"]:
        lines += ["", "    References", "    ----------", wrapped(entry["source"], "    ")]
    lines += ['    """', "", f"    _family = {literal(family)}", f"    _name = {literal(entry['name'])}"]
    if entries:
        lines += [""] + init_lines(entries)
    return name, "\n".join(lines)


def free_composition(catalogue):
    """LVQ: any rule with any dissimilarity and any optimizer, whose options are those of objects."""
    method = next(each for each in catalogue["methods"] if each["name"] == "glvq")
    keywords = [each for each in keywords_of(method) if each.family is None and each.option["group"] != "parts"]
    settings = {each["key"]: each for each in method["options"]}
    parts = [("rule", "how distances become a loss, or steps"),
             ("dissimilarity", settings["dissimilarity"]["help"]), ("optimizer", settings["optimizer"]["help"])]
    entries = [(name, "str or object", literal(settings[name]["default"]), text[0].upper() + text[1:] + ".")
               for name, text in parts]
    entries.append(("relevance", "str, object or None", "None", "Estimates relevances beside the rule."))
    entries += [(each.name, type_text(each), literal(each.default), help_of(method, each)) for each in keywords]
    entries += [(common, kind, default, text) for common, default, kind, text in COMMON]
    lines = ["class LVQ(CountingPrototypeClassifier):", '    """Learning vector quantization, composed freely.', "",
             "    Any rule with any dissimilarity and any optimizer, by name or as objects:",
             "    ``LVQ(rule=GLVQRule(steepness=5), dissimilarity=MatrixDistance(rank=2), optimizer=Adam())``.", "",
             "    Parameters", "    ----------"] + parameter_lines(entries)
    lines += ['    """', "", '    _method = "glvq"']
    lines += table("_keys", {each.name: each.key for each in keywords})
    families = {name: settings[name]["default"] for name, _ in parts}
    lines += table("_families", dict(families, relevance=None))
    lines += [""] + init_lines(entries)
    return "\n".join(lines)


HEAD = '''"""Estimators and parts, one class for each entry of the catalogue.

Written by python/generate.py from `protea describe --json`: do not edit.
"""

from ._base import {bases}
from ._parts import Part
'''


def written(catalogue):
    methods = catalogue["methods"]
    chunks, estimators, parts = [], [], []
    for method in methods:
        chunks.append(class_of(method, None))
        estimators.append(method_class(method["name"]))
    chunks.append(free_composition(catalogue))
    estimators.append("LVQ")
    for family, plural in (("rule", "rules"), ("dissimilarity", "dissimilarities"), ("optimizer", "optimizers"),
                           ("relevance", "relevances")):
        for entry in catalogue[plural]:
            name, text = part_of(family, entry)
            parts.append(name)
            chunks.append(text)
    bases = sorted({base_of(method) for method in methods})
    lists = ["ESTIMATORS = ["] + [f"    {each}," for each in estimators] + ["]", "PARTS = ["]
    lists += [f"    {each}," for each in parts] + ["]"]
    names = ["__all__ = ["] + [f"    {literal(each)}," for each in estimators + parts] + ["]"]
    return "\n\n\n".join([HEAD.format(bases=", ".join(bases)).rstrip()] + chunks + ["\n".join(lists + names)]) + "\n"


if __name__ == "__main__":
    sys.stdout.write(written(json.load(sys.stdin)))
