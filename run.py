"""Start kselect, or test it; whatever is missing is set up first.

    python3 run.py [--no-browser] [--port N]    start the app on this computer
    python3 run.py --share [--word WORD …]      open it to a class: docs/classroom.md
    python3 run.py test [pytest arguments]      format, lint, types, imports, all tests
    python3 run.py test --quick                 the same with the tests of what changed
    python3 run.py test --nightly               the same with what is tested every night
    python3 run.py docs                         make the site: artifacts/site/index.html
    python3 run.py setup                        only set up

Needs Python 3.11 or newer and nothing else: everything goes into the folder .venv beside this
file. What already fits is not touched again, and an interrupted set-up is continued.
"""

from __future__ import annotations

import argparse
import codecs
import ctypes.util
import hashlib
import importlib.util
import locale
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
COMMANDS = ("app", "test", "docs", "setup")
GROUPS = {"test": ("test", "docs"), "docs": ("docs",)}  # packages beside those of the app
SITE = ROOT / "artifacts" / "site"
MOST_SAID = 300  # characters of a complaint about arguments
FIRST_PORT = 8501
LOOPBACK = ("127.0.0.1", "localhost")
PROGRAM = "from kselect_core.cli import main; main()"
NO_TESTS_COLLECTED = 5  # pytest's exit status
BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "microsoft-edge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
BROWSER_PACKAGES = ("chromium", "fonts-dejavu-core", "libatomic1")
ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in ("OPENBLAS", "OMP", "MKL", "NUMEXPR")}
SERVED = {
    "KSELECT_NICE": "10",
    "MALLOC_ARENA_MAX": "2",
    "MALLOC_TRIM_THRESHOLD_": "16777216",
    "MALLOC_MMAP_THRESHOLD_": "8388608",
    "ARROW_DEFAULT_MEMORY_POOL": "system",
}
UV_SETTINGS = {
    "UV_PROJECT_ENVIRONMENT": str(VENV),
    "UV_PYTHON_DOWNLOADS": "never",
    "UV_SYSTEM_CERTS": "1",  # networks with a certificate of their own
    "UV_NATIVE_TLS": "1",  # the same for an older uv
}
PAGE_TESTS, BROWSER_TESTS = ("tests/pages", "tests/ui"), "tests/browser"
QUICK, CHANGED = "--quick", ("-m", "tests.changed")
NIGHTLY = "--nightly"
NOT_ASKED_FOR = "no browser is asked for"
TWO = ("-n", "2", "--dist", "worksteal")  # modules stay together, and both have work to the end
ALONE = ("-n", "0")  # one server and one browser, warm for all tests
SHAPED = ("linalg", "kernels", "learners", "criteria")  # layers whose signatures have shapes
CHECKED_SHAPES = ",".join([*(f"kselect_core.{layer}" for layer in SHAPED), "tests.shapes.checked"])


class SetUpError(Exception):
    """Something only the user can change; the text says what to do."""


class Step(NamedTuple):
    """One check of ``run.py test``: its title and the arguments for the project's Python."""

    title: str
    arguments: tuple[str, ...]


class Ended(NamedTuple):
    """How a check ended: its exit status, the seconds it took, and what it printed if kept."""

    step: Step
    status: int
    seconds: float
    words: str = ""


class Checks(NamedTuple):
    """Checks that only read the source, and two rows of tests: each fills what the other leaves."""

    reading: Sequence[Step]
    working: Sequence[Step]
    beside: Sequence[Step] = ()


LOOPS = "from kselect_core.linalg.first_calls import first_calls as f; [call() for call in f()]"
UNREACHED = (OSError, RuntimeError)  # a folder that is not this user's, a user without a home
TYPES = Step("Types (mypy)", ("-m", "mypy"))
MACHINE_CODE = Step("Machine code (numba)", ("-c", LOOPS))  # once, and not in each process
SHAPES = f"--jaxtyping-packages={CHECKED_SHAPES}"


# ------------------------------------------------------------------------------- commands


