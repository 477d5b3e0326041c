"""Limits editor: a list of measure, figure, side and value."""

from collections.abc import Sequence
from typing import Any, get_args

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QSizePolicy, QWidget

from sdcdesk.core.findings import Declared
from sdcdesk.core.limit import Limit, Side
from sdcdesk.core.quantity import NUMBER, Unit
from sdcdesk.document.limits import (
    figure_name,
    first_free,
    limitable_figures,
    limited_figure,
    require_fit,
    unit_behind,
    usual_side,
)
from ui.forms.editor import Editor
from ui.forms.numbers import percent_text, read_number, read_share, read_whole, write_field
from ui.forms.registry import Asked, edits
from ui.widgets.buttons import icon_button, link
from ui.widgets.combo import ElidedCombo
from ui.widgets.label import label
from ui.widgets.layout import column, row
from ui.widgets.reason import mark_invalid

MEASURE, SIDE, VALUE, UNIT, LIST = 140, 92, 62, 52, 320
"""Widths in pixels, the last one of opened lists; the figure takes the rest."""


class LimitsEditor(Editor):
    """Offers every figure of every measure of which less or more is better; an empty value is no limit."""

    wide = True

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[LimitRow] = []
        self._list = column(spacing=4)
        self.add = link("Add a limit")
        self.add.clicked.connect(self.add_row)
        column(self._list, (self.add, Qt.AlignmentFlag.AlignLeft), spacing=4, inside=self)
        self.setFocusProxy(self.add)

    def set_value(self, value: Any) -> None:
        """Show limits; none: an empty one on the first figure that can be limited."""
        for one in list(self.rows):
            self._take_out(one)
        for limit in value or (None,):
            self._add(limit)

    def words(self, value: Any) -> str:
        """Return nothing: limits are too long for a note."""
        return ""

    def controls(self) -> Sequence[QWidget]:
        """Return nothing: every row names and frames its own."""
        return ()

    def set_invalid(self, *, invalid: bool) -> None:
        """Mark the values that cannot be."""
        for one in self.rows:
            one.show_problem()

    def value(self) -> Any:
        """Return the limits as they are typed.

        Raises
        ------
        ValueError
            A value cannot be read or cannot be, or a figure has two limits of one kind.
        """
        found = [limit for row in self.rows if (limit := row.read()) is not None]
        stands = [(limit.measure, limit.figure, limit.side) for limit in found]
        twice = next((limit for limit, at in zip(found, stands, strict=True) if stands.count(at) > 1), None)
        if twice:
            raise ValueError(f"Two limits are of the same figure and kind, {twice.side}: keep one of them")
        return tuple(found)

    def add_row(self) -> None:
        """Add an empty limit, on a figure that has none yet where there is one."""
        self._add(None)
        self.rows[-1].value.setFocus()
        self.edited.emit()

    def _add(self, limit: Limit | None) -> None:
        taken = {row.chosen() for row in self.rows}
        row = LimitRow(limit or first_free(taken), empty=limit is None)
        row.edited.connect(self.edited)
        row.remove.clicked.connect(lambda: self._remove(row))
        self.rows.append(row)
        self._list.addWidget(row)

    def _remove(self, row: "LimitRow") -> None:
        self._take_out(row)
        self.edited.emit()

    def _take_out(self, row: "LimitRow") -> None:
        self.rows.remove(row)
        row.hide()
        row.deleteLater()


