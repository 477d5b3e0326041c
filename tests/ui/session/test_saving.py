import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from sdcdesk.document.project_file import load
from sdcdesk.document.unsaved_work import recovered
from ui.session import saving as saving_module
from ui.session.saving import Autosave, Saving
from ui.session.session import Session

SAMPLE = Path(__file__).resolve().parents[3] / "resources" / "samples" / "billing_5000.sdcdesk"


def test_unsaved_work_of_a_window_that_is_gone_is_offered(sample: Path, tmp_path: Path) -> None:
    folder = tmp_path / "autosave"
    project = load(sample).changed(title="Changed")
    crashed = Autosave(folder)
    crashed.keep(project, sample.parent / "billing_5000.csv", sample)
    assert Autosave(folder).recovered() == [], "the window still lives"
    crashed._lock.unlock()  # what the system does when the process ends
    [work] = Autosave(folder).recovered()
    assert work.project.title == "Changed"
    assert work.saved_as == sample
    assert len(work.project.open_data(work.file)) == 5000, "the data are found from there"
    Autosave(folder).discard(work)
    assert Autosave(folder).recovered() == []


def test_saved_work_is_not_offered(sample: Path, tmp_path: Path) -> None:
    folder = tmp_path / "autosave"
    autosave = Autosave(folder)
    autosave.keep(load(sample), sample.parent / "billing_5000.csv", None)
    autosave.forget()
    assert Autosave(folder).recovered() == []
    assert not list(folder.glob("*.json"))


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "7",
        '{"project": {}, "saved_as": null}',
        '{"project": null, "saved_as": 3}',
        "[" * 100_000,
        "\0\0",
        '"text"',
        '{"project": {"format": 1' + "0" * 5000 + "}}",
        '{"project": {"self": 1, "format": 2}, "saved_as": null}',
    ],
)
def test_a_damaged_file_is_not_offered(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    (tmp_path / "y.json").mkdir()
    (tmp_path / "z.json").symlink_to(tmp_path / "z.json")
    (tmp_path / "v.json").write_bytes(b"\xff\xfe")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "w.json")
    assert Autosave(tmp_path).recovered() == []


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Unsaved work that a window left behind."""
    folder = tmp_path_factory.mktemp("kept")
    autosave = Autosave(folder)
    autosave.keep(load(SAMPLE), SAMPLE.with_suffix(".csv"), SAMPLE)
    autosave._lock.unlock()
    [file] = folder.glob("*.json")
    return file


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(change=st.data())
def test_whatever_became_of_a_file_the_window_starts(
    kept: Path, tmp_path: Path, change: st.DataObject
) -> None:
    content = kept.read_bytes()
    place = change.draw(st.integers(0, len(content)))
    width = change.draw(st.sampled_from((0, 1, 7, len(content))))
    damaged = content[:place] + change.draw(st.binary(max_size=4)) + content[place + width :]
    (tmp_path / "x.json").write_bytes(damaged)
    for work in Autosave(tmp_path).recovered():
        assert work.project.data.path


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
def test_what_is_kept_is_for_its_user_alone(sample: Path, tmp_path: Path) -> None:
    folder = tmp_path / "autosave"
    folder.mkdir(mode=0o755)
    autosave = Autosave(folder)
    autosave.keep(load(sample), sample.with_suffix(".csv"), None)
    [file] = folder.glob("*.json")
    assert (folder.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)
    autosave.forget()
    assert not list(folder.iterdir())


def test_work_is_kept_though_one_change_follows_the_other(
    qtbot: QtBot, sampled: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert saving_module.LATEST <= 5000
    monkeypatch.setattr(saving_module, "PAUSE", 2000)
    monkeypatch.setattr(saving_module, "LATEST", 400)
    folder = tmp_path / "autosave"
    saving, editing = Saving(sampled, Autosave(folder)), QTimer()
    editing.timeout.connect(
        lambda: sampled.change_recipe("seed", lambda recipe: recipe.changed(seed=recipe.seed + 1))
    )
    editing.start(20)
    qtbot.waitUntil(lambda: bool(list(folder.glob("*.json"))))
    assert editing.isActive()
    editing.stop()
    saving.discard()
    assert not list(folder.iterdir())


def test_a_project_is_never_saved_over_its_data(sampled: Session, tmp_path: Path) -> None:
    saving, said = Saving(sampled, Autosave(tmp_path / "autosave")), []
    sampled.failed.connect(said.append)
    data = sampled.data_file
    assert data is not None
    before = data.read_bytes()
    (tmp_path / "link.sdcdesk").hardlink_to(data)
    for path in (data, tmp_path / "link.sdcdesk"):
        assert not saving.save(path)
    assert [("data file" in error.message) for error in said] == [True, True]
    assert data.read_bytes() == before


@pytest.mark.parametrize("seconds", [-1e18, 1e18])
def test_work_is_offered_though_its_clock_was_wrong(
    kept: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    monkeypatch.setattr(Path, "stat", lambda _: SimpleNamespace(st_mtime=seconds))
    found = recovered(kept)
    assert found is not None
    assert found.when.astimezone()


def test_what_was_being_kept_when_a_window_was_killed_is_swept_at_the_next_start(tmp_path: Path) -> None:
    (tmp_path / ".sdcdesk-0123456789abcdef.tmp").write_text("half of the unsaved work")
    assert Autosave(tmp_path).recovered() == []
    assert not list(tmp_path.iterdir())


ENDS = """
import os, sys
from pathlib import Path
from types import SimpleNamespace
from sdcdesk.core.files.atomic import write_atomically
from ui import app