def main(arguments: list[str]) -> int:
    """Exit status of one call of this script."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # what cannot show every sign shows "?"
            stream.reconfigure(errors="replace")
    command, rest = split_command(arguments)
    try:
        if command == "test":
            return test(rest)
        if command == "setup":
            parser("setup").parse_args(rest)
            set_up("app")
            say("Everything is set up. Start with: python3 run.py")
            return 0
        if command == "docs":
            parser("docs").parse_args(rest)
            return docs()
        return start(rest)
    except SetUpError as error:
        print(f"\n{error}", file=sys.stderr, flush=True)
        return 1
    except KeyboardInterrupt:
        say("Stopped.")
        return 130


def split_command(arguments: list[str]) -> tuple[str, list[str]]:
    """Return the command, "app" if none is named, and what follows it."""
    if arguments and arguments[0] in COMMANDS:
        return arguments[0], arguments[1:]
    return "app", arguments


class Parser(argparse.ArgumentParser):
    """A parser that repeats no more of an argument than fits a message."""

    def error(self, message: str) -> NoReturn:
        """End with status 2 and a message of bounded length."""
        super().error(message if len(message) <= MOST_SAID else f"{message[:MOST_SAID]}…")


def parser(command: str) -> argparse.ArgumentParser:
    """Return a parser whose help is the text at the top of this file."""
    return Parser(
        prog=f"run.py {command}",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def start(arguments: list[str]) -> int:
    """Become the app's server; returns only on Windows, where a process cannot be replaced."""
    options = parser("app")
    options.add_argument("--no-browser", action="store_true", help="only print the address")
    options.add_argument("--port", type=int, default=FIRST_PORT, help="first port to try")
    options.add_argument("--share", action="store_true", help="open the app to the network")
    options.add_argument("--host", "--server.address", help="address to listen on")
    chosen, rest = options.parse_known_args(arguments)
    if not chosen.share:
        check_closed(chosen.host)
    set_up("app")
    port = free_port(chosen.port)
    if port != chosen.port:
        say(f"Port {chosen.port} is busy: using {port}.")
    if chosen.share:
        command = share_command(port, chosen.host) + rest
    else:
        command = app_command(port, "print" if chosen.no_browser or no_display() else "open") + rest
    os.chdir(ROOT)
    if sys.platform != "win32":  # a child would go on serving after this process is killed
        sys.stdout.flush()
        os.execve(command[0], command, environment(ONE_THREAD | SERVED))  # noqa: S606  (no shell is wanted)
    return subprocess.call(command, env=environment(ONE_THREAD | SERVED))


def test(arguments: list[str]) -> int:
    """Run every check, also after a failure; 0 if all passed."""
    set_up("test")
    if NIGHTLY not in arguments:  # at night all types are checked from nothing
        recall_types()
    further = [word for word in arguments if word not in (QUICK, NIGHTLY)]
    if QUICK in arguments:
        return quick_test(further)
    browser = provided_browser()
    named = {"KSELECT_BROWSER": browser} if browser else {}
    named |= {"KSELECT_HYPOTHESIS": "night"} if NIGHTLY in arguments else {}
    *working, browsers = steps(further, nightly=NIGHTLY in arguments)
    checks = Checks(readings(MACHINE_CODE, collection(further)), working, [browsers])
    outcomes = checked(checks, further, named)
    if outcomes[TYPES.title][0] == "passed":
        remember_types()
    return summary(outcomes, browser)


def docs() -> int:
    """Make the site of the documents; a link that leads nowhere is a failure."""
    set_up("docs")
    command = [str(PYTHON), "-m", "sphinx", "--fail-on-warning", "-q", "-c", "docs/site"]
    status = subprocess.call([*command, ".", str(SITE)], cwd=ROOT, env=environment(ONE_THREAD))
    say("The site could not be made." if status else f"Made: {SITE / 'index.html'}")
    return status


def quick_test(arguments: list[str]) -> int:
    """Run what takes a minute while one writes; 0 if all passed."""
    if not (ROOT / ".mypy_cache").exists():
        say("mypy remembers nothing yet: its first run takes longer than the next ones.")
    say("Only what changed since the last commit is tested: python3 run.py test runs all.")
    tests = [Step("Tests of what changed", (*CHANGED, *arguments))]
    return summary(checked(Checks(readings(), tests), arguments, {}), NOT_ASKED_FOR)


