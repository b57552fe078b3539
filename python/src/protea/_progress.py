"""A line that tells how far a training or an experiment is."""

import sys
import time


class Progress:
    """Silent unless `verbose`; written to standard error, at most ten times a second."""

    width = 30

    def __init__(self, name, verbose):
        self.name = name
        self.verbose = verbose
        self.last = 0.0
        self.has_shown = False

    def show(self, epoch, epochs, cost=None):
        if not self.verbose:
            return
        now = time.monotonic()
        if now - self.last < 0.1 and epoch < epochs:
            return
        self.last = now
        self.has_shown = True
        done = self.width * epoch // max(1, epochs)
        bar = "#" * done + "." * (self.width - done)
        price = "" if cost is None else f", cost {cost:.5g}"
        print(f"\r{self.name} [{bar}] {epoch}/{epochs}{price}", end="", file=sys.stderr, flush=True)

    def end(self):
        if self.has_shown:
            print(file=sys.stderr)
