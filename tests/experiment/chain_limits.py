"""Rewrites the table of chain_limits.hpp: where batch learning takes the chain of Villmann, Haase, section 5.

    python3 chain_limits.py && clang-format -i chain_limits.hpp          (numpy; some minutes)

A batch step finds the borders of the cells on the line of v1, then for each unit the w at which its part of the cost is
least: integrals in closed form (powers of v1 and 1 - v1) or, for gamma, by Gauss-Legendre quadrature in each cell. The
chain is annealed, iterated, and brought to rest by Newton's method on the borders.
"""
import pathlib

import numpy as np

UNITS = 100
SHOWN = [1, 10, 25, 50, 75, 90, 100]
GRID = (np.arange(20000) + 0.5) / 20000
NODES, WEIGHTS = np.polynomial.legendre.leggauss(10)


def neighbourhood(sigma):
    r = np.arange(UNITS)
    return np.exp(-((r[:, None] - r[None, :]) ** 2) / (2 * sigma**2))


def differences(function, borders):
    """What function(v1) grows by in each cell."""
    return np.diff(function(borders))


def power_moments(borders, a):
    """∫ 2 v1 v1^a and ∫ 2 v1 (1 − v1)^a over each cell, a > −1; a = 0 gives the mass."""
    first = differences(lambda v: 2 * v ** (a + 2) / (a + 2), borders)
    second = -differences(lambda v: 2 * (1 - v) ** (a + 1) / (a + 1) - 2 * (1 - v) ** (a + 2) / (a + 2), borders)
    return np.stack([first, second], axis=1)


# --- the divergences: shared(…) is what winners are judged by, least(…) the best w for given cells --------------------

class Separable:
    """D = Σ_l a(v_l) + b(w_l) + c(v_l) e(w_l): sums over neighbours need no v."""

    def shared(self, v1, w, h):
        """Σ_r' h(r, r') D(v, w_r') for every v1 (down) and r (across)."""
        v = np.stack([v1, 1 - v1], axis=-1)
        alone = self.a(v).sum(-1)[..., None] * h.sum(1) + h @ self.b(w).sum(-1)
        return alone + self.c(v) @ (h @ self.e(w)).T


class Beta(Separable):
    """The minimizer of a Bregman divergence is the mean."""

    def __init__(self, beta):
        self.beta = beta

    def a(self, v):
        return v * np.log(v) - v if self.beta == 1 else v**self.beta / (self.beta * (self.beta - 1))

    def b(self, w):
        return w**self.beta / self.beta

    def c(self, v):
        return -v

    def e(self, w):
        return np.log(w) if self.beta == 1 else w ** (self.beta - 1) / (self.beta - 1)

    def least(self, borders, h):
        return (h @ power_moments(borders, 1)) / (h @ power_moments(borders, 0))


class Eta(Beta):
    """D_eta = eta (eta − 1) D_beta."""

    def shared(self, v1, w, h):
        return self.beta * (self.beta - 1) * super().shared(v1, w, h)


class Alpha(Separable):
    """∂D/∂w = (1 − (v/w)^alpha)/alpha: the minimizer is the power mean."""

    def __init__(self, alpha):
        self.alpha = alpha

    def a(self, v):
        return -v / (self.alpha - 1)

    def b(self, w):
        return w / self.alpha

    def c(self, v):
        return v**self.alpha / (self.alpha * (self.alpha - 1))

    def e(self, w):
        return w ** (1 - self.alpha)

    def least(self, borders, h):
        return ((h @ power_moments(borders, self.alpha)) / (h @ power_moments(borders, 0))) ** (1 / self.alpha)


class Gamma:
    """Only the direction of w counts: w = (1, t)/(1 + t)."""

    def __init__(self, gamma):
        self.gamma = gamma

    def shared(self, v1, w, h):
        g = self.gamma
        v = np.stack([v1, 1 - v1], axis=-1)
        data = np.log((v ** (g + 1)).sum(-1)) / (g * (g + 1))
        d = data[..., None] + np.log((w ** (g + 1)).sum(-1)) / (g + 1) - np.log(v @ (w**g).T) / g
        return d @ h.T

    def least(self, borders, h):
        """∂/∂w1 of the sum of D vanishes where the mean of v1/(v1 + v2 t^gamma) is 1/(1 + t^(gamma+1)): Newton."""
        g = self.gamma
        half = np.diff(borders)[:, None] / 2
        v1 = (borders[:-1, None] + half * (1 + NODES)).ravel()
        mass = np.repeat(h, len(NODES), axis=1) * (2 * v1 * (half * WEIGHTS).ravel())
        mass /= mass.sum(1, keepdims=True)
        t = (mass @ (1 - v1)) / (mass @ v1)
        for _ in range(50):
            share = v1 / (v1 + np.outer(t**g, 1 - v1))
            sums = 1 + t ** (g + 1)
            slope = (g + 1) * t**g / sums**2 - g / t * (mass * share * (1 - share)).sum(1)
            change = ((mass * share).sum(1) - 1 / sums) / slope
            t = np.maximum(t - change, t / 2)
            if np.abs(change / t).max() < 1e-13:
                break
        return np.stack([1 / (1 + t), t / (1 + t)], axis=1)


