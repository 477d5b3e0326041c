"""Limits card: what every suggested recipe keeps."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.document.limits import limit_text
from sdcdesk.document.project import Project
from ui.look.locale import user_locale
from ui.widgets.card import Card
from ui.widgets.label import ElidedLabel, label, words_label
from ui.widgets.layout import column, discard, widget_in
from ui.widgets.what_is_this import explain

ABOUT = Explanation(
    "Limits",
    "A suggested recipe keeps every limit of every scenario: they are not weighed against the loss. Every "
    "recipe is applied and assessed as the release check does it.",
)


class LimitsCard(Card):
    """Every limit with its scenario; they are changed on the page of the risk."""

    edit_wanted = Signal()
    """The limits are to be changed."""

    def __init__(self) -> None:
        super().__init__("Limits")
        self.edit = self.add_action("Edit")
        self.edit.setAccessibleName("Edit the limits")
        self.edit.clicked.connect(self.edit_wanted)
        self._rows: list[QWidget] = []
        self._list = column(spacing=6)
        self.body.addLayout(self._list)
        self.body.addWidget(label("All of them must be kept.", "caption", "text2"))
        self.requested.connect(lambda: explain(self.help, ABOUT))

    def show_limits(self, project: Project) -> None:
        """Show the limits of all scenarios."""
        discard(*self._rows)
        self._rows = []
        for scenario in project.scenarios:
            if scenario.limits:
                limits = [words_label(limit_text(limit, user_locale())) for limit in scenario.limits]
                name = ElidedLabel(scenario.name, "caption", "text2")
                self._rows.append(widget_in(column(name, *limits, spacing=1)))
        for one in self._rows:
            self._list.addWidget(one)
