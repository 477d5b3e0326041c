import shutil
import subprocess

import commit
import pytest

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A checkout with one commit, whose files everybody of the group may write, as some users have it."""
    root = tmp_path / "checkout"
    root.mkdir()

    def git(*words):
        subprocess.run(["git", *words], cwd=root, check=True, capture_output=True)  # noqa: S603, S607

    git("init")
    (root / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n')
    (root / "run").write_text("#!/bin/sh\n")
    (root / "run").chmod(0o775)
    git("add", ".")
    git("-c", "user.name=n", "-c", "user.email=e@localhost", "commit", "-m", "First")
    git("config", "tar.umask", "0002")
    monkeypatch.setattr(commit, "ROOT", root)
    monkeypatch.setattr("stages.ROOT", root)
    return root


def test_the_files_of_a_commit_and_nothing_else_are_laid_out(checkout, tmp_path):
    """With any Python that is new enough: 3.11.0 to 3.11.3 extract in another way."""
    (checkout / "not committed").touch()
    head = commit.head()
    assert head.version == "1.2.3"
    folder = tmp_path / "source"
    commit.lay_out(head, folder)
    found = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
    assert found == {"pyproject.toml": 0o644, "run": 0o755}
