"""What computed a result: the versions of kselect, NumPy, SciPy and Python, and the BLAS core."""

import json
import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version

import threadpoolctl  # type: ignore[import-untyped]  # ships no types

_PACKAGES = ("kselect", "numpy", "scipy")


@cache
def versions() -> str:
    """Versions of what computes here, as canonical JSON."""
    parts = {name: _version(name) for name in _PACKAGES}
    parts |= {"python": platform.python_version(), "platform": platform.platform(), "blas": _blas()}
    return json.dumps(parts, sort_keys=True)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _blas() -> str:
    libraries = {
        f"{pool.get('internal_api')} {pool.get('version')} {pool.get('architecture', '')}".strip()
        for pool in threadpoolctl.threadpool_info()
        if pool.get("user_api") == "blas"
    }
    return ", ".join(sorted(libraries))
