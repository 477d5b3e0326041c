"""Parameter row of a measure: its form laid out in one row; what does not fit lies under *More*."""

from collections.abc import Collection
from typing import Generic

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.operations.parameters import field_display
from ui.forms.form import Offers, OperationForm, SomeOperation
from ui.forms.row import FormRow
from ui.look.icons import set_icon
from ui.widgets.buttons import button, text_button
from ui.widgets.flow import FlowLayout
from ui.widgets.layout import column, row, scrolled, widget_in
from ui.widgets.reason import disable, enable

LOW = 36
"""Pixels up to which an editor stands in the row itself; a taller one opens below a button."""

ROOM = 620
"""Pixels for the groups of the row; those after them lie under *More*."""

FOLDED = 230
"""Pixels of the button of a tall editor, at most."""

SLOW = 0.3
"""Seconds after which a measure waits for *Apply*."""

CHOOSE = "Choose…"
"""Words of the button of a tall editor that holds nothing, where that stands for nothing."""

LEAST, NARROWEST = 240, 320
"""Pixels of what opens below a button: of its height where the screen ends, and of its width."""

PAUSE = 150
"""Milliseconds after the last key before a fast one follows."""


class ParameterRow(QWidget, Generic[SomeOperation]):
    """Shows the parameters of a measure or the like, and says when they are to be used.

    Parameters
    ----------
    kind, data
        The measure, and what its parameters name variables of; None: they name none.
    measure
        Values to begin with; the defaults where not given.
    without
        Parameters that are edited elsewhere.
    offers
        What can be chosen besides variables.
    """

    wanted = Signal()
    """The measure should be computed as entered."""

    def __init__(
        self,
        kind: type[SomeOperation],
        data: DescribedFrame | None,
        measure: SomeOperation | None,
        without: Collection[str] = (),
        offers: Offers | None = None,
    ) -> None:
        super().__init__()
        self.form = _Form[SomeOperation](kind, data, measure, without=without, offers=offers, folded=True)
        self.form.more.setChecked(True)
        self.form.edited.connect(self._on_edited)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self.wanted)
        self._slow = False
        self._places: dict[str, QWidget] = {}
        self._buttons: dict[str, tuple[QPushButton, FormRow]] = {}
        self.apply = button("Apply", small=True)
        self.apply.clicked.connect(self.wanted)
        self.more = text_button("More", "chevron_down")
        self.more.clicked.connect(self.form.make_rare)
        _Below(self.form, self.more)
        groups = self._groups()
        line = FlowLayout(gap=20)
        for part in (*groups, self.more, self.apply):  # the buttons go below where a small window lacks room
            line.addWidget(part)
        row((line, 1), spacing=0, inside=self)
        self.more.setVisible(len(groups) < len(self.form.names))
        self.set_seconds(0.0)
        self.settle()

    def measure(self) -> SomeOperation:
        """Return the measure as entered; what is wrong is shown beside its field.

        Raises
        ------
        SdcError
            A parameter cannot be read, is out of range, or does not fit the data.
        """
        return self.form.model()

    def follow(self, measure: SomeOperation | None) -> None:
        """Show the values of a measure, unless they are what is entered."""
        if measure is not None and measure != self.form.saved:
            if not self.form.keep(measure):
                self.form.set_model(measure)
            self.settle()

    def set_seconds(self, seconds: float) -> None:
        """Say how long the measure took: slow ones wait for *Apply*."""
        self._slow = seconds > SLOW
        self.apply.setVisible(self._slow)

    def settle(self) -> None:
        """Note that what is shown is what is computed."""
        disable(self.apply, "The figures are of these values already.")
        self._write_buttons()

    def lead_to(self, name: str) -> None:
        """Open what a parameter lies below, and have its value chosen."""
        if name in self._buttons:
            self._buttons[name][0].click()
        elif self.form.isAncestorOf(self.form.rows[name].editor):
            self.more.click()
        self.form.editors[name].begin()

    # Parts

    def _groups(self) -> list[QWidget]:
        """Return the groups that stand in the row: of usual parameters, or of rare ones if all are rare."""
        fields = self.form.kind.model_fields
        usual = any(one.is_included for one in self.form.made.values())
        made = self.form.made if usual else self.form.rows
        rows = {name: one for name, one in made.items() if one.is_included}
        room, groups = ROOM, list[QWidget]()
        for name in rows:
            one = rows[name]
            low = one.editor.sizeHint().height() <= LOW
            field = one.editor.sizeHint().width() + one.note.sizeHint().width() if low else FOLDED
            room -= one.label.fontMetrics().horizontalAdvance(one.label.text()) + field + 28
            shown = field_display(fields[name])
            if groups and room < 0 and not (shown.stops or shown.leads):
                continue  # a slider stands where the figures can be seen that it moves
            self._places[name] = self._group(name, one, low=low)
            groups.append(self._places[name])
        return groups

    def _group(self, name: str, one: FormRow, *, low: bool) -> QWidget:
        one.label.setWordWrap(False)
        one.label.setMinimumWidth(0)
        one.label.setFixedWidth(one.label.sizeHint().width() + 2)
        one.note.setWordWrap(False)
        if low:
            return widget_in(row(one.label, one.place))
        opener = button("", small=True)
        opener.setAccessibleName(one.label.text())
        set_icon(opener, "chevron_down", "text2")
        opener.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        _Below(one.place, opener)
        self._buttons[name] = (opener, one)
        return widget_in(row(one.label, opener))

    def _on_edited(self) -> None:
        self._write_buttons()
        enable(self.apply)
        if not self._slow:
            self._pause.start()

    def _write_buttons(self) -> None:
        """Show the groups of parameters that have an effect, and values on their buttons."""
        for name, place in self._places.items():
            place.setVisible(self.form.made[name].is_included)
        for name, (opener, one) in self._buttons.items():
            how = field_display(self.form.kind.model_fields[name])
            none = CHOOSE if how.levels else how.empty or CHOOSE
            try:
                value = one.editor.value()
                words = one.editor.value_text(value) if value else none
            except ValueError:
                words = CHOOSE
            metrics = opener.fontMetrics()
            opener.setText(metrics.elidedText(words, Qt.TextElideMode.ElideRight, FOLDED - 40))
            opener.setToolTip(words)


