import pytest
from PySide6.QtWidgets import QLabel

from ui.pages.panel.release_figures import ReleaseFigures, overview_titles
from ui.session.navigator import Navigator


@pytest.mark.parametrize("width", [256, 296])
def test_every_risk_has_its_name_on_one_line_beside_it(shown, width):
    """In the panel of narrow and of wide windows."""
    figures = shown(ReleaseFigures(Navigator()), width, 160)
    for figure in figures.risks.values():
        figure.set_value("≤\u202f> 99.99\u202f%")
    figures.layout().activate()
    for name, title in overview_titles().items():
        named = next(one for one in figures.findChildren(QLabel) if one.text() == title)
        value = figures.risks[name]
        assert named.height() < 2 * named.fontMetrics().height(), "one line"
        assert named.geometry().right() < value.geometry().left()
        assert value.width() >= value.sizeHint().width()
