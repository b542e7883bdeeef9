// The fit at another width, made from the training points while a hand moves the cursor: the same
// machine as the server's, offset + Σ αᵢ exp(−γ‖x − xᵢ‖²) with (K + ridge I) α = y.
class Fit {
  constructor({ features, labels, side, learnt }) {
    const n = labels.length;
    const d = features.length / n;
    const { ends, rest } = learnt;
    const place = (axis, k) => ends[axis][0] + ((ends[axis][1] - ends[axis][0]) * k) / (side - 1);
    const row = (i) => features.subarray(d * i, d * i + d);
    const apart = (a, b) => a.reduce((sum, value, j) => sum + (value - b[j]) ** 2, 0);
    Object.assign(this, { n, side, labels, learnt });
    this.between = new Float64Array(n * n); // squared distances of training points: below the diagonal
    this.across = new Float64Array(n * side);
    this.down = new Float64Array(n * side); // the first row is the top
    this.beyond = new Float64Array(n); // along the features that the board does not show
    for (let i = 0; i < n; i++) {
      const x = row(i);
      for (let j = 0; j < i; j++) this.between[n * i + j] = apart(x, row(j));
      for (let k = 0; k < side; k++) {
        this.across[side * i + k] = (place(0, k) - x[0]) ** 2;
        this.down[side * i + k] = (place(1, side - 1 - k) - x[1]) ** 2;
      }
      this.beyond[i] = apart(x.subarray(2), rest);
    }
  }

  // Values at every place of the board, row by row from the top, at a place along the widths.
  at(place) {
    const { gammas, offset } = this.learnt;
    const [low, share] = [gammas[Math.floor(place)], place % 1];
    const gamma = low * ((gammas[Math.floor(place) + 1] ?? low) / low) ** share;
    const alpha = this.solved(gamma);
    const level = new Float64Array(this.side ** 2).fill(offset);
    const across = this.across.map((square) => Math.exp(-gamma * square));
    const down = this.down.map((square) => Math.exp(-gamma * square));
    for (let i = 0; i < this.n; i++) {
      const weight = alpha[i] * Math.exp(-gamma * this.beyond[i]);
      for (let row = 0; row < this.side; row++) {
        const height = weight * down[this.side * i + row];
        for (let k = 0; k < this.side; k++) level[this.side * row + k] += height * across[this.side * i + k];
      }
    }
    return level;
  }

  // Solves (K + ridge I) α = y by Cholesky's factor L: L z = y, then Lᵀ α = z.
  solved(gamma) {
    const { n, labels } = this;
    const L = this.between.map((square) => Math.exp(-gamma * square));
    const alpha = Float64Array.from(labels);
    for (let i = 0; i < n; i++) {
      L[n * i + i] = 1 + this.learnt.ridge;
      for (let j = 0; j <= i; j++) {
        let left = L[n * i + j];
        for (let k = 0; k < j; k++) left -= L[n * i + k] * L[n * j + k];
        L[n * i + j] = j < i ? left / L[n * j + j] : Math.sqrt(Math.max(left, Number.EPSILON));
      }
      for (let k = 0; k < i; k++) alpha[i] -= L[n * i + k] * alpha[k];
      alpha[i] /= L[n * i + i];
    }
    for (let i = n - 1; i >= 0; i--) {
      for (let k = i + 1; k < n; k++) alpha[i] -= L[n * k + i] * alpha[k];
      alpha[i] /= L[n * i + i];
    }
    return alpha;
  }
}
