"""Numbers out of what users keep them in: frames, tensors, what speaks Arrow. Looked at, or copied once at most."""

import sys

import numpy as np
from numpy.lib.recfunctions import structured_to_unstructured
from scipy.sparse import issparse


def array_and_names(X):
    """The numbers of X as an array, of any real type, and the names of its columns where it has such, else None.

    An array is a view of X wherever one array lies behind it. Columns that lie apart are put together once, in
    float32 where all of them are, else in float64; what they miss is NaN.
    """
    if issparse(X):
        raise ValueError("X is sparse, and all of its numbers are looked at: give X.toarray()")
    if isinstance(X, np.ma.MaskedArray):
        X = X.filled(np.nan) if X.dtype.kind == "f" else X.astype(np.float64).filled(np.nan)
    if isinstance(X, np.ndarray):
        return (_numbers(np.asarray(X)), None) if X.dtype.names is None else _of_records(X)
    for module, frame, read in _FRAMES:
        if isinstance(X, getattr(sys.modules.get(module), frame, ())):
            return read(X)
    if any(hasattr(X, name) for name in ("__arrow_c_stream__", "__arrow_c_array__", "__dataframe__")):
        frame = _frame_of_others(X)
        if frame is not None:
            return array_and_names(frame)
    array = _looked_at(X)
    if array.ndim == 0:
        kind = type(X).__name__
        raise ValueError(f"Expected 2D array, got a {kind}: rows of numbers are needed, one for each sample")
    return _numbers(array), list(X.columns) if hasattr(X, "columns") else None


def column_of(y):
    """Labels or numbers as something that numpy makes an array of."""
    kind = getattr(getattr(y, "dtype", None), "kind", "O")
    if hasattr(y, "isna") and kind in "biu" and not y.isna().any():   # whole numbers of pandas' own would become floats
        return y.to_numpy(dtype=getattr(y.dtype, "numpy_dtype", y.dtype))
    if hasattr(y, "__array__") or not (hasattr(y, "__dlpack__") or _speaks_arrow(y)):
        return y
    if hasattr(y, "__dlpack__"):
        return _looked_at(y, "y")
    pyarrow = _imported("pyarrow")
    if pyarrow is None:
        raise ValueError(f"y is a {type(y).__name__}, which speaks Arrow: pyarrow is needed to read it")
    return np.asarray(pyarrow.chunked_array(y) if hasattr(y, "__arrow_c_stream__") else pyarrow.array(y))


def _of_records(X):
    kinds = {X.dtype[name] for name in X.dtype.names}
    if len(kinds) == 1 and kinds <= _FLOATS and X.ndim == 1:
        return structured_to_unstructured(X, copy=False), list(X.dtype.names)
    return _joined([X[name] for name in X.dtype.names], X.dtype.names)


def _of_pandas(X):
    kinds = set(X.dtypes)
    if len(kinds) == 1 and kinds <= _FLOATS:
        return X.to_numpy(), list(X.columns)
    return _joined([_of_series(X.iloc[:, j]) for j in range(X.shape[1])], X.columns)


def _of_series(column):
    if isinstance(column.dtype, np.dtype) and column.dtype != object:
        return column.to_numpy()
    if column.dtype.kind not in "biuf":
        return column.to_numpy(dtype=object, na_value=np.nan)
    is_single = getattr(column.dtype, "numpy_dtype", None) == np.float32
    return column.to_numpy(dtype=np.float32 if is_single else np.float64, na_value=np.nan)


def _of_polars(X):
    if len(set(X.dtypes)) == 1 and X.dtypes[0].is_float():
        return X.to_numpy(), X.columns
    return _joined([np.asarray(each) for each in X.get_columns()], X.columns)


def _of_lazy_polars(X):
    raise ValueError("X is a LazyFrame, which has no rows yet: give X.collect()")


def _of_pyarrow(X):
    return _joined([np.asarray(each) for each in X.columns], X.schema.names)


