"""Nothing from outside is carried out, unpickled or fetched: all that is shipped is read."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = sorted(
    path
    for place in ("app.py", "run.py", "kselect", "kselect_ui", "kselect_core", "docs")
    for path in ([ROOT / place] if place.endswith(".py") else (ROOT / place).rglob("*.py"))
)
NEVER = frozenset(
    (  # they carry out what they are given, unpack it into objects, or hand it to a shell
        *("eval", "exec", "compile", "__import__", "breakpoint", "pandas.eval"),
        *("os.system", "os.popen", "subprocess.getoutput", "subprocess.getstatusoutput"),
        *("pickle.load", "pickle.loads", "pickle.Unpickler", "pickle.dump", "pickle.dumps"),
        *("marshal.load", "marshal.loads", "shelve.open", "dill.load", "dill.loads"),
        *("cloudpickle.load", "cloudpickle.loads", "joblib.load", "joblib.dump", "torch.load"),
        *("yaml.load", "yaml.unsafe_load", "pandas.read_pickle", "pandas.read_hdf"),
        *("tarfile.open", "shutil.unpack_archive", "runpy.run_path"),
    )
)
METHODS = frozenset(("to_pickle", "extractall", "extract_all", "create_subprocess_shell"))
READERS = frozenset(  # a text given to them may be an address or a path of somebody's choice
    (
        *("read_csv", "read_table", "read_fwf", "read_json", "read_html", "read_xml", "read_orc"),
        *(
            "read_excel",
            "read_feather",
            "read_parquet",
            "ParquetFile",
            "ParquetDataset",
            "open_csv",
        ),
        *("loadtxt", "genfromtxt", "fromfile", "memmap", "urlopen", "urlretrieve", "dataset"),
    )
)
SUSPECT = re.compile(
    rf"\b({'|'.join({'load', 'shell', *METHODS, *READERS, *(n.split('.')[-1] for n in NEVER)})})\b"
)
"""A word without which a module does nothing of all this, and need not be parsed."""
LIBRARIES = ("pandas", "pyarrow", "numpy", "scipy", "sklearn", "urllib", "requests", "httpx")
BUFFERS = ("io.BytesIO", "pyarrow.BufferReader", "io.StringIO")
JUSTIFIED = {
    ("kselect_core/cli/common/row_files.py", "pandas.read_csv"): "a path given to --out",
    (
        "kselect_core/cli/common/row_files.py",
        "pyarrow.parquet.ParquetFile",
    ): "a path given to --out",
    ("kselect_core/kernels/own/functions.py", "cloudpickle.loads"): "a kernel for our own workers",
    ("kselect_core/selection/sweep/pool.py", "pickle.dumps"): "our work for our own workers",
    (
        "kselect_core/selection/sweep/pool.py",
        "pickle.loads",
    ): "what they unpack is from their parent",
    (
        "kselect_core/experiments/protocol/printed.py",
        "pandas.read_csv",
    ): "an opened file of the package",
    ("kselect_core/experiments/example/stored.py", "pandas.read_parquet"): "a file of the package",
    ("kselect_core/results/runs.py", "pyarrow.parquet.ParquetFile"): "a path of hexadecimal digits",
    ("kselect_ui/perturbation/fragility.py", "pandas.read_parquet"): "a file of the package",
    ("kselect_ui/sweep/finished.py", "pandas.read_parquet"): "a file of the package",
    ("docs/tools/refresh_reproduction.py", "pandas.read_csv"): "the folder of the documentation",
    ("docs/tools/take_pictures.py", "urllib.request.urlopen"): "the server that it started itself",
}


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def parts_of(tree: ast.Module) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree))


@cache
def imported(tree: ast.Module) -> dict[str, str]:
    """Full names of what a module calls by a short one."""
    names = {}
    for node in parts_of(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
        elif isinstance(node, ast.Import):
            names |= {a.asname: a.name for a in node.names if a.asname}
    return names


def calls(tree: ast.Module) -> Iterator[tuple[ast.Call, str]]:
    """Every call with the full name of what is called."""
    names = imported(tree)
    for node in parts_of(tree):
        if isinstance(node, ast.Call):
            yield node, _full(_dotted(node.func), names)


def mentions(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    """Every name and every name of a module's part, called or handed on, in full."""
    names = imported(tree)
    for node in parts_of(tree):
        if isinstance(node, ast.Name | ast.Attribute):
            yield node, _full(_dotted(node), names)


