"""A chart and the table beside it: where half a page would cut the table, it stands below."""

from collections.abc import Callable

import pandas as pd
import pytest
from PySide6.QtWidgets import QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.loss import HeadlineLoss
from ui.results.figures_strip import DisplayContext
from ui.results.section import SectionView
from ui.session.navigator import Navigator


@pytest.mark.parametrize(("width", "beside"), [(880, False), (1200, True)])
def test_the_parts_of_the_loss_are_seen_whole(
    shown: Callable[..., QWidget], width: int, beside: bool
) -> None:
    frame = pd.DataFrame({"age": range(20), "pay": range(20)})
    data = Microdata(frame, [Variable(name=name, scale=Scale.CONTINUOUS) for name in frame])
    found = HeadlineLoss().assess(data, data)
    view = shown(SectionView(found.sections[0], DisplayContext(Navigator()), found.tables), width, 900)
    chart, table = view.charts["parts_plot"], view.tables["parts"]
    assert (chart.y() == table.y()) is beside
