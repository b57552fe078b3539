"""What differs between releases of scikit-learn from 1.3 on, in one place."""

import numpy as np
import sklearn
from sklearn.utils.validation import check_array, check_X_y  # noqa: F401

sklearn_version = tuple(int(part) for part in sklearn.__version__.split(".")[:2])

if sklearn_version >= (1, 6):
    from sklearn.utils.validation import validate_data as _validate_data
else:

    def _validate_data(estimator, X, y="no_validation", *, ensure_all_finite=True, **options):
        return estimator._validate_data(X, y, force_all_finite=ensure_all_finite, **options)


def validated(estimator, X, y="no_validation", *, reset, allows_missing, **options):
    """Rows as an array of float64 or float32, with the number and names of features checked."""
    return _validate_data(
        estimator,
        X,
        **({} if isinstance(y, str) and y == "no_validation" else {"y": y}),
        reset=reset,
        dtype=[np.float64, np.float32],
        ensure_all_finite="allow-nan" if allows_missing else True,
        **options,
    )
