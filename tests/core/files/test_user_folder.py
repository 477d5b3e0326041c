"""Folders of the user: one place for all that the program keeps, apart by kind."""

from pathlib import Path

from sdcdesk.core.files.problems import ProblemLog
from sdcdesk.core.files.user_folder import user_folder
from ui.session.saving import Autosave


def test_what_is_kept_lies_apart_in_one_folder(data_folder: Path) -> None:
    assert user_folder("problems") == data_folder / "problems" == ProblemLog("sdcdesk").folder
    assert user_folder("autosave") == data_folder / "autosave" == Autosave().folder


def test_asking_makes_no_folder(data_folder: Path) -> None:
    assert user_folder("nothing yet").parent == data_folder
    assert not user_folder("nothing yet").exists()
