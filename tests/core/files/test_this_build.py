import hashlib
import json
from importlib.metadata import version
from pathlib import Path

import pytest

from sdcdesk.core.files import this_build as module
from sdcdesk.core.files.this_build import SUMS, Build, this_build

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    told = {"version": "9", "commit": COMMIT, "date": "2026-11-22"}
    (tmp_path / "build.json").write_text(json.dumps(told), encoding="utf-8")
    monkeypatch.setattr(module, "files", lambda _package: tmp_path)
    monkeypatch.setattr(module.sys, "executable", str(tmp_path / "sdcdesk-gui"))
    return tmp_path


def test_from_its_sources_it_has_a_version_and_nothing_else() -> None:
    assert this_build() == Build(version("sdcdesk"))
    assert this_build().title == version("sdcdesk")
    assert this_build().lines == ()


def test_a_build_says_its_commit_and_the_hash_of_the_list_of_files(installed: Path) -> None:
    (installed / SUMS).write_bytes(b"listed")
    build = this_build()
    assert build.title == f"{version('sdcdesk')} (commit 0123456789ab of 2026-11-22)"
    hashed, licences = build.lines
    assert hashlib.sha256(b"listed").hexdigest() in hashed.replace(" ", "")
    assert "licences/NOTICE.txt" in licences


@pytest.mark.usefixtures("installed")
def test_a_build_without_the_list_claims_no_hash() -> None:
    assert this_build().commit == COMMIT
    assert this_build().lines == ()
