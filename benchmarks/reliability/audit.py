"""Looks every locked package up among the known vulnerabilities; fails if it could not.

    .venv/bin/python benchmarks/reliability/audit.py [--sbom FILE]

The packages are those of uv.lock, for every platform, with their hashes. An audit that could not
ask, left a package out or looked at another number of packages than are locked is no audit: its
exit status is 2. It is 1 if something is vulnerable, 0 if all were looked up and none is.
``--sbom`` also writes the list of what an installation holds (CycloneDX 1.5, JSON).
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PIP_AUDIT = "pip-audit==2.10.1"
PATIENCE = 600  # seconds
CLEAN, VULNERABLE, NO_AUDIT = 0, 1, 2
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)(?:\s*;[^\\\n]*?)?(\s*\\)?$", re.MULTILINE)
Package = tuple[str, str]  # name, version


class Verdict(NamedTuple):
    """What an audit found, in sentences."""

    status: int
    sentences: tuple[str, ...]


def main(arguments: list[str]) -> int:
    """Return the exit status, after printing what was found."""
    options = ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--sbom", type=Path, help="write the list of packages (CycloneDX) here")
    chosen = options.parse_args(arguments)
    if chosen.sbom:
        chosen.sbom.write_text(exported("cyclonedx1.5", "--all-extras"), encoding="utf-8")
    verdict = audit()
    print("\n".join(verdict.sentences))
    return verdict.status


def audit() -> Verdict:
    """Return what the audit of the locked packages found."""
    wanted = locked((ROOT / "uv.lock").read_text(encoding="utf-8"))
    text = for_all_platforms(exported("requirements-txt", "--all-extras", "--all-groups"))
    if pinned(text) != wanted:
        return Verdict(NO_AUDIT, ("NO AUDIT: uv.lock and what uv exports of it differ.",))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "requirements.txt"
        file.write_text(text, encoding="utf-8")
        options = ("--strict", "--require-hashes", "--disable-pip", "--format", "json")
        command = [*tool("pip-audit", PIP_AUDIT), *options, "--progress-spinner", "off"]
        done = subprocess.run(  # noqa: S603 (our own command)
            [*command, "--requirement", str(file)],
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
    return verdict_of(wanted, done.stdout, done.stderr)


def locked(lock: str) -> frozenset[Package]:
    """Return the packages of a lock file that come from a registry."""
    packages = tomllib.loads(lock)["package"]
    return frozenset((p["name"], p["version"]) for p in packages if "registry" in p["source"])


def pinned(requirements: str) -> frozenset[Package]:
    """Return the packages that a list of requirements pins."""
    return frozenset((name, version) for name, version, _ in PINNED.findall(requirements))


def for_all_platforms(requirements: str) -> str:
    """Return requirements without their conditions: what others install is audited as well."""
    return PINNED.sub(r"\1==\2\3", requirements)


def verdict_of(wanted: frozenset[Package], answer: str, complaint: str) -> Verdict:
    """Return what an answer of pip-audit says about the packages that were to be looked up."""
    try:
        entries = json.loads(answer)["dependencies"]
        found = {_package(entry): entry for entry in entries}
    except (ValueError, KeyError, TypeError):
        return _none(f"the service gave no answer. {complaint.strip()[-600:]}")
    audited = {package for package, entry in found.items() if "vulns" in entry}
    if audited != wanted:
        names = ", ".join(sorted(name for name, _ in wanted ^ audited)[:8])
        return _none(f"{len(audited)} packages were looked up, {len(wanted)} are locked: {names}")
    bad = [f"{' '.join(package)}: {_ids(found[package])}" for package in sorted(wanted)]
    bad = [line for line in bad if not line.endswith(": ")]
    if bad:
        return Verdict(VULNERABLE, (f"VULNERABLE: {len(bad)} of {len(wanted)} packages.", *bad))
    return Verdict(CLEAN, (f"{len(wanted)} locked packages were looked up, none is vulnerable.",))


def exported(form: str, *options: str) -> str:
    """Return the lock file in another form."""
    command = [*tool("uv", "uv"), "export", "--frozen", "--quiet", "--no-emit-project", *options]
    done = subprocess.run(  # noqa: S603 (our own command)
        [*command, "--format", form], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout


def tool(name: str, package: str) -> list[str]:
    """Return the command of a tool: beside this Python, on the path, or fetched by uv."""
    beside = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if beside:
        return [beside]
    if name == "uv":
        sys.exit("uv is not here: python3 run.py setup")
    return [*tool("uv", "uv"), "tool", "run", "--from", package, name]


def _package(entry: Mapping[str, Any]) -> Package:
    return re.sub(r"[-_.]+", "-", entry["name"]).lower(), str(entry.get("version", ""))


def _ids(entry: Mapping[str, Any]) -> str:
    return ", ".join(vulnerability["id"] for vulnerability in entry["vulns"])


def _none(why: str) -> Verdict:
    return Verdict(NO_AUDIT, (f"NO AUDIT: {why}", "Nothing is known about the packages."))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