number, export = int(sys.argv[1]), Path(sys.argv[3])

def write(progress):
    def put(file):
        file.write(b"half")
        file.flush()
        os.kill(os.getpid(), number)
        while True:
            progress.at(0.5)
    write_atomically(export, put, overwrite=True)

class Window(app.MainWindow):
    def show(self):
        super().show()
        self.session.opened.connect(self.change)

    def change(self):
        self.session.change_recipe("seed", lambda recipe: recipe.changed(seed=7))
        self.jobs.start("export", "Writing", write, print, print)

app.MainWindow = Window
sys.exit(app.main([sys.argv[2]]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGKILL])  # others are heard as SIGHUP is
def test_a_window_that_is_asked_to_end_keeps_unsaved_work_and_leaves_nothing_unfinished(
    sample: Path, tmp_path: Path, number: signal.Signals
) -> None:
    home, exports = tmp_path / "home", tmp_path / "exports"
    exports.mkdir()
    places = {name: str(home) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", ENDS, str(int(number)), str(sample), str(exports / "out.csv")],
        env={**os.environ, **places, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )
    killed = number == signal.SIGKILL
    assert done.returncode == (-signal.SIGKILL if killed else 0), done.stderr
    assert "Traceback" not in done.stderr
    assert len(list(exports.iterdir())) == killed, "swept by the next export"
    if not killed:
        [work] = Autosave(home / "SDCDesk" / "autosave").recovered()
        assert work.project.recipe.seed == 7


def test_work_that_cannot_be_kept_says_so_once(sampled: Session, tmp_path: Path) -> None:
    (tmp_path / "autosave").write_text("in the way", encoding="utf-8")
    saving, said, done = Saving(sampled, Autosave(tmp_path / "autosave")), [], []
    sampled.failed.connect(said.append)
    sampled.done.connect(done.append)
    for seed in range(3):
        sampled.change_recipe("seed", lambda recipe, seed=seed: recipe.changed(seed=seed))
        saving.keep()
    assert len(said) == 1
    assert "not kept" in said[0].message
    assert saving._autosave._file.stem not in said[0].message
    (tmp_path / "autosave").unlink()
    assert done == []
    saving.keep()
    saving.keep()
    assert done == ["Unsaved work is kept again"]
    assert list((tmp_path / "autosave").glob("*.json"))
    saving.discard()


def test_work_of_a_living_window_is_not_offered_where_its_folder_went_away_for_a_while(
    sample: Path, tmp_path: Path
) -> None:
    folder, data = tmp_path / "autosave", sample.parent / "billing_5000.csv"
    living = Autosave(folder)
    living.keep(load(sample), data, sample)
    shutil.rmtree(folder)
    living.keep(load(sample), data, sample)
    assert Autosave(folder).recovered() == [], "the window still lives"
    living.forget()
    assert list(folder.iterdir()) == []


def test_what_was_kept_at_once_is_not_kept_again(
    sampled: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr("ui.session.saving.PAUSE", 0)
    autosave, kept = Autosave(tmp_path / "autosave"), []
    saving = Saving(sampled, autosave)
    monkeypatch.setattr(autosave, "keep", lambda *_: kept.append(1))
    with qtbot.waitSignal(sampled.computed):
        sampled.change_recipe("seed", lambda recipe: recipe.changed(seed=3))
        saving.keep()
    assert kept == [1]
    saving.discard()


def test_no_value_of_the_data_is_kept(sample: Path, tmp_path: Path) -> None:
    autosave = Autosave(tmp_path / "autosave")
    data = sample.parent / "billing_5000.csv"
    autosave.keep(load(sample), data, None)
    [kept] = (tmp_path / "autosave").glob("*.json")
    text = kept.read_text(encoding="utf-8")
    names = {line.split(",")[1] for line in data.read_text(encoding="utf-8").splitlines()[1:]}
    assert not [name for name in names if name in text]
    autosave.forget()
