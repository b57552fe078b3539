"""From what users hand over to what the core looks at."""

import numpy as np


def as_rows(X):
    """An array of float64 or float32 that the core can look at: X itself wherever that is possible."""
    if X.dtype not in (np.float64, np.float32):
        X = X.astype(np.float64)
    if not X.flags.aligned or 0 in X.strides:
        X = np.array(X, order="C")
    return X


def with_mass(X):
    """Histograms of which none is empty: a row without any mass tells no feature from another."""
    empty = np.nansum(X, axis=1) == 0
    if empty.any():
        X = X.copy()
        X[empty] = 1.0
    return X


def class_name(value):
    """The name a class has in a model file: whole numbers as such, words as they are."""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return str(int(value)) if float(value).is_integer() else repr(float(value))
    return str(value)


def text_of(value):
    """A setting as the core reads it."""
    if value is None:
        return "none"
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    if isinstance(value, dict):
        return ",".join(f"{_dict_key(key)}={text_of(each)}" for key, each in value.items())
    if isinstance(value, (list, tuple, np.ndarray)):
        return ",".join(text_of(each) for each in value)
    return str(value)


def _dict_key(key):
    return ">".join(class_name(each) for each in key) if isinstance(key, tuple) else class_name(key)
