"""Fuzz every reader for some seconds: .venv/bin/python tests/fuzz/run.py [seconds] [target …].

Ends with status 1 if a target failed, hung for 10 seconds or took 2 GB; the bytes that did it lie
in the folder that is printed. Atheris is no part of the environment: pip install atheris.
"""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
SECONDS = 15
LIMITS = ("-timeout=10", "-rss_limit_mb=2048", "-max_len=60000", "-print_final_stats=1")


def main(words: list[str]) -> int:
    """Exit status: 0 if no target failed, 2 if there is nothing to fuzz with."""
    if find_spec("atheris") is None:
        print("Atheris is missing. Install it (Linux, CPython): pip install atheris")
        return 2
    from tests.fuzz.targets import targets  # once there is something to fuzz with

    seconds = int(words[0]) if words else SECONDS
    every = targets()
    names = words[1:] or list(every)
    folder = Path(mkdtemp(prefix="kselect-fuzz-"))
    failed = [name for name in names if not survived(name, every[name].seeds, folder, seconds)]
    print(
        f"{len(names)} targets, {seconds} s each; failed: {', '.join(failed) or 'none'}. {folder}"
    )
    return 1 if failed else 0


def survived(name: str, seeds: tuple[bytes, ...], folder: Path, seconds: int) -> bool:
    """Fuzz one target in a process of its own and return whether it held."""
    corpus = folder / name
    corpus.mkdir()
    for number, seed in enumerate(seeds):
        (corpus / str(number)).write_bytes(seed)
    options = [*LIMITS, f"-max_total_time={seconds}", f"-artifact_prefix={folder}/{name}-"]
    command = [sys.executable, str(Path(__file__).with_name("one.py")), name, *options, str(corpus)]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
    log = folder / f"{name}.log"
    with log.open("wb") as file:
        status = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=file, stderr=file, check=False
        ).returncode
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    runs = next((line.split()[-1] for line in lines if "number_of_executed_units" in line), "?")
    print(f"{name}: {runs} runs, {'held' if status == 0 else f'FAILED, see {log}'}", flush=True)
    return status == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
