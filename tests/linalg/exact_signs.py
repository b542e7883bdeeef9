"""Signs of predictions in decimal arithmetic of many digits: slow, and right for any width."""

from decimal import Decimal, localcontext
from functools import cache

import numpy as np

DIGITS = 500


@cache
def exponential(power):
    """Exponential of a number: most of the time, and both ridges and all learners ask for it."""
    with localcontext(prec=DIGITS, Emin=-(10**9), Emax=10**9):
        return Decimal(power).exp()


def signs_held_out(logs, y, folds, mu, *, bias):
    """Sign of the prediction at each point by the fit that never saw its fold, from log K."""
    with localcontext(prec=DIGITS, Emin=-(10**9), Emax=10**9):
        K = [[exponential(float(value)) for value in row] for row in logs]
        signs = np.empty(len(y))
        for fold in folds:
            rest = [i for i in range(len(y)) if i not in set(fold.tolist())]
            part = [[K[i][j] for j in rest] for i in rest]
            alpha, b = fitted(part, [y[i] for i in rest], mu, bias=bias)
            for i in fold:
                f = sum((K[i][j] * a for j, a in zip(rest, alpha, strict=True)), b)
                signs[i] = (f > 0) - (f < 0)
        return signs


def signs_at(inside, across, y, mu, *, bias):
    """Sign of the prediction at other points by the fit on all points, from log K."""
    with localcontext(prec=DIGITS, Emin=-(10**9), Emax=10**9):
        exact = [
            [[exponential(float(v)) for v in row] for row in part] for part in (inside, across)
        ]
        alpha, b = fitted(exact[0], list(y), mu, bias=bias)
        f = [sum((k * a for k, a in zip(row, alpha, strict=True)), b) for row in exact[1]]
        return np.array([(value > 0) - (value < 0) for value in f], dtype=float)


def fitted(K, y, mu, *, bias):
    """Dual coefficients and bias by elimination; the bordered system for a bias."""
    n = len(y)
    rows = [[K[i][j] + (Decimal(mu) if i == j else 0) for j in range(n)] for i in range(n)]
    right = [Decimal(float(value)) for value in y]
    if bias:
        rows = [[*row, Decimal(1)] for row in rows] + [[Decimal(1)] * n + [Decimal(0)]]
        right.append(Decimal(0))
    solution = solved(rows, right)
    return solution[:n], solution[n] if bias else Decimal(0)


def solved(rows, right):
    """Solve by elimination with row pivoting."""
    size = len(right)
    for column in range(size):
        pivot = max(range(column, size), key=lambda i: abs(rows[i][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        right[column], right[pivot] = right[pivot], right[column]
        for i in range(column + 1, size):
            share = rows[i][column] / rows[column][column]
            rows[i] = [a - share * b for a, b in zip(rows[i], rows[column], strict=True)]
            right[i] -= share * right[column]
    solution = [Decimal(0)] * size
    for i in reversed(range(size)):
        known = sum((rows[i][j] * solution[j] for j in range(i + 1, size)), Decimal(0))
        solution[i] = (right[i] - known) / rows[i][i]
    return solution
