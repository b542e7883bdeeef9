"""The launcher: what it decides, what it says, what it starts. No network, nothing installed."""

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def launcher(tmp_path, monkeypatch):
    """Copy the script to a folder whose name has a space and an accent."""
    root = tmp_path / "my clone é"
    root.mkdir()
    for name in ("run.py", "pyproject.toml", "uv.lock"):
        (root / name).write_bytes((ROOT / name).read_bytes())
    spec = importlib.util.spec_from_file_location("launcher_under_test", root / "run.py")
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def calls(launcher, monkeypatch):
    """Record every command the script would have run; each succeeds unless named in ``failing``."""
    record = SimpleNamespace(commands=[], environments=[], failing=())

    def call(command, **options):
        record.commands.append([str(part) for part in command])
        record.environments.append(options.get("env", {}))
        if "stdout" in options:
            options["stdout"].write(f"said of {command[-1]}".encode())
        return int(any(word in command for word in record.failing))

    monkeypatch.setattr(launcher.subprocess, "call", call)
    return record


def finished(launcher, purpose="app"):
    """Pretend that .venv was completed for ``purpose``."""
    launcher.PYTHON.parent.mkdir(parents=True, exist_ok=True)
    launcher.PYTHON.touch()
    launcher.stamp(purpose).write_text(launcher.fingerprint())


def answering(launcher, monkeypatch, **answers):
    """Let the Python in .venv answer the three questions of the set-up."""
    known = {"cache_tag": answers.get("tag", ""), "uv": answers.get("uv", "")}
    known["pip"] = answers.get("pip", "")
    monkeypatch.setattr(
        launcher, "answer", lambda code: next(known[word] for word in known if word in code)
    )


# ------------------------------------------------------------------------------- commands


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], ("app", [])),
        (["--no-browser"], ("app", ["--no-browser"])),
        (["app", "--port", "9000"], ("app", ["--port", "9000"])),
        (["test", "-k", "loo"], ("test", ["-k", "loo"])),
        (["setup"], ("setup", [])),
    ],
)
def test_a_command_that_is_not_named_is_the_app(launcher, arguments, expected):
    assert launcher.split_command(arguments) == expected


def test_an_older_python_is_told_which_one_to_use(launcher, monkeypatch):
    assert launcher.too_old() == ""
    monkeypatch.setattr(launcher.sys, "version_info", (3, 9, 2))
    assert "needs Python 3.11 or newer; this is Python 3.9" in launcher.too_old()
    assert "python3.11 run.py" in launcher.too_old()


def test_a_set_up_error_is_a_sentence_and_status_1(launcher, monkeypatch, capsys):
    def stop(_purpose):
        raise launcher.SetUpError("Do this.")

    monkeypatch.setattr(launcher, "set_up", stop)
    assert launcher.main(["setup"]) == 1
    assert capsys.readouterr().err.strip() == "Do this."


def test_ctrl_c_ends_with_status_130(launcher, monkeypatch):
    def interrupted(_purpose):
        raise KeyboardInterrupt

    monkeypatch.setattr(launcher, "set_up", interrupted)
    assert launcher.main(["setup"]) == 130


@pytest.mark.parametrize("words", [["setup", "x" * 9_000], ["--port", "x" * 9_000]])
def test_an_argument_is_repeated_only_in_part(launcher, capsys, words):
    with pytest.raises(SystemExit):
        launcher.main(words)
    said = capsys.readouterr().err
    assert "xxx…" in said
    assert len(said) < 1_000


def test_help_shows_the_commands_without_setting_anything_up(launcher, calls, capsys):
    for command in ("app", "setup"):
        with pytest.raises(SystemExit) as end:
            launcher.main([command, "--help"])
        assert end.value.code == 0
        assert "python3 run.py test" in capsys.readouterr().out
    assert calls.commands == []


# ------------------------------------------------------------------------------- set-up


def test_a_finished_set_up_runs_nothing(launcher, calls):
    finished(launcher)
    launcher.set_up("app")
    assert calls.commands == []


