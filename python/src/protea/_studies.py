"""Studies, many trainings each: in this process, or wherever somebody has them run."""

import contextlib
import contextvars

from . import _core

_ELSEWHERE = contextvars.ContextVar("protea_tasks_elsewhere", default=None)


class Packed:
    """What the core makes of these keywords, as it can be sent."""

    def __init__(self, made, /, **keywords):
        self.made, self.keywords = made, keywords

    def unpacked(self):
        return getattr(_core, self.made)(**self.keywords)


def _here(name, arguments, threads, tasks):
    made = [each.unpacked() if isinstance(each, Packed) else each for each in arguments]
    return getattr(_core, name)(*made, threads, tasks)


def study(name, arguments, threads):
    """What the study of the core found."""
    spread = _ELSEWHERE.get()
    return _here(name, arguments, threads, _core.Tasks(None if spread is None else spread(name, arguments)))


def some_of_study(name, arguments, tasks, threads=1):
    """What these tasks of a study gave, for whoever puts all of them together."""
    return _here(name, arguments, threads, _core.Tasks(None, tasks))


@contextlib.contextmanager
def tasks_elsewhere(spread):
    """Within, trainings run where `spread(name, arguments)` says: a function from numbers of tasks to results."""
    token = _ELSEWHERE.set(spread)
    try:
        yield
    finally:
        _ELSEWHERE.reset(token)
