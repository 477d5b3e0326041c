import shutil
import sys
from pathlib import Path

import environment
import pytest
from environment import STAMP, Environment, State
from stages import SetUpError, ask

IDENTITY = environment._own_identity()


class Stages:
    """Stands in for the real stages: 'creates' an environment whose Python is a file with its identity."""

    def __init__(self, env):
        self.env = env
        self.ran = []
        self.failing = None
        self.raising = None

    def __call__(self, _title, command):
        stage = "create" if "venv" in command else "lock" if "--require-hashes" in command else "project"
        self.ran.append(stage)
        if stage == self.raising:
            raise KeyboardInterrupt
        if stage == "create":
            self.env.python.parent.mkdir()
            self.env.python.write_text(IDENTITY)
        return stage != self.failing


@pytest.fixture
def env(tmp_path, monkeypatch):
    root = tmp_path / "checkout"
    made = Environment(root)
    made.lock.parent.mkdir(parents=True)
    made.lock.write_text("numpy==2.4.6")
    (root / "pyproject.toml").write_text("[project]")
    monkeypatch.setattr(environment, "ask", _fake_ask)
    return made


def _fake_ask(command):
    python = Path(command[0])
    return python.read_text() if python.is_file() else ""


@pytest.fixture
def stages(env, monkeypatch):
    stand_in = Stages(env)
    monkeypatch.setattr(environment, "run_stage", stand_in)
    return stand_in


def test_fresh_checkout_goes_through_every_stage(env, stages):
    assert env.state() is State.UNUSABLE
    env.prepare()
    assert stages.ran == ["create", "lock", "project"]
    assert env.state() is State.WHOLE


def test_whole_environment_is_reused(env, stages):
    env.prepare()
    stages.ran.clear()
    env.prepare()
    assert stages.ran == []


@pytest.mark.parametrize("changed", ["lock", "pyproject"])
def test_changed_lock_or_project_is_installed_into_the_same_environment(env, stages, changed):
    env.prepare()
    stages.ran.clear()
    path = env.lock if changed == "lock" else env.root / "pyproject.toml"
    path.write_text("changed")
    assert env.state() is State.OUTDATED
    env.prepare()
    assert stages.ran == ["lock", "project"]
    assert env.state() is State.WHOLE


@pytest.mark.parametrize("stage", ["create", "lock", "project"])
def test_failed_set_up_is_not_believed_to_be_whole(env, stages, stage):
    stages.failing = stage
    with pytest.raises(SetUpError):
        env.prepare()
    assert env.state() is State.UNUSABLE


@pytest.mark.parametrize("stage", ["create", "lock", "project"])
def test_interrupted_set_up_is_built_anew(env, stages, stage):
    stages.raising = stage
    with pytest.raises(KeyboardInterrupt):
        env.prepare()
    assert env.state() is State.UNUSABLE
    (env.folder / "half").mkdir()
    (env.folder / "half" / "a-package").touch()
    stages.raising = None
    stages.ran.clear()
    env.prepare()
    assert stages.ran == ["create", "lock", "project"]
    assert not (env.folder / "half").exists()


def test_interrupted_update_is_built_anew(env, stages):
    env.prepare()
    env.lock.write_text("numpy==2.5.0")
    stages.raising = "lock"
    with pytest.raises(KeyboardInterrupt):
        env.prepare()
    assert env.state() is State.UNUSABLE
    env.lock.write_text("numpy==2.4.6")
    assert env.state() is State.UNUSABLE


@pytest.mark.usefixtures("stages")
def test_interrupted_removal_is_built_anew(env, monkeypatch):
    env.prepare()
    env.python.write_text("another Python")

    def interrupted(_folder):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", interrupted)
        with pytest.raises(KeyboardInterrupt):
            env.prepare()
    env.python.write_text(IDENTITY)
    assert env.state() is State.UNUSABLE


@pytest.mark.parametrize("identity", ["", "cpython 3 9 linux-x86_64"])
@pytest.mark.usefixtures("stages")
def test_environment_of_another_or_broken_python_is_unusable(env, identity):
    env.prepare()
    env.python.write_text(identity)
    assert env.state() is State.UNUSABLE


@pytest.mark.usefixtures("stages")
def test_environment_made_for_another_python_is_unusable(env, monkeypatch):
    env.prepare()
    monkeypatch.setattr(environment, "_own_identity", lambda: "cpython 3 99 linux-x86_64")
    assert env.state() is State.UNUSABLE


@pytest.mark.usefixtures("stages")
def test_environment_that_was_copied_elsewhere_is_unusable(env, tmp_path):
    env.prepare()
    shutil.copytree(env.root, tmp_path / "copy")
    assert Environment(tmp_path / "copy").state() is State.UNUSABLE


def test_environment_made_by_hand_is_completed_and_kept(env, stages):
    env.folder.mkdir()
    env.python.parent.mkdir()
    env.python.write_text(IDENTITY)
    (env.folder / "own").touch()
    assert env.state() is State.OUTDATED
    env.prepare()
    assert stages.ran == ["lock", "project"]
    assert (env.folder / "own").exists()


@pytest.mark.usefixtures("stages")
def test_python_inside_the_environment_does_not_remove_itself(env, monkeypatch):
    env.prepare()
    (env.folder / STAMP).write_text(environment.UNFINISHED)
    monkeypatch.setattr(sys, "prefix", str(env.folder))
    with pytest.raises(SetUpError, match="outside it"):
        env.prepare()
    assert env.python.is_file()


@pytest.mark.usefixtures("stages")
def test_incomplete_python_is_named_before_anything_is_removed(env, monkeypatch):
    env.prepare()
    (env.folder / STAMP).write_text(environment.UNFINISHED)
    monkeypatch.setattr(environment.importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(SetUpError, match="ensurepip"):
        env.prepare()
    assert env.python.is_file()


def test_identity_of_this_python_is_what_it_prints_itself():
    assert ask([sys.executable, "-c", environment._IDENTITY]).strip() == IDENTITY