def test_a_first_set_up_makes_the_environment_fetches_uv_and_syncs_the_lock(
    launcher, calls, monkeypatch
):
    answering(launcher, monkeypatch, pip="here")
    monkeypatch.setenv("VIRTUAL_ENV", "/somewhere/else")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    launcher.set_up("app")
    made, fetched, synced = calls.commands
    assert made == [sys.executable, "-m", "venv", "--clear", str(launcher.VENV)]
    assert fetched[1:4] == ["-m", "pip", "install"]
    assert fetched[-1] == "uv>=0.7,<1"
    assert synced[1:8] == ["-m", "uv", "sync", "--frozen", "--inexact", "--extra", "app"]
    assert "--group" not in synced
    settings = calls.environments[-1]
    assert settings["UV_PROJECT_ENVIRONMENT"] == str(launcher.VENV)
    assert settings["UV_PYTHON_DOWNLOADS"] == "never"
    assert settings["UV_SYSTEM_CERTS"] == settings["UV_NATIVE_TLS"] == "1"
    assert "VIRTUAL_ENV" not in settings
    assert "PYTHONDONTWRITEBYTECODE" not in settings
    assert launcher.recorded("app") == launcher.fingerprint()


def test_the_tests_need_their_group_and_complete_the_app_too(launcher, calls, monkeypatch):
    answering(launcher, monkeypatch, tag=sys.implementation.cache_tag, uv="here")
    launcher.set_up("test")
    (synced,) = calls.commands
    assert synced[-4:] == ["--group", "test", "--group", "docs"]
    assert launcher.recorded("app") == launcher.recorded("test") == launcher.fingerprint()


def test_the_site_is_made_with_the_packages_it_needs(launcher, calls, monkeypatch, capsys):
    answering(launcher, monkeypatch, tag=sys.implementation.cache_tag, uv="here")
    assert launcher.main(["docs"]) == 0
    synced, made = calls.commands
    assert synced[-2:] == ["--group", "docs"]
    assert made[1:4] == ["-m", "sphinx", "--fail-on-warning"]
    assert "index.html" in capsys.readouterr().out
    calls.failing = ("sphinx",)
    assert launcher.main(["docs"]) == 1


def test_starting_the_app_does_not_count_as_set_up_for_the_tests(launcher, calls, monkeypatch):
    answering(launcher, monkeypatch, tag=sys.implementation.cache_tag, uv="here")
    launcher.set_up("app")
    assert len(calls.commands) == 1
    assert launcher.recorded("test") == ""


def test_an_environment_without_pip_gets_it(launcher, calls, monkeypatch):
    answering(launcher, monkeypatch, tag=sys.implementation.cache_tag)
    launcher.set_up("app")
    assert calls.commands[0][1:] == ["-m", "ensurepip"]


@pytest.mark.parametrize(
    ("broken", "words"),
    [("venv", "making the environment"), ("pip", "fetching uv"), ("uv", "fetching the packages")],
)
def test_an_interrupted_set_up_says_so_and_is_not_remembered(
    launcher, calls, monkeypatch, broken, words
):
    answering(launcher, monkeypatch, pip="here")
    calls.failing = (broken,)
    with pytest.raises(launcher.SetUpError, match=f"stopped while {words}"):
        launcher.set_up("app")
    assert launcher.recorded("app") == ""


@pytest.mark.parametrize("name", ["pyproject.toml", "uv.lock"])
def test_changed_dependencies_are_noticed(launcher, name):
    before = launcher.fingerprint()
    with (launcher.ROOT / name).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    assert launcher.fingerprint() != before


def test_another_python_or_place_is_noticed(launcher, monkeypatch):
    fingerprints = {launcher.fingerprint()}
    monkeypatch.setattr(launcher, "ROOT", ROOT)
    fingerprints.add(launcher.fingerprint())
    monkeypatch.setattr(launcher.sys, "implementation", SimpleNamespace(cache_tag="cpython-399"))
    fingerprints.add(launcher.fingerprint())
    assert len(fingerprints) == 3


