"""What stands beside the program: workflows, container, hooks, forms. They name what is there."""

import json
import os
import re
import shlex
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest
import yaml
from distributed.cli import dask_scheduler, dask_worker

import run

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github").rglob("workflows/*.yml"))
ACTIONS = sorted((ROOT / ".github").rglob("action.yml"))
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
PATIENCE = 60  # seconds
each_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=[path.name for path in WORKFLOWS])


def read(path):
    return yaml.safe_load(path.read_text("utf-8"))


@each_workflow
def test_a_workflow_may_only_read_and_ends(path):
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    assert workflow["concurrency"]["cancel-in-progress"] is True
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= 60
        assert job["steps"][0]["with"] == {"persist-credentials": False}


@pytest.mark.parametrize("path", [*WORKFLOWS, *ACTIONS], ids=lambda path: path.parent.name)
def test_actions_of_others_are_pinned_and_say_their_version(path):
    for name, pin in re.findall(r"uses: ([^@\s]+)(.*)", path.read_text("utf-8")):
        if name.startswith("./"):
            assert (ROOT / name / "action.yml").exists()
        else:
            assert re.fullmatch(r"@[0-9a-f]{40} # v\d+\.\d+\.\d+", pin), f"{name}{pin}"


@each_workflow
def test_what_a_workflow_runs_is_there(path):
    commands = [s["run"] for job in read(path)["jobs"].values() for s in job["steps"] if "run" in s]
    words = {word for command in commands for word in shlex.split(command)}
    for name in (word for word in words if word.startswith((".ci/", "tests/"))):
        assert (ROOT / name).exists()
    for script in (ROOT / name for name in words if name.startswith(".ci/")):
        assert os.access(script, os.X_OK)
    assert {word for word in words if word.endswith(".py")} <= {"run.py"}


def test_every_python_of_the_package_is_tested():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    told = re.findall(r":: (3\.\d+)$", "\n".join(settings["classifiers"]), re.MULTILINE)
    jobs = read(ROOT / ".github" / "workflows" / "pull_request.yml")["jobs"]
    assert jobs["gate"]["strategy"]["matrix"]["python"] == told
    assert settings["requires-python"] == f">={told[0]}"


def test_the_container_is_made_of_what_is_there_by_nobody_special():
    allowed = re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text("utf-8"), re.MULTILINE)
    assert [name for name in allowed if not (ROOT / name).exists()] == []
    build = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]
    wheel = build["build"]["targets"]["wheel"]
    assert {*wheel["packages"], *wheel["force-include"], "README.md"} <= set(allowed)
    assert build["metadata"]["hooks"]["custom"]["path"] in allowed
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert len(set(bases)) == 1
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+", bases[0])
    assert re.search(r"^USER [1-9]\d*$", DOCKERFILE, re.MULTILINE)
    assert re.search(r"^VOLUME /data$", DOCKERFILE, re.MULTILINE)
    extra = re.findall(r"--extra (\w+)", DOCKERFILE)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert set(extra) <= set(project["optional-dependencies"])


def test_compose_has_a_scheduler_and_two_workers_that_begin_as_they_are_told():
    compose = read(ROOT / "compose.yaml")
    services = compose["services"]
    (built,) = {json.dumps(service["build"]) for service in services.values()}
    (extra,) = re.findall(r"--extra (\w+)", json.loads(built)["args"]["EXTRAS"])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert extra in project["optional-dependencies"]
    assert re.search(r"^ARG EXTRAS=", DOCKERFILE, re.MULTILINE)
    assert services["worker"]["deploy"]["replicas"] == 2
    assert services["scheduler"]["ports"] == ["127.0.0.1:8786:8786"]  # it carries out code
    asked = {}
    for name, main in (("scheduler", dask_scheduler.main), ("worker", dask_worker.main)):
        program, verb, *words = services[name]["entrypoint"]
        assert (program, verb) == ("dask", name)
        asked[name] = main.make_context(name, words).params
    assert asked["worker"]["scheduler"] == f"tcp://scheduler:{asked['scheduler']['port']}"
    assert asked["worker"]["nthreads"] == 1
    assert services["leader"]["entrypoint"] == ["kselect"]
    used = {volume.split(":")[0] for one in services.values() for volume in one["volumes"]}
    assert used == {"./tables", *compose["volumes"]}
    for begun in ("worker", "leader"):
        assert services[begun]["depends_on"] == {"scheduler": {"condition": "service_healthy"}}


def test_what_the_container_starts_answers_what_it_asks_for_its_health(tmp_path):
    (begun,) = re.findall(r"^ENTRYPOINT (.*)$", DOCKERFILE, re.MULTILINE)
    (asked,) = re.findall(r"^HEALTHCHECK .*CMD (.*)$", DOCKERFILE, re.MULTILINE)
    port = run.free_port(8700)
    program, *words = json.loads(begun)
    assert program == "kselect"
    command = [sys.executable, "-m", "kselect", *words, "--port", str(port), "--host", "127.0.0.1"]
    python, *question = json.loads(asked)
    assert python == "python"
    question = [word.replace("8501", str(port)) for word in question]
    around = {**os.environ, "KSELECT_HOME": str(tmp_path)}
    server = subprocess.Popen(command, cwd=ROOT, env=around, stdout=subprocess.DEVNULL)
    try:
        deadline, healthy = time.monotonic() + PATIENCE, False
        while not healthy and server.poll() is None and time.monotonic() < deadline:
            time.sleep(0.2)
            asked = subprocess.run([sys.executable, *question], capture_output=True, check=False)
            healthy = asked.returncode == 0
        assert healthy
    finally:
        server.terminate()
        server.wait(timeout=20)


def test_hooks_before_a_commit_are_the_checks_of_the_gate():
    hooks = [
        hook for repo in read(ROOT / ".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]
    ]
    assert {Path(hook["entry"].split()[0]).name for hook in hooks} == {
        "ruff",
        "mypy",
        "lint-imports",
    }
    for hook in hooks:
        assert hook["entry"].startswith(".venv/bin/")  # the versions of the lock file


def test_forms_ask_for_what_helps():
    for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"):
        form = read(path)
        assert {"name", "description", "body"} <= set(form)
        names = [part["id"] for part in form["body"] if part["type"] != "markdown"]
        assert len(set(names)) == len(names)


def test_a_container_for_development_sets_itself_up():
    settings = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))
    assert settings["postCreateCommand"] == "python3 run.py setup"
    assert settings["forwardPorts"] == [run.FIRST_PORT]
