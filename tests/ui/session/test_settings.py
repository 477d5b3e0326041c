import os
import stat
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings
from pytestqt.qtbot import QtBot

from ui.session.settings import LONGEST_LIST, UNKNOWN, Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


def test_recent_projects_are_remembered_the_newest_first(settings: Settings, tmp_path: Path) -> None:
    for number in range(LONGEST_LIST + 3):
        settings.remember(tmp_path / f"{number}.sdcdesk", "safe")
    settings.remember(tmp_path / "5.sdcdesk", "unsafe")
    names = [entry.path.name for entry in settings.recent()]
    assert names[:3] == ["5.sdcdesk", "12.sdcdesk", "11.sdcdesk"]
    assert len(names) == len(set(names)) == LONGEST_LIST
    assert settings.recent()[0].verdict == "unsafe"
    assert not settings.recent()[0].exists


def test_a_project_without_a_new_verdict_keeps_the_one_it_had(settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "a.sdcdesk"
    for verdict, shown in (("", UNKNOWN), ("safe", "safe"), ("", "safe"), ("unsafe", "unsafe")):
        settings.remember(path, verdict)
        assert [entry.verdict for entry in settings.recent()] == [shown]


def test_what_one_window_remembers_another_one_knows_at_once(tmp_path: Path, qtbot: QtBot) -> None:
    first, second = (
        Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)) for _ in range(2)
    )
    assert second.recent() == []
    with qtbot.waitSignal(second.rewritten):
        first.remember(tmp_path / "a.sdcdesk", "safe")
    assert [entry.path.name for entry in second.recent()] == ["a.sdcdesk"]
    second.remember(tmp_path / "b.sdcdesk", "unsafe")
    names = ["b.sdcdesk", "a.sdcdesk"]
    assert [entry.path.name for entry in first.recent()] == names, "neither writes over what the other wrote"


def test_appearance_and_sizes_are_remembered(settings: Settings) -> None:
    assert settings.scheme == "system"
    settings.scheme = "dark"
    assert settings.scheme == "dark"
    assert settings.layout("window") is None
    settings.keep_layout("window", QByteArray(b"abc"))
    assert settings.layout("window") == QByteArray(b"abc")


@pytest.mark.skipif(sys.platform == "win32", reason="the registry is private by itself")
def test_nobody_else_reads_what_was_open(settings: Settings, tmp_path: Path) -> None:
    for name in ("first", "second"):
        settings.remember(tmp_path / f"{name}.sdcdesk", "safe")
        assert stat.S_IMODE((tmp_path / "settings.ini").stat().st_mode) == 0o600


def test_a_damaged_setting_is_the_usual_one(tmp_path: Path) -> None:
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    store.setValue("scheme", "purple")
    assert Settings(store).scheme == "system"


def test_damaged_recent_projects_are_passed_over(tmp_path: Path) -> None:
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    store.beginWriteArray("recent")
    for position, opened in enumerate(
        [
            "2026-01-02T03:04:05+00:00",
            "yesterday",
            "",
            "0001-01-01T00:00:00+14:00",
            "9999-12-31T23:59:59-12:00",
        ]
    ):
        store.setArrayIndex(position)
        store.setValue("opened", opened)
        store.setValue("path", str(tmp_path / f"{position}.sdcdesk"))
    store.endArray()
    store.setValue("recent/size", 2_000_000_000)
    assert [entry.path.name for entry in Settings(store).recent()] == ["0.sdcdesk"]


@pytest.mark.parametrize("content", [b"\0\xff[[[", b"[recent]\nsize=x\n1\\opened=@Variant(\0)\n"])
def test_a_damaged_file_starts_as_usual(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "settings.ini").write_bytes(content)
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    assert settings.scheme == "system"
    assert settings.recent() == []
    assert settings.layout("window") is None


def test_settings_that_cannot_be_written_say_so_once(tmp_path: Path) -> None:
    (tmp_path / "settings.ini").mkdir()  # a folder stands in the way
    settings, said = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)), []
    settings.failed.connect(said.append)
    settings.scheme = "dark"
    settings.keep_layout("window", QByteArray(b"abc"))
    settings.remember(tmp_path / "a.sdcdesk", "safe")
    assert [error.message for error in said] == [
        "The settings of the window cannot be kept: their file is not writable."
    ]


def test_a_recent_project_says_that_its_data_file_was_written_since(
    settings: Settings, tmp_path: Path
) -> None:
    project, data = tmp_path / "a.sdcdesk", tmp_path / "a.csv"
    for file in (project, data):
        file.write_text("age\n30\n", encoding="utf-8")
    settings.remember(project, "safe", data)
    assert settings.recent()[0].data_changed == ""
    os.utime(data, (0, 12.5))
    assert settings.recent()[0].data_changed == "The data file has changed since"
    data.unlink()
    assert settings.recent()[0].data_changed == "The data file is not there any more"
    project.unlink()
    assert settings.recent()[0].data_changed == "", "the project is gone, which is said instead"
    settings.remember(project)
    assert settings.recent()[0].data_changed == "", "of no data file nothing is known"