class _Form(OperationForm[SomeOperation]):
    """A form whose rare parameters are shown: it lies folded away as a whole."""

    def _show_what_applies(self) -> None:
        super()._show_what_applies()
        self.more.hide()


class _Below(QFrame):
    """What opens below a button, and closes with a click elsewhere; on a small screen it scrolls."""

    def __init__(self, content: QWidget, opener: QPushButton) -> None:
        super().__init__(opener, Qt.WindowType.Popup)
        self.setObjectName("card")
        self._opener = opener
        opener.clicked.connect(self.open)
        self._content = widget_in(column(content, margins=(12, 12, 12, 12)))
        self._area = scrolled(self._content, keeps_width=True)
        column(self._area, margins=(1, 1, 1, 1), inside=self)
        self._content.installEventFilter(self)
        self._growth = QTimer(self, singleShot=True, interval=0)
        self._growth.timeout.connect(self._fit)

    def open(self) -> None:
        """Open below the button."""
        screen, top = self._opener.screen().availableGeometry(), self._opener.height() + 2
        corner = self._opener.mapToGlobal(QPoint(0, top))
        if screen.bottom() - corner.y() < min(self._wanted().height(), LEAST):
            corner.setY(screen.bottom() + 1 - LEAST)
        self.move(corner)
        self._fit()
        self.show()
        self.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Grow and shrink with the content."""
        if watched is self._content and event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            self._growth.start()
        return super().eventFilter(watched, event)

    def _wanted(self) -> QSize:
        """Return the room for all of it."""
        self._content.ensurePolished()
        size = self._content.sizeHint().expandedTo(QSize(NARROWEST, 0))
        tall = self._content.heightForWidth(size.width()) if self._content.hasHeightForWidth() else 0
        return QSize(size.width(), max(size.height(), tall)) + QSize(2, 2)

    def _fit(self) -> None:
        """Take the room that is wanted, as far as the screen has it; the upper edge stays where it is."""
        screen, size = self._opener.screen().availableGeometry(), self._wanted()
        most = screen.bottom() + 1 - self.y()
        if size.height() > most:
            size = QSize(size.width() + self._area.verticalScrollBar().sizeHint().width(), most)
        self.resize(size)
        self.move(max(screen.left(), min(self.x(), screen.right() + 1 - size.width())), self.y())