class LimitRow(QWidget):
    """One limit.

    Parameters
    ----------
    limit
        What is chosen; one on a figure that no measure declares (any more) is shown, to be removed.
    empty
        Whether no value is typed yet.
    """

    edited = Signal()
    """The user changed something."""

    def __init__(self, limit: Limit, *, empty: bool) -> None:
        super().__init__()
        self.measure, self.figure, self.side = ElidedCombo(), ElidedCombo(), ElidedCombo()
        self.value, self._unit = QLineEdit(), label(tone="text3")
        self.remove = icon_button("close", "Remove this limit", 14)
        for measure in limitable_figures():
            self.measure.addItem(measure.title, measure.name)
        for side in get_args(Side):
            self.side.addItem(side, side)
        _choose(self.measure, limit.measure)
        self._offer_figures()
        _choose(self.figure, limit.figure)
        _choose(self.side, limit.side)
        self._show_unit()
        if not empty:
            write = percent_text if self._unit_now().kind == "share" else write_field
            self.value.setText(write(limit.value))
        self._arrange()
        self.measure.activated.connect(lambda _at: self._on_measure())
        self.figure.activated.connect(lambda _at: self._on_figure())
        self.side.activated.connect(lambda _at: self.edited.emit())
        self.value.textChanged.connect(lambda _text: self.edited.emit())

    def chosen(self) -> tuple[str, str]:
        """Return the names of measure and figure."""
        return self.measure.currentData(), self.figure.currentData()

    def read(self) -> Limit | None:
        """Return the limit; None while no value is typed. Raises `ValueError` if it cannot be."""
        if not self.value.text().strip():
            return None
        measure, figure = self.chosen()
        value = _read(self.value.text(), self._unit_now())
        limit = Limit(measure=measure, figure=figure, side=self.side.currentData(), value=value)
        require_fit(limit)
        return limit

    def show_problem(self) -> None:
        """Mark the value if it cannot be."""
        try:
            self.read()
            wrong = ""
        except ValueError as error:
            wrong = str(error)
        mark_invalid(self.value, wrong)

    def _on_measure(self) -> None:
        self._offer_figures()
        self._on_figure()

    def _on_figure(self) -> None:
        declared = self._declared()
        if declared is not None:
            _choose(self.side, usual_side(declared))
        self._show_unit()
        self.edited.emit()

    def _offer_figures(self) -> None:
        self.figure.clear()
        name = self.measure.currentData()
        figures = next((some for measure, some in limitable_figures().items() if measure.name == name), ())
        for declared in figures:
            short, title = figure_name(Limit(measure=name, figure=declared.name, value=0.0)), declared.title
            # The symbol first: the place is narrow, and titles begin alike.
            words = title if short == title else f"{short}, {title[:1].lower()}{title[1:]}"
            self.figure.addItem(words, declared.name)

    def _declared(self) -> Declared | None:
        measure, figure = self.chosen()
        return limited_figure(Limit(measure=measure, figure=figure, value=0.0)) if figure else None

    def _unit_now(self) -> Unit:
        declared = self._declared()
        return declared.unit if declared else NUMBER

    def _show_unit(self) -> None:
        self._unit.setText(unit_behind(self._unit_now()))

    def _arrange(self) -> None:
        widths = {self.measure: MEASURE, self.side: SIDE, self.value: VALUE}
        for box, width in widths.items():
            box.setFixedWidth(width)
        named = {"Measure": self.measure, "Figure": self.figure, "Kind": self.side, "Value": self.value}
        for words, part in named.items():
            part.setAccessibleName(f"{words} of a limit")
        self.figure.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for combo in (self.measure, self.figure):
            combo.view().setMinimumWidth(LIST)
        self.value.setPlaceholderText("none")
        self.value.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._unit.setMinimumWidth(UNIT)
        parts = (self.measure, self.figure, self.side, self.value, self._unit, self.remove)
        row(*parts, spacing=6, inside=self)


def _choose(combo: QComboBox, name: str) -> None:
    """Choose an entry; one that there is not (any more) is added, so that nothing is lost."""
    if combo.findData(name) < 0:
        combo.addItem(f"{name} (does not exist)", name)
    combo.setCurrentIndex(combo.findData(name))


def _read(text: str, unit: Unit) -> float:
    if unit.kind == "share":
        return read_share(text) or 0.0
    return float(read_whole(text)) if unit.kind == "count" else read_number(text)


@edits(tuple[Limit, ...])
def _limits(_asked: Asked) -> Editor:
    return LimitsEditor()
