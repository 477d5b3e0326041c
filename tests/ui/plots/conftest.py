import pytest
from PySide6.QtCore import QLocale

from ui.theme import theme


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let pass what the offscreen platform says of itself."""
    item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))


@pytest.fixture(autouse=True)
def look(qapp):  # noqa: ARG001 - the theme needs it
    """Light scheme and English numbers, whatever the machine prefers."""
    usual = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    theme().set_scheme("light")
    yield theme()
    theme().set_scheme("system")
    QLocale.setDefault(usual)
