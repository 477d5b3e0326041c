from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings

from ui.session.settings import LONGEST_LIST, Settings


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


def test_appearance_and_sizes_are_remembered(settings: Settings) -> None:
    assert settings.scheme == "system"
    settings.scheme = "dark"
    assert settings.scheme == "dark"
    assert settings.layout("window") is None
    settings.keep_layout("window", QByteArray(b"abc"))
    assert settings.layout("window") == QByteArray(b"abc")


def test_a_damaged_setting_is_the_usual_one(tmp_path: Path) -> None:
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    store.setValue("scheme", "purple")
    assert Settings(store).scheme == "system"
