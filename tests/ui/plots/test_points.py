"""Points: none is cut at an edge of the chart."""

import pandas as pd
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.risk import LinkedTables
from sdcdesk.risk.linked_tables.findings import LISTED_AREAS
from ui.plots.points import PointChart


def test_points_at_the_ends_of_both_axes_have_room(qtbot: QtBot) -> None:
    frame = pd.DataFrame({"ward": list("aabbbb"), "sex": list("mfffff"), "age": list("121111")})
    people = Microdata(frame)
    found = LinkedTables(published=("sex", "age"), area="ward").assess(people, people)
    chart = PointChart(LISTED_AREAS.plots[0], found.tables["areas"])
    qtbot.addWidget(chart)
    low, high = chart.view()
    shares = found.tables["areas"].frame["risk"]
    assert low < 0
    assert high > 4
    assert chart.ends[0] < shares.min() == 0
    assert chart.ends[1] > shares.max() == 1