def test_the_python_in_the_environment_is_asked_and_may_be_missing(launcher, monkeypatch):
    assert launcher.answer("print(1)") == ""
    monkeypatch.setattr(launcher, "PYTHON", Path(sys.executable))
    assert launcher.answer("print('é'.encode().hex())") == "c3a9"
    assert launcher.answer("import no_such_module_anywhere") == ""


def test_a_folder_that_cannot_be_written_is_explained(launcher, calls):
    launcher.VENV.write_text("a file where the folder should be")
    with pytest.raises(launcher.SetUpError, match="cannot be written") as error:
        launcher.set_up("app")
    assert "Copy the folder my clone é" in str(error.value)
    assert calls.commands == []


# ------------------------------------------------------------------------------- Debian


def test_missing_ensurepip_is_installed_or_the_line_is_printed(launcher, monkeypatch):
    monkeypatch.setattr(launcher.importlib.util, "find_spec", lambda _name: None)
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    asked = []
    monkeypatch.setattr(launcher, "apt_installed", lambda packages: bool(asked.append(packages)))
    with pytest.raises(launcher.SetUpError, match=f"sudo apt-get install -y {package}\n"):
        launcher.provide_ensurepip()
    assert asked == [(package,)]
    monkeypatch.setattr(launcher, "apt_installed", lambda _packages: True)
    launcher.provide_ensurepip()


def test_apt_updates_before_it_installs(launcher, calls, monkeypatch):
    monkeypatch.setattr(launcher, "administrator", lambda: ["sudo", "-n"])
    monkeypatch.setattr(launcher.shutil, "which", lambda name: f"/usr/bin/{name}")
    assert launcher.apt_installed(("chromium",))
    assert [command[-1] for command in calls.commands] == ["update", "chromium"]
    assert all(command[:2] == ["sudo", "-n"] for command in calls.commands)
    calls.failing = ("update",)
    assert not launcher.apt_installed(("chromium",))


def test_apt_is_left_alone_without_rights_or_without_apt(launcher, calls, monkeypatch):
    monkeypatch.setattr(launcher, "administrator", lambda: None)
    assert not launcher.apt_installed(("chromium",))
    monkeypatch.setattr(launcher, "administrator", list)
    monkeypatch.setattr(launcher.shutil, "which", lambda _name: None)
    assert not launcher.apt_installed(("chromium",))
    assert calls.commands == []


