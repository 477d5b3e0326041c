"""Empty state of the tab: a variable without a hierarchy, and the ways to one."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sdcdesk.core.text.sentence import joined, sentence
from sdcdesk.hierarchies.hierarchy import Hierarchy
from ui.widgets.buttons import button
from ui.widgets.empty import EmptyState
from ui.widgets.focus import leave_focus
from ui.widgets.layout import column, replace, row, widget_in

WHY = "Say what its values may become: build labels from the values, or import a file that has them."
PROPOSED = "Proposed from its values: {titles}. It can be edited like any other."


class HierarchyEmpty(QWidget):
    """Says that a variable has no hierarchy, and offers to build or to import one."""

    build_wanted = Signal()
    """A hierarchy should be built from the values."""

    import_wanted = Signal()
    """A hierarchy should be read from a file."""

    take_wanted = Signal()
    """A hierarchy should be taken from another project."""

    def __init__(self) -> None:
        super().__init__()
        self.build = button("Build…", small=True)
        self.load_file = button("Import CSV…", small=True)
        self.take = button("Take from another project…", small=True)
        self.build.clicked.connect(self.build_wanted)
        self.load_file.clicked.connect(self.import_wanted)
        self.take.clicked.connect(self.take_wanted)
        self._shown, self._frame = ("", ""), EmptyState("")
        self._whole = column(self._frame, ..., inside=self)

    def show_variable(self, called: str, proposal: Hierarchy | None) -> None:
        """Say it of a variable, by what people call it, and what is proposed for it."""
        titles = [proposal.level_title(level + 1) for level in range(proposal.height)] if proposal else ()
        why = sentence(PROPOSED, titles=joined(titles)) if titles else WHY
        if self._shown == (called, why):
            return
        self._shown = called, why
        ways = widget_in(row(self.build, self.load_file, self.take, ..., margins=(0, 6, 0, 0)))
        old, self._frame = self._frame, EmptyState(sentence("{name} has no hierarchy", name=called), why)
        inside = self._frame.layout()
        assert isinstance(inside, QVBoxLayout)  # noqa: S101 - it is ours
        inside.addWidget(ways)
        leave_focus(old, self.parentWidget())
        replace(self._whole, old, self._frame)
