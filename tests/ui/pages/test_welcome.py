"""Recent projects on the welcome page: what stands beside their names."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from sdcdesk.io.formats import FORMATS
from ui.pages.welcome import Welcome
from ui.session.settings import Recent

LONG = "safe in these scenarios"


@pytest.fixture
def welcome(window):
    window.resize(1280, 720)
    return window.welcome


def drawn(welcome: Welcome, folder: Path, minute: int, verdict: str, name: str) -> QImage:
    paths = [folder / name, folder / "other.sdcdesk"]
    for path in paths:
        path.touch()
    opened = datetime(2026, 11, 26, 13, minute, tzinfo=UTC)
    welcome.set_recent([Recent(paths[0], opened, verdict), Recent(paths[1], opened, "safe")])
    return welcome.recents.grab(welcome.recents.visualRect(welcome.model.index(0, 0))).toImage()


@pytest.mark.parametrize("verdict", ["unsafe", LONG])
def test_date_and_verdict_are_both_read_to_their_ends(welcome: Welcome, tmp_path: Path, verdict: str) -> None:
    pictures = [drawn(welcome, tmp_path, minute, verdict, "a.sdcdesk") for minute in (11, 18)]
    assert pictures[0] != pictures[1], "the last digit of the time is seen"


def test_a_long_name_ends_before_the_date(welcome: Welcome, tmp_path: Path) -> None:
    name = "Haushaltsbefragung_der_Bundesrepublik_2026_anonymisiert_für_die_Wissenschaft_{}.sdcdesk"
    pictures = [drawn(welcome, tmp_path, 11, LONG, name.format(2 * "sehr_lang_" + end)) for end in "ab"]
    width = pictures[0].width()
    right = [picture.copy(width - 320, 0, 320, picture.height()) for picture in pictures]
    assert right[0] == right[1], "a name reaches neither date nor verdict"


def test_long_names_that_differ_at_their_ends_are_told_apart(welcome: Welcome, tmp_path: Path) -> None:
    name = "Einkommens_und_Verbrauchsstichprobe_der_privaten_Haushalte_anonymisiert_{}.sdcdesk"
    pictures = [drawn(welcome, tmp_path, 11, LONG, name.format(year)) for year in (2025, 2026)]
    assert pictures[0] != pictures[1]


def test_every_format_that_can_be_opened_is_named(welcome: Welcome) -> None:
    words = welcome.data.accessibleDescription()
    assert all(form.title in words for form in FORMATS.readable)
