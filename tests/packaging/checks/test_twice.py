import subprocess
from pathlib import Path

import pytest
from checks import twice
from checks.findings import Findings
from stages import SetUpError


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A checkout with one commit, a build of it, and what a second build does: it writes `content`."""
    root = tmp_path / "checkout"
    root.mkdir()
    (root / "source.txt").write_text("committed")
    who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@localhost"]
    for words in (["init", "--quiet"], ["add", "source.txt"], [*who, "commit", "--quiet", "-m", "first"]):
        subprocess.run(["git", *words], cwd=root, check=True)  # noqa: S603, S607
    monkeypatch.setattr(twice, "ROOT", root)
    made = Build(root)
    made.write(root / "dist", root / "build" / "sdcdesk-1.2.3")
    monkeypatch.setattr(twice, "call", made)
    return made


class Build:
    def __init__(self, root):
        self.out, self.work = root / "dist", root / "build"
        self.content, self.code, self.commands = "program", 0, []
        self.head = subprocess.run(
            ["git", "rev-parse", "HEAD"],  # noqa: S607
            cwd=root,
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()

    def write(self, out, frozen):
        for folder in (out, frozen):
            folder.mkdir(parents=True)
            (folder / "file").write_text(self.content)

    def __call__(self, command):
        self.commands.append(command[1:])
        second = Path(command[1]).parents[1]
        assert (second / "source.txt").read_text() == "committed"
        self.write(second / "dist", second / "build" / "sdcdesk-1.2.3")
        return self.code

    def check(self, found, *targets):
        twice.check_twice(self.out, self.work / "sdcdesk-1.2.3", self.head, targets, found)


def test_the_same_targets_are_built_from_a_checkout_of_its_own_and_are_the_same(checkout):
    found = Findings()
    checkout.check(found, "archive")
    assert found.failed == []
    ((program, *targets),) = checkout.commands
    assert (Path(program).parts[-3:], targets) == ((twice.SECOND, "packaging", "build.py"), ["archive"])
    assert not (checkout.work / twice.SECOND).exists()


def test_a_byte_that_differs_does_not_hold_and_is_named(checkout, capsys):
    checkout.content = "prozram"
    found = Findings()
    checkout.check(found)
    assert len(found.failed) == 2
    assert capsys.readouterr().err.count("file: differs from byte 3 on") == 2


def test_a_second_build_that_fails_is_an_error(checkout):
    checkout.code = 2
    with pytest.raises(SetUpError, match="second build failed"):
        checkout.check(Findings())
