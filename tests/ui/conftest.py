import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sdcdesk.project import load
from ui.jobs import Jobs
from ui.session import Session
from ui.theme import Theme, theme

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"


@pytest.fixture(autouse=True)
def look(qapp: QApplication) -> Iterator[Theme]:  # noqa: ARG001 - the theme needs the application
    """Light scheme and English numbers, whatever the machine prefers."""
    usual = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    theme().set_scheme("light")
    yield theme()
    theme().set_scheme("system")
    QLocale.setDefault(usual)


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A copy of the sample project with its data, in a folder of its own."""
    for name in ("billing_5000.sdcdesk", "billing_5000.csv"):
        shutil.copy(SAMPLES / name, tmp_path / name)
    return tmp_path / "billing_5000.sdcdesk"


@pytest.fixture
def session(qapp: QApplication) -> Iterator[Session]:  # noqa: ARG001 - signals need the application
    """A session with nothing open."""
    jobs = Jobs()
    yield Session(jobs)
    jobs.close()


@pytest.fixture
def sampled(session: Session, sample: Path, qtbot: QtBot) -> Session:
    """A session with the sample open and computed."""
    project = load(sample)
    with qtbot.waitSignal(session.computed, timeout=20_000):
        session.open(project.open_data(sample), project, sample)
    return session