@pytest.mark.parametrize(("status", "expected"), [(0, ["/bin/sudo", "-n"]), (1, None)])
def test_sudo_is_used_only_if_it_does_not_ask(launcher, monkeypatch, status, expected):
    monkeypatch.setattr(launcher.os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setattr(launcher.shutil, "which", lambda _name: "/bin/sudo")
    done = subprocess.CompletedProcess([], status)
    monkeypatch.setattr(launcher.subprocess, "run", lambda *_, **__: done)
    assert launcher.administrator() == expected
    monkeypatch.setattr(launcher.os, "geteuid", lambda: 0, raising=False)
    assert launcher.administrator() == []


# ------------------------------------------------------------------------------- the app


def test_the_app_is_served_to_this_computer_only(launcher):
    command = launcher.app_command(8510, "open")
    assert command[:4] == [str(launcher.PYTHON), "-m", "streamlit", "run"]
    assert command[4] == str(launcher.ROOT / "app.py")
    assert "--server.address=127.0.0.1" in command
    assert "--server.port=8510" in command
    assert "--browser.gatherUsageStats=false" in command
    assert "--server.headless=false" in command
    assert "--server.headless=true" in launcher.app_command(8510, "print")


def test_a_busy_port_is_passed_over(launcher):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        assert launcher.free_port(port) > port
        with pytest.raises(launcher.SetUpError, match=f"No free port from {port} on"):
            launcher.free_port(port, tries=1)


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot replace a process")
def test_starting_replaces_this_process_with_one_thread_per_library(launcher, monkeypatch):
    finished(launcher)
    monkeypatch.chdir(Path.cwd())
    monkeypatch.setattr(launcher, "free_port", lambda first: first + 1)
    replaced = []

    def execve(*call):
        replaced.append(call)
        raise KeyboardInterrupt  # the real one does not return either

    monkeypatch.setattr(launcher.os, "execve", execve)
    assert launcher.main(["--no-browser", "--port", "9000", "--server.fileWatcherType=auto"]) == 130
    ((program, command, variables),) = replaced
    assert program == command[0] == str(launcher.PYTHON)
    assert "--server.port=9001" in command
    assert command[-1] == "--server.fileWatcherType=auto"
    assert variables["OPENBLAS_NUM_THREADS"] == variables["OMP_NUM_THREADS"] == "1"
    assert variables["MKL_NUM_THREADS"] == variables["NUMEXPR_NUM_THREADS"] == "1"
    assert Path.cwd() == launcher.ROOT


@pytest.mark.parametrize("words", [("--host", "10.0.0.5"), ("--server.address=::",)])
def test_other_computers_are_not_served_without_share(launcher, capsys, words):
    assert launcher.main([*words]) == 1
    said = capsys.readouterr().err
    assert "add --share" in said
    assert words[-1].rpartition("=")[2] in said


def test_a_variable_does_not_open_the_app_either(launcher, monkeypatch, capsys):
    monkeypatch.setenv("STREAMLIT_SERVER_ADDRESS", "10.0.0.5")
    assert launcher.main([]) == 1
    assert "STREAMLIT_SERVER_ADDRESS" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot replace a process")
def test_sharing_is_passed_on_to_the_command_line(launcher, monkeypatch):
    finished(launcher)
    monkeypatch.chdir(Path.cwd())
    monkeypatch.setattr(launcher, "free_port", lambda first: first)
    replaced = []
    monkeypatch.setattr(launcher.os, "execve", lambda *call: replaced.append(call[1]))
    monkeypatch.setattr(launcher.subprocess, "call", lambda *_, **__: 0)
    words = ["--share", "--port", "9000", "--word", "toberiku", "--host", "10.0.0.5"]
    assert launcher.main(words) == 0
    (command,) = replaced
    assert command[3:8] == ["app", "--share", "--port", "9000", "--host"]
    assert command[8:] == ["10.0.0.5", "--word", "toberiku"]


def test_without_a_screen_the_address_is_printed(launcher, monkeypatch):
    monkeypatch.setattr(launcher.sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert launcher.no_display()
    monkeypatch.setenv("DISPLAY", ":0")
    assert not launcher.no_display()
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setattr(launcher.sys, "platform", "darwin")
    assert not launcher.no_display()


def test_the_configuration_keeps_strangers_and_telemetry_out():
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert config["server"]["address"] == "127.0.0.1"
    assert config["server"]["allowedHosts"] == ["localhost", "127.0.0.1"]
    assert config["server"]["maxUploadSize"] == 200
    assert config["server"]["enableCORS"] is True
    assert config["server"]["enableXsrfProtection"] is True
    assert config["server"]["enableAgentApi"] is False
    assert config["server"]["enableStaticServing"] is False
    assert config["browser"]["gatherUsageStats"] is False
    assert config["client"]["showErrorDetails"] == "none"
    assert config["client"]["showErrorLinks"] is False
    assert config["client"]["allowedOrigins"] == []  # by default pages of Streamlit's cloud
    assert len(config["theme"]["chartSequentialColors"]) == 10
    assert len(config["theme"]["chartCategoricalColors"]) == 8


@pytest.fixture
def server(launcher, monkeypatch, tmp_path):
    """Serve the app as the launcher does; give its port."""
    monkeypatch.setattr(launcher, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(launcher, "ROOT", ROOT)
    with socket.socket() as chosen_by_the_system:
        chosen_by_the_system.bind(("127.0.0.1", 0))
        port = chosen_by_the_system.getsockname()[1]
    command = launcher.app_command(port, "print")
    variables = launcher.environment({**launcher.ONE_THREAD, "KSELECT_HOME": str(tmp_path)})
    with (
        (tmp_path / "log").open("wb") as log,
        subprocess.Popen(command, cwd=ROOT, env=variables, stdout=log, stderr=log) as process,
    ):
        yield port
        process.terminate()


def answer_of(port, request):
    """Return the first line a server sends back for a raw request, waiting for the server."""
    for _ in range(1200):  # tenths of a second; the machine may be busy
        try:
            with socket.create_connection(("127.0.0.1", port)) as line:
                line.sendall(request.replace("\n", "\r\n").encode() + b"\r\n\r\n")
                return line.recv(4096).decode(errors="replace").splitlines()[0]
        except ConnectionRefusedError:
            time.sleep(0.1)
    return "nobody answered"


def upgrade(host, origin):
    """Return the request that opens the app's channel, as a browser at ``origin`` sends it."""
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\nSec-WebSocket-Version: 13"
    head = f"GET /_stcore/stream HTTP/1.1\nHost: {host}\nOrigin: {origin}"
    return f"{head}\nConnection: Upgrade\nUpgrade: websocket\n{key}"


def test_the_server_answers_its_own_address_and_no_other_name(server):
    health = f"GET /_stcore/health HTTP/1.1\nHost: 127.0.0.1:{server}\nConnection: close"
    assert " 200 " in answer_of(server, health)
    here = f"127.0.0.1:{server}"
    assert " 101 " in answer_of(server, upgrade(here, f"http://{here}"))
    strange = f"stranger.example:{server}"
    assert " 403 " in answer_of(server, upgrade(strange, f"http://{strange}"))
    assert " 403 " in answer_of(server, upgrade(here, "http://stranger.example"))


# ------------------------------------------------------------------------------- the tests


def test_every_check_runs_and_one_failure_is_enough(launcher, calls, monkeypatch, capsys):
    finished(launcher, "test")
    monkeypatch.setattr(launcher, "provided_browser", lambda: "/usr/bin/chromium")
    assert launcher.main(["test"]) == 0
    assert len(calls.commands) == 9
    assert calls.environments[0]["KSELECT_BROWSER"] == "/usr/bin/chromium"
    assert calls.environments[0]["OPENBLAS_NUM_THREADS"] == "1"
    assert calls.environments[0]["PYTHONUNBUFFERED"] == "1"
    assert "All is well." in capsys.readouterr().out
    calls.commands.clear()
    calls.failing = ("mypy",)
    assert launcher.main(["test"]) == 1
    assert len(calls.commands) == 9
    assert "1 of 9 checks failed." in capsys.readouterr().out


def test_what_mypy_knows_after_a_green_check_is_there_in_the_next_clone_by_day(
    launcher, calls, monkeypatch
):
    finished(launcher, "test")
    monkeypatch.setattr(launcher, "provided_browser", lambda: None)
    here = launcher.ROOT / ".mypy_cache"

    def gate(known, *words):
        """Run all checks where mypy leaves something; what it knew when it began."""
        before = []

        def call(command, **_):
            if command[-1] == "mypy":
                before.extend(path.read_text() for path in here.glob("*"))
                here.mkdir(exist_ok=True)
                (here / "types").write_text(known)
            return int(any(word in command for word in calls.failing))

        monkeypatch.setattr(launcher.subprocess, "call", call)
        launcher.main(["test", *words])
        shutil.rmtree(here)
        return before

    assert gate("of the first") == []
    assert gate("of the second", "-k", "loo") == ["of the first"]
    calls.failing = ("mypy",)
    assert gate("of a broken one") == ["of the second"]
    assert gate("of another broken one") == ["of the second"]
    assert gate("of the night", "--nightly") == []


def test_where_nothing_can_be_kept_the_checks_pass_all_the_same(launcher, monkeypatch):
    here = launcher.ROOT / ".mypy_cache"
    here.mkdir()
    launcher.types_of_clones().parent.parent.write_text("a file where the folder should be")
    launcher.remember_types()
    launcher.recall_types()
    here.rmdir()
    monkeypatch.setattr(launcher, "types_of_clones", lambda: launcher.ROOT)  # into itself
    monkeypatch.setattr(launcher.shutil, "copytree", half_copied)
    launcher.recall_types()
    assert not here.exists()
    monkeypatch.setattr(launcher, "types_of_clones", homeless)
    launcher.recall_types()
    launcher.remember_types()


def homeless():
    raise RuntimeError("Could not determine home directory.")


def half_copied(_, there):
    there.mkdir()
    raise OSError("it is replaced")


def every_step(launcher, **options):
    return [*readings(launcher), *launcher.steps([], **options)]


def readings(launcher):
    return launcher.readings(launcher.MACHINE_CODE, launcher.collection([]))


def test_the_checks_come_in_the_promised_order(launcher):
    words = [" ".join(step.arguments) for step in every_step(launcher)]
    expected = [
        "ruff format --check",
        "ruff check",
        "importlinter",
        "first_calls",
        "tests.house.collected",
        "mypy",
        "not browser",
        "-m page",
        "-m browser",
    ]
    assert len(words) == len(expected)
    assert all(word in line for word, line in zip(expected, words, strict=True))
    assert "--jaxtyping-packages=kselect_core.linalg,kselect_core.kernels" in words[6]


def test_each_step_collects_its_own_tests_unless_a_part_is_asked_for(launcher):
    unit, pages, browsers = (step.arguments for step in launcher.steps([]))
    assert {"--ignore=tests/pages", "--ignore=tests/ui", "--ignore=tests/browser"} <= set(unit)
    assert pages[-2:] == ("tests/pages", "tests/ui")
    assert browsers[-1] == "tests/browser"
    for step in launcher.steps(["tests/pages/test_svm.py"]):
        assert [word for word in step.arguments if "tests/" in word] == ["tests/pages/test_svm.py"]


def test_further_arguments_reach_pytest(launcher):
    assert all(step.arguments[-2:] == ("-k", "loo") for step in launcher.steps(["-k", "loo"]))


def test_at_night_the_same_steps_run_all_their_tests(launcher, calls, monkeypatch):
    day, night = (
        [step.arguments[step.arguments.index("-m", 2) + 1] for step in steps]
        for steps in (launcher.steps([]), launcher.steps([], nightly=True))
    )
    assert day == ["not browser and not page and not nightly", "page and not nightly",
                   "browser and not nightly"]  # fmt: skip
    assert night == ["not browser and not page", "page", "browser"]
    finished(launcher, "test")
    monkeypatch.setattr(launcher, "provided_browser", lambda: None)
    assert launcher.main(["test", "--nightly"]) == 0
    assert calls.environments[0]["KSELECT_HYPOTHESIS"] == "night"
    begun = sorted(command[1:] for command in calls.commands if "pytest" in command)
    assert begun == sorted(list(step.arguments) for step in launcher.steps([], nightly=True))


def all_checks(launcher):
    *working, browsers = launcher.steps([])
    return launcher.Checks(readings(launcher), working, [browsers])


def test_what_runs_side_by_side_is_told_check_by_check_the_longest_after_the_tests(
    launcher, calls, capsys
):
    calls.failing = ("mypy",)
    checks = all_checks(launcher)
    outcomes = launcher.checked(checks, [], {})
    *early, late = checks.reading
    order = [step.title for step in (*early, *checks.working, *checks.beside, late)]
    assert list(outcomes) == order
    assert [title for title in order if outcomes[title][0] == "failed"] == ["Types (mypy)"]
    lines = [line for line in capsys.readouterr().out.splitlines() if line]
    heads = [line.strip("─ ") for line in lines if line.startswith("── ")]
    assert heads == order
    for step in (*checks.reading, *checks.beside):
        head = next(line for line in lines if line.startswith(f"── {step.title} "))
        assert lines[lines.index(head) + 1] == f"said of {step.arguments[-1]}".splitlines()[0]


def test_browsers_run_beside_tests_and_pages_once_the_loops_are_compiled(
    launcher, calls, monkeypatch
):
    checks = all_checks(launcher)
    (unit, pages), (browsers,) = checks.working, checks.beside
    begun, over, paged = threading.Event(), threading.Event(), threading.Event()
    call = launcher.subprocess.call

    def held(command, **options):
        step = tuple(command[1:])
        if step == browsers.arguments:
            assert any(launcher.LOOPS in known for known in calls.commands)
            begun.set()
            assert paged.wait(60), "the pages wait until the browsers are over"
        elif step == unit.arguments:
            assert begun.wait(60), "the browsers wait until the other tests are over"
        elif step == pages.arguments:
            assert over.is_set(), "pages begin while the other tests run"
            paged.set()
        status = call(command, **options)
        if step == unit.arguments:
            over.set()
        return status

    monkeypatch.setattr(launcher.subprocess, "call", held)
    outcomes = launcher.checked(checks, [], {})
    assert {outcome for outcome, _ in outcomes.values()} == {"passed"}


def test_two_processes_have_work_to_the_end_and_all_browser_tests_have_one_server(
    launcher, monkeypatch
):
    asked = []

    def noted(checks, *_):
        asked.append(checks)
        return {launcher.TYPES.title: ("failed", 1.0)}

    finished(launcher, "test")
    monkeypatch.setattr(launcher, "provided_browser", lambda: None)
    monkeypatch.setattr(launcher, "checked", noted)
    assert launcher.main(["test"]) == 1
    (checks,) = asked
    rows = [[(step.title, step.arguments[3]) for step in row] for row in checks[1:]]
    assert rows == [[("Tests", "2"), ("Page tests", "2")], [("Browser tests", "0")]]


def test_what_a_check_prints_is_kept_with_its_status(launcher, monkeypatch):
    monkeypatch.setattr(launcher, "PYTHON", sys.executable)
    code = "import sys; print('one', flush=True); sys.exit('two')"
    ended = launcher.kept(launcher.Step("", ("-c", code)), dict(os.environ))
    assert (ended.status, ended.words.split()) == (1, ["one", "two"])


def test_the_quick_checks_read_the_source_and_test_what_changed_without_a_browser(
    launcher, calls, monkeypatch, capsys
):
    finished(launcher, "test")
    monkeypatch.setattr(launcher, "provided_browser", lambda: pytest.fail("no browser is needed"))
    assert launcher.main(["test", "--quick", "-x"]) == 0
    words = [" ".join(command[1:]) for command in calls.commands]
    assert sorted(line.split()[1] for line in words) == [
        *("from", "mypy", "ruff", "ruff", "tests.changed")
    ]
    assert "-m tests.changed -x" in words
    said = capsys.readouterr().out
    assert "mypy remembers nothing yet" in said
    assert said.rstrip().endswith("All is well.")
    (launcher.ROOT / ".mypy_cache").mkdir()
    calls.failing = ("tests.changed",)
    assert launcher.main(["test", "--quick"]) == 1
    assert "mypy remembers nothing yet" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("status", "arguments", "expected"),
    [
        (0, [], "passed"),
        (1, [], "failed"),
        (5, [], "failed"),
        (5, ["-k", "loo"], "nothing selected"),
        (1, ["-k", "loo"], "failed"),
        (-9, [], "failed"),
    ],
)
def test_no_tests_at_all_is_a_failure_unless_a_part_was_asked_for(
    launcher, status, arguments, expected
):
    assert launcher.verdict(status, arguments) == expected


def test_a_missing_browser_is_mentioned_at_the_end(launcher, capsys):
    assert launcher.summary({"Browser tests": ("passed", 1.0)}, None) == 0
    assert "browser tests were skipped: install Chromium" in capsys.readouterr().out


@pytest.fixture
def programs(launcher, monkeypatch):
    """Say which programs this machine has: none until a test adds some."""
    found = set()
    monkeypatch.delenv("KSELECT_BROWSER", raising=False)
    monkeypatch.setattr(
        launcher.shutil, "which", lambda name: f"/usr/bin/{name}" if name in found else None
    )
    monkeypatch.setattr(launcher.sys, "platform", "linux")
    monkeypatch.setattr(launcher.ctypes.util, "find_library", lambda _name: "libatomic.so.1")
    return found


def test_the_browser_named_by_the_user_comes_first(launcher, programs, monkeypatch):
    assert launcher.found_browser() is None
    programs.update({"google-chrome", "chromium"})
    assert launcher.found_browser() == "/usr/bin/chromium"
    programs.add("my-browser")
    monkeypatch.setenv("KSELECT_BROWSER", "my-browser")
    assert launcher.found_browser() == "/usr/bin/my-browser"
    monkeypatch.setenv("KSELECT_BROWSER", "not-there")
    assert launcher.found_browser() is None


def test_a_missing_browser_is_installed_with_fonts(launcher, programs, monkeypatch):
    def install(packages):
        assert packages == ("chromium", "fonts-dejavu-core", "libatomic1")
        programs.add("chromium")
        return True

    monkeypatch.setattr(launcher, "apt_installed", install)
    assert launcher.provided_browser() == "/usr/bin/chromium"


def test_the_library_that_playwright_needs_is_installed_beside_a_browser(
    launcher, programs, monkeypatch
):
    programs.add("chromium")
    asked = []
    monkeypatch.setattr(launcher, "apt_installed", asked.append)
    assert launcher.provided_browser() == "/usr/bin/chromium"
    assert asked == []
    monkeypatch.setattr(launcher.ctypes.util, "find_library", lambda _name: None)
    assert launcher.provided_browser() == "/usr/bin/chromium"
    assert asked == [("libatomic1",)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [("true", True), ("1", True), ("false", False), ("0", False), ("", False)],
)
def test_ci_is_recognised_by_its_variable(launcher, monkeypatch, value, expected):
    monkeypatch.setenv("CI", value)
    assert launcher.in_ci() is expected


# ------------------------------------------------------------------------------- conftest


SKIPPED = """
import pytest
@pytest.mark.browser
def test_draws():
    pytest.skip("no screen")
def test_other():
    pytest.skip("no matter")
"""


@pytest.mark.parametrize(
    ("ci", "status"), [("true", 1), pytest.param("", 0, marks=pytest.mark.nightly)]
)
def test_a_skipped_browser_test_fails_in_ci_only(tmp_path, ci, status):
    folder = tmp_path / "tests"
    (folder / "browser").mkdir(parents=True)
    (folder / "conftest.py").write_bytes((ROOT / "tests" / "conftest.py").read_bytes())
    (folder / "browser" / "test_skipped.py").write_text(SKIPPED)
    (tmp_path / "run.py").write_bytes((ROOT / "run.py").read_bytes())
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\nmarkers =\n  browser: x\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "-rA", str(tmp_path)],
        env={**os.environ, "CI": ci},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    assert ("In CI a skipped browser test is a failure" in done.stdout) is bool(ci)


def test_the_tests_use_one_blas_thread():
    import numpy as np
    from threadpoolctl import threadpool_info

    assert np.ones(1) @ np.ones(1) == 1
    assert {pool["num_threads"] for pool in threadpool_info()} == {1}


@pytest.mark.parametrize(("encoding", "asked"), [("ANSI_X3.4-1968", "C.UTF-8"), ("UTF-8", "xx")])
def test_where_names_of_folders_would_be_ascii_they_are_read_as_utf8(
    launcher, monkeypatch, encoding, asked
):
    monkeypatch.setenv("LC_ALL", "xx")
    monkeypatch.setattr(launcher.locale, "getencoding", lambda: encoding)
    assert launcher.environment({})["LC_ALL"] == asked
