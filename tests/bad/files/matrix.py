"""Square symmetric matrices: Gram matrices, distances, correlations, alone and beside a label.

What must happen to each file is in ``expected/matrix.toml`` under the file's name.
"""

import numpy as np

from tests.bad.corpus import LABEL, A, B
from tests.bad.files.format import npy, npz, written

X = np.column_stack([np.array(list(map(float, column))) for column in (A, B)])
DISTANCES = np.sqrt(np.square(X[:, None] - X[None]).sum(axis=2))
GRAM = np.exp(-0.1 * DISTANCES**2)
LINEAR = X @ X.T
SIGMOID = np.tanh(0.05 * LINEAR - 3)
NAMES = [f"row{i + 1}" for i in range(12)]


def text(matrix, *, first=None, last=None, header=None, mark=",", pattern="{:.6g}"):
    """Return a matrix as text, with a column before it, behind it, and a header."""
    rows = [[pattern.format(entry) for entry in row] for row in matrix]
    if first is not None:
        rows = [[cell, *row] for cell, row in zip(first, rows, strict=True)]
    if last is not None:
        rows = [[*row, cell] for cell, row in zip(last, rows, strict=True)]
    lines = [] if header is None else [header]
    return "\n".join(mark.join(row) for row in [*lines, *rows]) + "\n"


def files():
    """Return all files: name and bytes."""
    signs = ["1" if word == "p" else "-1" for word in LABEL]
    names = {f"x{j + 1}": GRAM[:, j] for j in range(12)}
    comma = text(GRAM, last=LABEL, header=[*NAMES, "label"], mark=";", pattern="{:.5f}")
    pairs = "".join(
        f"{sign} 0:{i + 1} " + " ".join(f"{j + 1}:{x:.6g}" for j, x in enumerate(row)) + "\n"
        for i, (sign, row) in enumerate(zip(signs, GRAM, strict=True))
    )
    everything = {
        "matrix.npy": npy(GRAM),
        "matrix_float32.npy": npy(GRAM.astype(np.float32)),
        "matrix_distances.npy": npy(DISTANCES),
        "matrix.npz": npz(K=GRAM, y=np.array([int(sign) for sign in signs])),
        "matrix_sizes.npz": npz(a=GRAM, b=GRAM[:9, :9], y=np.array([int(sign) for sign in signs])),
        "matrix_tested.npz": npz(
            K=GRAM, K_test=GRAM[:5], y=np.array(list(map(int, signs))), y_test=np.ones(5)
        ),
        "matrix_linear.npz": npz(X=LINEAR, y=np.array([int(sign) for sign in signs])),
        "matrix.csv": text(GRAM, header=NAMES),
        "matrix_bare.csv": text(GRAM),
        "matrix_label.csv": text(GRAM, last=LABEL, header=[*NAMES, "label"]),
        "matrix_sign.csv": text(GRAM, last=signs, header=[*NAMES, "label"]),
        "matrix_label_first.csv": text(GRAM, first=signs, header=["label", *NAMES]),
        "matrix_names.csv": text(GRAM, first=NAMES, header=["", *NAMES]),
        "matrix_both.csv": text(
            GRAM, first=NAMES, last=LABEL, header=["name", *NAMES, "label"]
        ),
        "matrix_comma.csv": comma.replace(".", ","),
        "matrix_correlations.csv": text(np.corrcoef(X + 1e-3 * GRAM[:, :2]), header=NAMES),
        "matrix_distances.csv": text(DISTANCES, last=LABEL, header=[*NAMES, "label"]),
        "matrix_half.csv": text(np.tril(GRAM), last=LABEL, header=[*NAMES, "label"]),
        "matrix_sigmoid.csv": text(SIGMOID, last=LABEL, header=[*NAMES, "label"]),
        "matrix.parquet": written(names | {"label": LABEL}),
        "matrix.svm": pairs,
        "square_not_symmetric.csv": text(
            np.roll(GRAM, 1, axis=1), last=LABEL, header=[*NAMES, "label"]
        ),
    }  # fmt: skip
    return {
        name: content if isinstance(content, bytes) else content.encode()
        for name, content in everything.items()
    }
