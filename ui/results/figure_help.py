"""Explanation of a figure beside what shows it, with its links to records and manual."""

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from sdcdesk.core.results.explanation import LIMIT, MANUAL, RECORDS, explained
from sdcdesk.core.results.findings import Figure, State
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.text.sentence import uncapitalised
from ui.look.locale import user_locale
from ui.session.navigator import Navigator
from ui.widgets.what_is_this import WhatIsThis, explain


def explain_figure(
    anchor: QWidget,
    figure: Figure | State,
    navigator: Navigator,
    measure: tuple[str, str],
    limit: Limit | None = None,
    *,
    records: bool = True,
    part: QRect | None = None,
) -> WhatIsThis:
    """Show what a figure is, and follow the links.

    Parameters
    ----------
    anchor, part
        What the explanation stands beside: a widget, or a part of it.
    figure
        The figure.
    navigator
        Leads to records and manual pages.
    measure
        Name of its measure, and where that is defined.
    limit
        From which its value must stay apart.
    records
        Whether the records that it counts are those of the file that is open.
    """
    name, source = measure
    popover = explain(anchor, explained(figure, source, limit, user_locale(), records=records), part)

    def follow(link: str) -> None:
        if link == MANUAL:
            navigator.show_manual(name)
        elif link == LIMIT:
            navigator.ask_for_limit(limit)
        elif link == RECORDS and isinstance(figure, Figure) and figure.rows is not None:
            navigator.show_records(figure.rows(), figure.row_title or uncapitalised(figure.title))

    popover.link_chosen.connect(follow)
    return popover
