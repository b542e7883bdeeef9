"""Ridge regressions of one training part for all μ at once, in one space that grows."""

import numpy as np

from kselect_core.linalg.tiled.nystrom import Nystrom
from kselect_core.types import Array, Bool, Float, Int

MOST = 12
"""New directions of a round."""

FLOOR = 1e-5
"""Directions below this share of the largest are no news."""

SMALLEST = 1e-2
"""Predictions smaller than this share of the target are told as precisely as if they were not."""

SOLVED = 1e-6
"""A residual below it is as good as none: no further round is looked at."""

INDEFINITE = 1e-5
"""A negative Ritz value of that share of the largest one may be rounding in single precision."""


class Growing:
    """One training part and one right-hand side t: (K + μI)α = t for all μ, by Galerkin's method.

    New directions are what the landmarks' model makes of every μ's residual, compressed to the few
    that differ. One product of K with them, and an eigendecomposition as small as the space, give
    the solutions of all μ, their residuals, and the predictions at the rows left out. With a
    bias K stands for HKH, H centring over the part, and the mean of t is apart.

    ``before`` are the coefficients of the last round but one: what changed since is the error
    shown. Where a round solved it nothing is left to change, however much that round did.
    """

    def __init__(
        self,
        target: Float[Array, " n"],
        held: Int[Array, " v"],
        part: int,
        mu: Float[Array, " L"],
        *,
        bias: bool,
    ) -> None:
        n, L = len(target), len(mu)
        self.held, self.part, self.mu, self.bias = held, part, mu, bias
        self.kept = np.ones((n, 1))
        self.kept[held] = 0.0
        self.size = n - len(held)
        self.mean = float(target @ self.kept[:, 0]) / self.size if bias else 0.0
        self.target = (target - self.mean) * self.kept[:, 0]
        self.norm = float(np.linalg.norm(self.target))
        self.Z, self.W = np.zeros((n, 0)), np.zeros((n, 0))
        self.R = np.repeat(self.target[:, None], L, axis=1)
        self.scale = np.full(L, self.norm)
        self.c = self.before = np.zeros((0, L))
        self.offset = self.offset_before = np.full(L, self.mean)
        self.residual = self._residual()
        self.rounds = 0
        self.indefinite = False

    @property
    def remaining(self) -> Float[Array, " L"]:
        """Root mean square of the residual: about how far a prediction may still be off."""
        return np.asarray(np.linalg.norm(self.R, axis=0) / np.sqrt(self.size))

    def directions(self, model: Nystrom, wanted: Bool[Array, " L"]) -> Float[Array, "n z"]:
        """Orthonormal directions in which the corrections of the μ that are wanted differ most."""
        size, live = self.residual, np.flatnonzero(wanted)
        if not len(live):
            return self.Z[:, :0]
        D = self._centred(model.solved(self.part, self.R[:, live], self.mu[live]))
        D *= size[live] / np.linalg.norm(D, axis=0)
        for _ in range(2):  # twice: once leaves rounding
            D -= self.Z @ (self.Z.T @ D)
        value, vector = np.linalg.eigh(D.T @ D)
        good = np.flatnonzero(value > FLOOR**2 * value[-1])[::-1][:MOST]
        D = D @ (vector[:, good] / np.sqrt(value[good]))
        D -= self.Z @ (self.Z.T @ D)
        return np.linalg.qr(D)[0]

    def extend(self, Z: Float[Array, "n z"], W: Float[Array, "n z"], noise: float) -> None:
        """Take new directions and K times them, known to ``noise``; solve again for every μ."""
        if not Z.shape[1]:
            return
        self.Z, self.W = np.hstack([self.Z, Z]), np.hstack([self.W, W])
        H = self.Z.T @ self.W  # Z is 0 on the rows left out, and centred with a bias
        theta, Q = np.linalg.eigh((H + H.T) / 2)
        self.indefinite = bool(theta[0] < -(INDEFINITE * abs(theta[-1]) + noise))
        weights = (Q.T @ (self.Z.T @ self.target))[:, None]
        c = Q @ (weights / (np.maximum(theta, 0.0)[:, None] + self.mu))
        first = not len(self.c)
        self.before = c if first else np.vstack([self.c, np.zeros((Z.shape[1], len(self.mu)))])
        self.c, offset_before = c, self.offset
        image = self.W @ c
        if self.bias:
            self.offset = self.mean - (self.kept.T @ image)[0] / self.size
        self.offset_before = self.offset if first else offset_before
        image = self._centred(image)
        self.R = self.target[:, None] - image - self.mu * (self.Z @ c)
        sizes = np.linalg.norm(image, axis=0)
        self.scale = np.clip(sizes, SMALLEST * self.norm, self.norm)
        self.residual = self._residual()
        solved = self.residual <= SOLVED
        self.before = np.where(solved, self.c, self.before)
        self.offset_before = np.where(solved, self.offset, self.offset_before)
        self.rounds += 1

    def dual(self, *, last: bool = True) -> Float[Array, "n L"]:
        """Coefficients α, zero on the rows left out."""
        return self.Z @ (self.c if last else self.before)

    def predictions(self, W: Float[Array, "m z"], *, last: bool = True) -> Float[Array, "m L"]:
        """Values at points whose kernel with the part, times the directions, is given."""
        c, offset = (self.c, self.offset) if last else (self.before, self.offset_before)
        f: Array = W @ c + offset
        return f

    def held_out(self, last: bool) -> Float[Array, "v L"]:  # noqa: FBT001 (one of two rounds)
        """Values at the rows left out, after the last round or the one before."""
        return self.predictions(self.W[self.held], last=last)

    def _residual(self) -> Float[Array, " L"]:
        """‖t − (K + μI)α‖ beside ‖Kα‖, but not beside less than SMALLEST of ‖t‖.

        A large μ makes predictions far smaller than t; their signs must be right all the same.
        """
        if self.norm == 0.0:
            return np.zeros(len(self.mu))
        residual: Float[Array, " L"] = np.linalg.norm(self.R, axis=0) / self.scale
        return residual

    def _centred(self, D: Float[Array, "n c"]) -> Float[Array, "n c"]:
        D = D * self.kept
        if self.bias:
            D -= (D.sum(axis=0) / self.size) * self.kept
        return D