def complaints(tree: ast.Module, place: str = "") -> list[str]:
    """What in a module carries out, unpacks or fetches what it is given."""
    names = imported(tree)
    found = [
        f"{place}:{node.lineno}: {name}"
        for node, name in mentions(tree)
        if name in NEVER and (place, name) not in JUSTIFIED
    ]
    for node, name in calls(tree):
        wrong = name.rpartition(".")[2] in METHODS
        wrong |= any(
            word.arg == "shell" and not _is(word.value, value=False) for word in node.keywords
        )
        wrong |= name == "numpy.load" and not any(
            word.arg == "allow_pickle" and _is(word.value, value=False) for word in node.keywords
        )
        wrong |= _reads(name) and not _buffered(node, names)
        if wrong and (place, name) not in JUSTIFIED:
            found.append(f"{place}:{node.lineno}: {name}")
    return found


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _full(name: str, names: dict[str, str]) -> str:
    first, dot, rest = name.partition(".")
    return names.get(first, first) + dot + rest


def _is(node: ast.expr, *, value: object) -> bool:
    return isinstance(node, ast.Constant) and node.value is value


def _reads(name: str) -> bool:
    return name.partition(".")[0] in LIBRARIES and name.rpartition(".")[2] in READERS


def _buffered(node: ast.Call, names: dict[str, str]) -> bool:
    first = node.args[0] if node.args else None
    return isinstance(first, ast.Call) and _full(_dotted(first.func), names) in BUFFERS


def test_nothing_is_carried_out_unpacked_or_fetched():
    assert len(SOURCE) > 300
    suspects = [path for path in SOURCE if SUSPECT.search(path.read_text(encoding="utf-8"))]
    assert suspects
    found = [c for p in suspects for c in complaints(tree_of(p), p.relative_to(ROOT).as_posix())]
    assert found == []


def test_what_is_justified_is_still_there():
    places = {place for place, _ in JUSTIFIED}
    used = {(place, name) for place in places for _, name in mentions(tree_of(ROOT / place))}
    assert set(JUSTIFIED) <= used


@pytest.mark.parametrize(
    "code",
    [
        "eval(text)",
        "import pickle as p\np.loads(x)",
        "import pickle\nunpack = pickle.loads, (x,)",
        "from pickle import loads as unpack\nunpack(x)",
        "import joblib\njoblib.load(path)",
        "import numpy as np\nnp.load(path)",
        "import numpy as np\nnp.load(path, allow_pickle=True)",
        "from numpy import load\nload(path)",
        "import subprocess\nsubprocess.run(text, shell=True)",
        "import subprocess\nsubprocess.run(text, shell=asked)",
        "import pandas as pd\npd.read_csv(path)",
        "import pandas as pd\npd.read_csv('http://a.example/x.csv')",
        "import pandas as pd\npd.read_pickle(path)",
        "import pyarrow.parquet as pq\npq.read_table(path)",
        "frame.to_pickle(path)",
        "archive.extractall(folder)",
        "import yaml\nyaml.load(text)",
        "__import__(name)",
    ],
)
def test_each_of_them_would_be_found(code):
    assert SUSPECT.search(code)
    assert complaints(ast.parse(code)) != []


@pytest.mark.parametrize(
    "code",
    [
        "import re\nre.compile(text)",
        "frame.eval(1)",
        "import numpy as np\nnp.load(file, allow_pickle=False)",
        "import pandas as pd\nfrom io import BytesIO\npd.read_csv(BytesIO(content))",
        "import subprocess\nsubprocess.run([a, b])",
    ],
)
def test_what_is_harmless_is_not_found(code):
    assert complaints(ast.parse(code)) == []
