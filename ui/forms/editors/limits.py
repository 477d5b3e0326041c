"""Limits editor: a list of measure, figure, side and value."""

from typing import Any, get_args

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QSizePolicy

from sdcdesk.core.numbers.quantity import NUMBER, Unit
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.limit import Limit, Side
from sdcdesk.core.text.sentence import sentence, uncapitalised
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
from ui.forms.editors.rows import EditedRow, RowsEditor
from ui.forms.numbers import percent_text, read_number, read_share, read_whole, write_field
from ui.forms.registry import FormParameter, edits
from ui.widgets.combo import ElidedCombo
from ui.widgets.label import label
from ui.widgets.layout import row

MEASURE, SIDE, VALUE, UNIT, LIST = 140, 92, 62, 52, 320
"""Widths in pixels, the last one of opened lists; the figure takes the rest."""


class LimitsEditor(RowsEditor["LimitRow"]):
    """Offers every figure of every measure of which less or more is better; an empty value is no limit."""

    def __init__(self) -> None:
        super().__init__("Add a limit")

    def new_row(self, part: Limit | None) -> "LimitRow":
        """Return the row of a limit; an empty one is on a figure that has none yet where there is one."""
        limited = {row.chosen() for row in self.rows}
        return LimitRow(part or first_free(limited), empty=part is None)

    def set_value(self, value: Any) -> None:
        """Show limits; none: an empty one on the first figure that can be limited."""
        self.show_parts(value or ())

    def lead_to(self, limit: Limit | None) -> "LimitRow":
        """Return the row of a limit, an empty one where there is none yet; None: the first row."""
        stands = {(*row.chosen(), row.side.currentData()): row for row in self.rows}
        if limit is None:
            return self.rows[0]
        found = stands.get((limit.measure, limit.figure, limit.side))
        if found is None:
            empty = (row for row in self.rows if not row.value.text())
            found = next(empty, None) or self.added(None)
            found.choose(limit)
        return found

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
            raise ValueError(
                sentence(
                    "Two limits are of the same figure and kind, {side}: keep one of them", side=twice.side
                )
            )
        return tuple(found)


class LimitRow(EditedRow):
    """One limit.

    Parameters
    ----------
    limit
        What is chosen; one on a figure that no measure declares (any more) is shown, to be removed.
    empty
        Whether no value is typed yet.
    """

    def __init__(self, limit: Limit, *, empty: bool) -> None:
        super().__init__("Remove this limit")
        self.measure, self.figure, self.side = ElidedCombo(), ElidedCombo(), ElidedCombo()
        self.value, self._unit = self.field, label(tone="text3")
        self.setFocusProxy(self.value)
        for measure in limitable_figures():
            self.measure.addItem(measure.title, measure.name)
        self.choose(limit)
        if not empty:
            write = percent_text if self._unit_now().kind == "share" else write_field
            self.value.setText(write(limit.value))
        self._arrange()
        self.measure.activated.connect(lambda _at: self._on_measure())
        self.figure.activated.connect(lambda _at: self._on_figure())
        self.side.activated.connect(lambda _at: self.edited.emit())
        self.value.textChanged.connect(lambda _text: self.edited.emit())

    def choose(self, limit: Limit) -> None:
        """Choose the figure and the side of a limit."""
        _choose(self.measure, limit.measure)
        self._offer_figures()
        _choose(self.figure, limit.figure)
        self._offer_sides()
        _choose(self.side, limit.side)
        self._show_unit()

    def begin(self) -> None:
        """Give the keyboard to the value, which is to be typed or changed."""
        self.value.setFocus(Qt.FocusReason.OtherFocusReason)
        self.value.selectAll()

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

    def _on_measure(self) -> None:
        self._offer_figures()
        self._on_figure()

    def _on_figure(self) -> None:
        self._offer_sides()
        self._show_unit()
        self.edited.emit()

    def _offer_figures(self) -> None:
        self.figure.clear()
        name = self.measure.currentData()
        figures = next((some for measure, some in limitable_figures().items() if measure.name == name), ())
        for declared in figures:
            short, title = figure_name(Limit(measure=name, figure=declared.name, value=0.0)), declared.title
            # The symbol first: the place is narrow, and titles begin alike.
            words = title if short == title else f"{short}, {uncapitalised(title)}"
            self.figure.addItem(words, declared.name)

    def _offer_sides(self) -> None:
        """Offer the side that calls the better file safe; both of a figure that nobody declares any more."""
        declared = self._declared()
        self.side.clear()
        for side in get_args(Side) if declared is None else (usual_side(declared),):
            self.side.addItem(side, side)

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
        named = {
            "Measure of a limit": self.measure,
            "Figure of a limit": self.figure,
            "Kind of a limit": self.side,
            "Value of a limit": self.value,
        }
        for words, part in named.items():
            part.setAccessibleName(words)
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
        combo.addItem(sentence("{name} (does not exist)", name=name), name)
    combo.setCurrentIndex(combo.findData(name))


def _read(text: str, unit: Unit) -> float:
    if unit.kind == "share":
        return read_share(text) or 0.0
    if "%" in text:
        raise ValueError("This figure is no share: type its limit without a per cent sign")
    return float(read_whole(text)) if unit.kind == "count" else read_number(text)


@edits(tuple[Limit, ...])
def _limits(_parameter: FormParameter) -> Editor:
    return LimitsEditor()