def types_of_clones() -> Path:
    """Return where what mypy knows is kept from one clone on this computer to the next."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "kselect" / "mypy"


def recall_types() -> None:
    """Give a new clone what mypy knows; it compares every file by its content and looks again."""
    here = ROOT / ".mypy_cache"
    if here.exists():
        return
    try:
        if (kept := types_of_clones()).exists():
            shutil.copytree(kept, here)
    except UNREACHED:  # or another clone replaces it at this moment: mypy begins from nothing
        shutil.rmtree(here, ignore_errors=True)


def remember_types() -> None:
    """Keep what mypy knows now for the next clone; where that cannot be written nothing is kept."""
    here = ROOT / ".mypy_cache"
    with suppress(*UNREACHED):
        kept = types_of_clones()
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as made:
            shutil.copytree(here, Path(made) / kept.name)
            shutil.rmtree(kept, ignore_errors=True)
            (Path(made) / kept.name).rename(kept)  # whole, or not at all


def checked(
    checks: Checks, arguments: list[str], names: dict[str, str]
) -> dict[str, tuple[str, float]]:
    """Return how each check ended and how many seconds it took.

    The checks that read begin together; when all but the last of those have ended, those that work
    begin, one by one, and beside them the others, one by one as well. These are told after what
    works, and the last that reads at the end.
    """
    around = environment({**ONE_THREAD, "PYTHONUNBUFFERED": "1", **names})
    with ThreadPoolExecutor(len(checks.reading)) as pool, ThreadPoolExecutor(1) as row:
        *early, late = [pool.submit(kept, step, around) for step in checks.reading]
        ended = [told(check.result()) for check in early]
        beside = [row.submit(kept, step, around) for step in checks.beside]
        ended += [printed(step, around) for step in checks.working]
        ended += [told(check.result()) for check in (*beside, late)]
    return {end.step.title: (verdict(end.status, arguments), end.seconds) for end in ended}


def kept(step: Step, around: dict[str, str]) -> Ended:
    """Return how a check ended, with what it printed."""
    with tempfile.TemporaryFile() as words:
        ended = timed(step, around, {"stdout": words, "stderr": subprocess.STDOUT})
        words.seek(0)
        return ended._replace(words=words.read().decode(errors="replace"))


def told(ended: Ended) -> Ended:
    """Return how a check ended, after printing its title and its words."""
    headline(ended.step)
    say(ended.words.rstrip())
    return ended


def printed(step: Step, around: dict[str, str]) -> Ended:
    """Return how a check ended that prints at once."""
    headline(step)
    return timed(step, around, {})


def timed(step: Step, around: dict[str, str], streams: dict[str, Any]) -> Ended:
    """Return how a check ended and how long it took."""
    begin, command = time.monotonic(), [str(PYTHON), *step.arguments]
    status = subprocess.call(command, cwd=ROOT, env=around, **streams)
    return Ended(step, status, time.monotonic() - begin)


def headline(step: Step) -> None:
    """Print the title of a check."""
    say(f"\n── {step.title} " + "─" * max(0, 76 - len(step.title)))


# ------------------------------------------------------------------------------- set-up


def set_up(purpose: str) -> None:
    """Bring .venv in line with the lock file for a purpose of ``GROUPS`` or the app."""
    wanted = fingerprint()
    if PYTHON.exists() and recorded(purpose) == wanted:
        return
    check_writable()
    provide_environment()
    say("Fetching the packages of uv.lock …")
    arguments = ["sync", "--frozen", "--inexact", "--extra", "app", "--python", str(PYTHON)]
    arguments += [word for group in GROUPS.get(purpose, ()) for word in ("--group", group)]
    run_command("fetching the packages", [str(PYTHON), "-m", "uv", *arguments], UV_SETTINGS)
    for fits in ("app", purpose):
        stamp(fits).write_text(wanted, encoding="ascii")


def fingerprint() -> str:
    """SHA-256 of all that decides what belongs into .venv: Python, place, packages."""
    digest = hashlib.sha256(f"{sys.implementation.cache_tag}\n{ROOT}\n".encode())
    for name in ("pyproject.toml", "uv.lock"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def stamp(purpose: str) -> Path:
    """Return the file that remembers for which fingerprint .venv was completed."""
    return VENV / f".kselect-{purpose}"


def recorded(purpose: str) -> str:
    """Return the remembered fingerprint, empty if the set-up never came to its end."""
    try:
        return stamp(purpose).read_text(encoding="ascii")
    except OSError:
        return ""


def check_writable() -> None:
    """Complain in words if nothing can be written beside this file."""
    try:
        VENV.mkdir(exist_ok=True)
        probe = VENV / ".kselect-probe"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise SetUpError(
            f"kselect keeps its packages beside run.py, but {VENV} cannot be written "
            f"({error.strerror}).\nCopy the folder {ROOT.name} to a place that is yours and start "
            "it from there."
        ) from None


def provide_environment() -> None:
    """Make .venv a working environment of this Python with uv in it."""
    if answer("import sys; print(sys.implementation.cache_tag)") != sys.implementation.cache_tag:
        provide_ensurepip()
        say(f"Making the folder {VENV} …")
        venv = [sys.executable, "-m", "venv", "--clear", str(VENV)]
        run_command("making the environment", venv)
    if answer("import uv; print('here')") == "here":
        return
    if answer("import pip; print('here')") != "here":
        provide_ensurepip()
        run_command("adding pip", [str(PYTHON), "-m", "ensurepip"])
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run_command("fetching uv", [*pip, "uv>=0.7,<1"])


def provide_ensurepip() -> None:
    """Debian splits ensurepip off Python: install it, or say the line that does."""
    if importlib.util.find_spec("ensurepip") is not None:
        return
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if not apt_installed((package,)):
        raise SetUpError(
            "This Python cannot make environments: its module ensurepip is missing.\n"
            f"On Debian and Ubuntu this line adds it:\n\n    sudo apt-get install -y {package}\n\n"
            "Then start again."
        )


def answer(code: str) -> str:
    """Return what the Python in .venv prints for ``code``; empty if it does not run."""
    if not PYTHON.exists():
        return ""
    done = subprocess.run([str(PYTHON), "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def run_command(doing: str, command: list[str], variables: dict[str, str] | None = None) -> None:
    """Run one command of the set-up; a failure ends it with a sentence."""
    if subprocess.call(command, cwd=ROOT, env=environment(variables or {})) != 0:
        raise SetUpError(
            f"The set-up stopped while {doing}; the lines above say why. Without a network the "
            "first start\ncannot succeed. Fix that and start again: "
            "what is done is not done twice."
        )


def environment(variables: dict[str, str]) -> dict[str, str]:
    """Return this process's variables with ours; no other environment may interfere.

    Where the language asked for is not installed, Python reads names of folders as ASCII and does
    not start in one with an accent. Compiled modules are kept, in .venv and beside their sources:
    else each process compiles its packages anew when it begins, for 2.5 of 3.7 seconds.
    """
    interfering = ("VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if name not in interfering}
    if codecs.lookup(locale.getencoding()).name == "ascii":
        kept["LC_ALL"] = "C.UTF-8"
    return {**kept, **variables}


# ------------------------------------------------------------------------------- Debian


def apt_installed(packages: tuple[str, ...]) -> bool:
    """Install Debian packages if we may without asking; whether that worked."""
    prefix = administrator()
    if prefix is None or shutil.which("apt-get") is None:
        return False
    say(f"Installing {', '.join(packages)} with apt-get …")
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"]
    apt += ["-o", "DPkg::Lock::Timeout=120"]
    install = [*apt, "install", "-y", "--no-install-recommends", *packages]
    return subprocess.call([*apt, "update"]) == 0 and subprocess.call(install) == 0


def administrator() -> list[str] | None:
    """Return what to put before a command to run it as root; None if we may not."""
    if getattr(os, "geteuid", lambda: 1)() == 0:
        return []
    sudo = shutil.which("sudo")
    if (
        sudo
        and subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode == 0
    ):
        return [sudo, "-n"]
    return None


# ------------------------------------------------------------------------------- the app


def app_command(port: int, browser: str) -> list[str]:
    """Return the command that serves the app; ``browser`` is "open" or "print"."""
    flags = {
        "server.address": "127.0.0.1",
        "server.port": str(port),
        "server.headless": "false" if browser == "open" else "true",
        "browser.gatherUsageStats": "false",
    }
    listed = [f"--{name}={value}" for name, value in flags.items()]
    return [str(PYTHON), "-m", "streamlit", "run", str(ROOT / "app.py"), *listed]


def share_command(port: int, host: str | None) -> list[str]:
    """Return the command that opens the app to a class; all further options are its own."""
    listens = [] if host is None else ["--host", host]
    return [str(PYTHON), "-c", PROGRAM, "app", "--share", "--port", str(port), *listens]


def check_closed(host: str | None) -> None:
    """Refuse to listen to other computers without --share."""
    if host == "":
        raise SetUpError("--host is empty: name an address of this computer, or leave it out.")
    for address in (host, os.environ.get("STREAMLIT_SERVER_ADDRESS")):
        if address and address not in LOOPBACK:
            raise SetUpError(
                f"With the address {address[:80]} everybody in the network could compute on this "
                "machine and use its files.\nIf that is meant, add --share: it asks visitors for "
                "an access word. Otherwise leave the address\n(and STREAMLIT_SERVER_ADDRESS) out."
            )


def no_display() -> bool:
    """Whether there is no screen to open a browser on."""
    return sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def free_port(first: int, tries: int = 100) -> int:
    """Return the first port from ``first`` on that nobody listens on."""
    for port in range(first, min(first + tries, 65536)):
        with socket.socket() as probe:
            if os.name != "nt":  # a port that was closed a moment ago is free
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise SetUpError(f"No free port from {first} on. Name another one: python3 run.py --port 9000")


# ------------------------------------------------------------------------------- the tests


def readings(*further: Step) -> list[Step]:
    """Return the checks that only read the source, and further ones; the longest is the last."""
    imports = "from importlinter.cli import lint_imports_command as check; check()"
    return [
        Step("Format (ruff format)", ("-m", "ruff", "format", "--check", ".")),
        Step("Lint (ruff check)", ("-m", "ruff", "check", ".")),
        Step("Layers (import-linter)", ("-c", imports)),
        *further,
        TYPES,
    ]


def collection(arguments: list[str]) -> Step:
    """Return the check that all tests can be collected, which the steps do sooner after it."""
    return Step("Collection (pytest)", ("-m", "tests.house.collected", SHAPES, *arguments))


def steps(arguments: list[str], *, nightly: bool = False) -> list[Step]:
    """Return the tests: those of the core, those of pages, and what runs beside both.

    A browser waits for its server and the server for it: one pair fills what two processes leave.
    """
    whole = not arguments  # each step collects its own folders only
    others = tuple(f"--ignore={folder}" for folder in (*PAGE_TESTS, BROWSER_TESTS)) if whole else ()
    by_day = "" if nightly else " and not nightly"
    two, alone = ("-m", "pytest", *TWO), ("-m", "pytest", *ALONE)
    unit = (
        *two,
        SHAPES,
        "-m",
        f"not browser and not page{by_day}",
    )
    pages = (*two, "-m", f"page{by_day}", *(PAGE_TESTS if whole else ()))
    browsers = (*alone, "-m", f"browser{by_day}", *((BROWSER_TESTS,) if whole else ()))
    return [
        Step("Tests", (*unit, *others, *arguments)),
        Step("Page tests", (*pages, *arguments)),
        Step("Browser tests", (*browsers, *arguments)),
    ]


def verdict(status: int, arguments: list[str]) -> str:
    """Return "passed", "failed" or, where only a part was asked for, "nothing selected"."""
    if status == NO_TESTS_COLLECTED and arguments:
        return "nothing selected"
    return "failed" if status else "passed"


def summary(outcomes: dict[str, tuple[str, float]], browser: str | None) -> int:
    """Print one line per check; the exit status of all together."""
    say("\n── Summary " + "─" * 67)
    for title, (outcome, seconds) in outcomes.items():
        say(f"{outcome:>17}  {title:<26}{seconds:7.1f} s")
    if browser is None:
        say("The browser tests were skipped: install Chromium or name one in KSELECT_BROWSER.")
    failed = sum(outcome == "failed" for outcome, _ in outcomes.values())
    say(f"{failed} of {len(outcomes)} checks failed." if failed else "All is well.")
    return 1 if failed else 0


def provided_browser() -> str | None:
    """Return a browser for the tests, installed through apt if need be; None if there is none."""
    if found_browser() is None:
        apt_installed(BROWSER_PACKAGES)
    elif sys.platform.startswith("linux") and ctypes.util.find_library("atomic") is None:
        apt_installed(("libatomic1",))  # Playwright's driver does not start without it
    return found_browser()


def found_browser() -> str | None:
    """Return the path of the browser named by KSELECT_BROWSER, else of the first known one."""
    named = os.environ.get("KSELECT_BROWSER")
    if named:
        return shutil.which(named)
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


def in_ci() -> bool:
    """Whether a machine runs the tests, for which a skipped browser test is a failure."""
    return os.environ.get("CI", "").lower() not in ("", "0", "false")


def say(text: str) -> None:
    """Print at once, in step with what child processes print."""
    print(text, flush=True)


def too_old() -> str:
    """Return what to tell the user of an older Python; empty if this one will do."""
    if sys.version_info >= OLDEST:
        return ""
    have, need = (".".join(map(str, version[:2])) for version in (sys.version_info, OLDEST))
    return (
        f"kselect needs Python {need} or newer; this is Python {have} ({sys.executable}).\n"
        f"If a newer one is installed, name it, for example: python{need} run.py"
    )


if __name__ == "__main__":
    sys.exit(too_old() or main(sys.argv[1:]))