_FLOATS = {np.dtype(np.float64), np.dtype(np.float32)}
_FRAMES = [
    ("pandas", "DataFrame", _of_pandas),
    ("polars", "DataFrame", _of_polars),
    ("polars", "LazyFrame", _of_lazy_polars),
    ("pyarrow", "Table", _of_pyarrow),
    ("pyarrow", "RecordBatch", _of_pyarrow),
]


def _joined(columns, names):
    names = list(names)
    columns = [_numbers(np.asarray(each), name) for each, name in zip(columns, names)]
    are_single = bool(columns) and all(each.dtype == np.float32 for each in columns)
    rows = np.empty((len(columns[0]) if columns else 0, len(columns)), np.float32 if are_single else np.float64, "F")
    for j, each in enumerate(columns):
        rows[:, j] = each
    return rows, names


def _numbers(array, column=None):
    """The array itself, or its numbers where it holds them as objects or text."""
    what = "X" if column is None else f"column '{column}' of X"
    if array.dtype.kind in "biuf":
        return array
    if array.dtype.kind == "c":
        raise ValueError(f"Complex data not supported: {what} has numbers of type {array.dtype}, and features are real")
    if array.dtype.kind in "mM":
        raise ValueError(f"{what} holds times ({array.dtype}): give numbers in their place, such as days since a first")
    try:
        return array.astype(np.float64)
    except (TypeError, ValueError):
        _refuse_text(array, column)
        raise


def _refuse_text(array, column):
    for place, value in np.ndenumerate(array):
        try:
            float(value)
        except (TypeError, ValueError):
            is_text = isinstance(value, (str, bytes))
            shown = repr(str(value) if is_text else value)
            if column is not None:
                kind = "text" if is_text else "what is no number"
                raise ValueError(
                    f"column '{column}' of X holds {kind}, such as {shown}: leave it out, or give numbers in its place"
                ) from None
            if is_text:
                where = ", ".join(map(str, place))
                raise ValueError(f"X[{where}] is text, {shown}: features are numbers") from None
            return


# Containers of others -------------------------------------------------------------------------------------------------


def _imported(name):
    try:
        return __import__(name, fromlist=["*"])
    except ImportError:
        return None


def _speaks_arrow(X):
    return hasattr(X, "__arrow_c_stream__") or hasattr(X, "__arrow_c_array__")


def _frame_of_others(X):
    """A frame of pyarrow, polars or pandas over one that only speaks a protocol, by whichever of them is there."""
    readers = []
    if _speaks_arrow(X):
        readers += [("pyarrow", "table"), ("polars", "DataFrame")]
    if hasattr(X, "__dataframe__"):
        readers += [("pyarrow.interchange", "from_dataframe"), ("pandas.api.interchange", "from_dataframe")]
    for module, read in readers:
        module = _imported(module)
        if module is None:
            continue
        try:
            return getattr(module, read)(X)
        except Exception as error:
            if hasattr(X, "__array__"):   # a single column, perhaps
                return None
            raise ValueError(f"X, a {type(X).__name__}, cannot be read as a table: {error}") from error
    if hasattr(X, "__array__") or hasattr(X, "__dlpack__"):
        return None
    raise ValueError(f"X is a {type(X).__name__}, which speaks Arrow: pyarrow or polars is needed to read it")


def _looked_at(X, what="X"):
    """An array over the memory of anything that shows it: by DLPack, the buffer protocol or numpy's own."""
    if hasattr(X, "__dlpack__") and hasattr(X, "__dlpack_device__"):
        try:
            return np.from_dlpack(X)
        except Exception as error:
            if not hasattr(X, "__array__"):
                raise ValueError(f"{what}, a {type(X).__name__}, cannot be looked at from here: {error}") from error
    try:
        return np.asarray(X)
    except (BufferError, RuntimeError) as error:
        raise ValueError(f"{what}, a {type(X).__name__}, cannot be looked at from here: {error}") from error
