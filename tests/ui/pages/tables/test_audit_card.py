"""Card of the audit: what the masked file gives away stands beside the verdict of the table itself."""

import pandas as pd
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.release.table_results import compute_tables
from sdcdesk.tables import CellSuppression, PPercent, TablePlan
from ui.pages.tables.audit_card import PASSED, AuditCard

FIRMS = pd.DataFrame(
    {"region": list("NNNNEEEEWWWW"), "sales": [900, 5, 3, 4, 200, 210, 220, 230, 150, 160, 170, 180]}
)
TABLE = PlannedTable(
    name="Sales",
    plan=TablePlan(rows=("region",), value="sales"),
    rules=(PPercent(p=10.0),),
    protection=CellSuppression(),
)


def test_what_the_masked_file_gives_away_is_told_where_steps_make_one(qtbot: QtBot) -> None:
    data = Microdata(FIRMS, [Variable(name="sales", scale=Scale.CONTINUOUS)])
    card = AuditCard()
    qtbot.addWidget(card)
    changed = data.assign({"sales": FIRMS["sales"] + 1.0})
    for masked, with_file, told in ((data, True, True), (data, False, False), (changed, True, False)):
        [result] = compute_tables([TABLE], data, masked, 7)
        card.show_result(result, with_file=with_file)
        assert card.badge.verdict == "safe"
        assert card.words.text().startswith(PASSED)
        assert ("The masked file gives away 1 protected cell of table Sales" in card.words.text()) is told
