"""``kselect doctor``: what kselect runs on, and whether its store and its data are well."""

import json
import os
import sys
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version as version_of
from pathlib import Path
from time import monotonic
from typing import Any

import click
import threadpoolctl  # type: ignore[import-untyped]  # ships no types

import kselect_core
from kselect_core.cli.speech.options import all_cores, as_json, store_option, viewed_if_any
from kselect_core.cli.speech.text import say, say_json, table
from kselect_core.criteria import CRITERIA
from kselect_core.data.catalogue import paper_sets
from kselect_core.data.catalogue.paths import FOLDER_VARIABLE
from kselect_core.data.catalogue.places import data_folder
from kselect_core.errors import StorageError
from kselect_core.experiments.report.reporting import machine
from kselect_core.extras import adding
from kselect_core.kernels import KERNELS
from kselect_core.registry import Registry
from kselect_core.results.disks import network_warning
from kselect_core.results.versions import versions
from kselect_core.results.writing import home
from kselect_core.words.amounts import counted, duration

WRONG = 1
ABSENT = "not installed"
PACKAGES = ("scikit-learn", "pandas", "pyarrow", "plotly", "numba", "loky")
EXTRAS = {
    "streamlit": "app",
    "nbformat": "notebook",
    "kaleido": "export",
    "skops": "models",
    "distributed": "distributed",
}
"""Packages that are not always there, and the extra of kselect that brings each."""


@click.command()
@click.option(
    "--compile",
    "compile_",
    is_flag=True,
    help="Compile all loops now, so that the first use does not wait.",
)
@store_option
@as_json
def doctor(*, compile_: bool, store_path: Path | None, json_: bool) -> None:
    """Show versions and folders, and check the store and the data."""
    facts = {**_versions(), **_machine_code(make=compile_)}
    facts |= {**dict(machine()), **_threads(), **_places()}
    state, well = _store(store_path)
    facts |= _plugins()
    facts["store"] = state
    if json_:
        say_json({**facts, "well": well})
    else:
        say(_text({name: str(value) for name, value in facts.items()}))
    if not well:
        sys.exit(WRONG)


def _text(facts: dict[str, str]) -> str:
    """Facts as a table; commands stand below it, each in one piece, so that they can be copied."""
    rows = [(name, ABSENT if _command(value) else value) for name, value in facts.items()]
    body = table(("", ""), rows).split("\n", 2)[2]
    missing = {name: command for name, value in facts.items() if (command := _command(value))}
    return "\n".join((body, *(f"\n{name} is added by\n{how}" for name, how in missing.items())))


def _command(value: str) -> str:
    """Command that installs what is missing; empty for every other fact."""
    return value.removeprefix(f"{ABSENT}: ") if value.startswith(f"{ABSENT}: ") else ""


def _versions() -> dict[str, str]:
    by_package: dict[str, str] = {"kselect": kselect_core.__version__}
    by_package |= {name: text for name, text in json.loads(versions()).items() if name != "kselect"}
    for package in (*PACKAGES, *EXTRAS):
        try:
            by_package[package] = version_of(package)
        except PackageNotFoundError:
            extra = EXTRAS.get(package)
            by_package[package] = f"{ABSENT}: {adding(extra)}" if extra else ABSENT
    return by_package


def _machine_code(*, make: bool) -> dict[str, str]:
    """Where the machine code of the loops is kept, made before if it is asked for."""
    loops = import_module("kselect_core.linalg.first_calls")  # it imports the compiler
    begun, before = monotonic(), loops.machine_code()
    if make:
        for call in loops.first_calls():
            call()
    code, time = loops.machine_code(), duration(monotonic() - begun)
    if not code.folder:
        state = "compiled in each process: no folder is writable (set NUMBA_CACHE_DIR)"
    elif not code.made:
        state = f"not compiled yet (kselect doctor --compile), will be kept in {code.folder}"
    else:
        state = f"{'kept' if before.made else f'made in {time}, kept'} in {code.folder}"
    return {"machine code": state}


def _plugins() -> dict[str, str]:
    """What packages add, and what of it is left out and why."""
    views = import_module("kselect_core.views").EVERY  # which the other verbs need not wait for
    tables: dict[str, Registry[Any]] = {"kernels": KERNELS, "criteria": CRITERIA, "views": views}
    added: dict[str, list[str]] = {}
    for kind, members in tables.items():
        for name, package in members.origins.items():
            added.setdefault(f"{kind} of {package.words}", []).append(name)
    lines = [f"{whose}: {', '.join(names)}" for whose, names in added.items()]
    lost = [problem for members in tables.values() for problem in members.problems]
    return {"plug-ins": "; ".join((*lines, *(one.rstrip(".") for one in lost))) or "none"}


def _threads() -> dict[str, Any]:
    """BLAS threads of this process and what the environment says about them."""
    pools = [pool for pool in threadpoolctl.threadpool_info() if pool.get("user_api") == "blas"]
    threads = ", ".join(str(pool["num_threads"]) for pool in pools) or "unknown"
    cores = counted(all_cores(), "worker")
    return {"blas threads": f"{threads} (one is right)", "usual workers": cores}


def _places() -> dict[str, str]:
    sets = paper_sets.status()
    here = sum(one.place is not None for one in sets)
    extra = os.environ.get(FOLDER_VARIABLE)
    lost = " (there is no such folder)" if extra and not Path(extra).is_dir() else ""
    return {
        "folder": str(home()),
        "data sets": f"{here} of {len(sets)} of the papers are here",
        "data folder": str(data_folder()),
        FOLDER_VARIABLE: f"{extra}{lost}" if extra else "not set",
    }


def _store(path: Path | None) -> tuple[str, bool]:
    """What there is to say of the store, and whether it is well."""
    try:
        with viewed_if_any(path) as store:
            if store is None:
                return "none yet", True
            plans = store.plans()
            size = store.path.stat().st_size / 2**20
            damaged = f"; {counted(store.damaged, 'damaged row')}" if store.damaged else ""
            where = f"{store.path}: {counted(len(plans), 'plan')}, {size:.1f} MiB, whole"
            risk = network_warning(store.path)
            return where + damaged + (f"; but {risk}" if risk else ""), not damaged
    except StorageError as error:
        return str(error), False