# --- batch learning ---------------------------------------------------------------------------------------------------

def cells(divergence, w, h):
    """The winners from left to right, and the borders of their cells."""
    won = divergence.shared(GRID, w, h).argmin(1)
    change = np.flatnonzero(np.diff(won))
    winners = np.append(won[change], won[-1])
    return winners, refined(divergence, w, h, winners, GRID[change], GRID[change + 1])


def refined(divergence, w, h, winners, low, high):
    """Borders between neighbouring winners: bisection of the difference of their shared distances."""
    pair = np.arange(len(low))
    for _ in range(50):
        middle = (low + high) / 2
        shared = divergence.shared(middle, w, h)
        left = shared[pair, winners[:-1]] < shared[pair, winners[1:]]
        low, high = np.where(left, middle, low), np.where(left, high, middle)
    return np.concatenate([[0], (low + high) / 2, [1]])


def solved(divergence, h, winners, borders):
    """Newton's method on the borders, for these winners; also how much a plain step shrinks a deviation at the end."""
    def step(inner):
        full = np.concatenate([[0], inner, [1]])
        w = divergence.least(full, h[:, winners])
        return refined(divergence, w, h, winners, full[:-2], full[2:])[1:-1]

    inner, nudge = borders[1:-1], 1e-7
    for _ in range(12):
        here = step(inner)
        jacobian = np.empty((len(inner), len(inner)))
        for i in range(len(inner)):
            moved = inner.copy()
            moved[i] += nudge
            jacobian[:, i] = (step(moved) - here) / nudge
        change = np.linalg.solve(np.eye(len(inner)) - jacobian, here - inner)
        inner = inner + change
        if np.abs(change).max() < 1e-13:
            break
    return np.concatenate([[0], inner, [1]]), np.abs(np.linalg.eigvals(jacobian)).max()


def limit(divergence, first=10):
    """The units at rest, and the winners. With a first sigma of 30 the ends of the chain win everything, for ever."""
    rising = (np.arange(UNITS) + 0.5) / UNITS
    w = np.stack([rising, 1 - rising], axis=1)
    for sigma in np.concatenate([np.geomspace(first, 1, 150), np.ones(50)]):
        h = neighbourhood(sigma)
        winners, borders = cells(divergence, w, h)
        w = divergence.least(borders, h[:, winners])
    borders, shrink = solved(divergence, h, winners, borders)
    w = divergence.least(borders, h[:, winners])
    winners_of_w, borders_of_w = cells(divergence, w, h)
    assert np.array_equal(winners_of_w, winners) and np.abs(borders_of_w - borders).max() < 1e-12 and shrink < 1
    return w, winners


CASES = ([("alpha", value, Alpha(value)) for value in (-0.5, 0.5, 1.5, 2)]
         + [("beta", value, Beta(value)) for value in (0.5, 1, 1.5, 2, 3)]
         + [("gamma", value, Gamma(value)) for value in (0.5, 1, 2)]
         + [("eta", value, Eta(value)) for value in (1.5, 2, 3)])


def entry(name, value, divergence):
    w, winners = limit(divergence)
    shares = ", ".join(f"{w[unit - 1, 0] / w[unit - 1].sum():.12f}" for unit in SHOWN)
    silent = ", ".join(str(unit + 1) for unit in range(UNITS) if unit not in winners)
    return f'{{"{name}", {value}, {{{shares}}}, {{{silent}}}}},'


if __name__ == "__main__":
    header, mark = pathlib.Path(__file__).with_suffix(".hpp"), "// The table.\n"
    rows = "\n".join(entry(*case) for case in CASES)
    table = f"inline const std::vector<ChainLimit> chain_limits = {{\n{rows}\n}};\n\n}}   // namespace protea::chain\n"
    header.write_text(header.read_text().split(mark)[0] + mark + table)
