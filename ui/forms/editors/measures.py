"""Measures editor: which measures are computed, each with a form of its own parameters."""

from typing import Any

from PySide6.QtWidgets import QBoxLayout, QCheckBox

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.running.errors import SdcError
from sdcdesk.document.measures import MEASURES, WrittenMeasure, leading_measure
from sdcdesk.document.scenario import knowledge, own
from ui.forms.editor import Editor
from ui.forms.form import ModelForm, Offers
from ui.forms.registry import FormParameter, edits
from ui.widgets.layout import column, row

INDENT = 26
"""Pixels by which a form stands below the words of its box."""


class MeasuresEditor(Editor):
    """A box for each measure that supposes an intruder; the form below it opens with its tick.

    It is made then, for twenty forms would take most of the time in which the dialog opens.

    The disclosure risk is always computed. What the scenario says itself is not asked for again.

    Parameters
    ----------
    data
        Whose variables the forms offer.
    offers
        What can be chosen besides.
    """

    wide = True

    def __init__(self, data: DescribedFrame | None, offers: Offers | None = None) -> None:
        super().__init__()
        self.boxes: dict[str, QCheckBox] = {}
        self.forms: dict[str, ModelForm[Measure]] = {}
        self._data, self._offers = data, offers
        self._places: dict[str, QBoxLayout] = {}
        self._others: tuple[Measure, ...] = ()
        parts = column(spacing=8, margins=(0, 5, 0, 0), inside=self)
        for kind in MEASURES:
            if knowledge(kind) and kind is not leading_measure(Concern.RISK):
                box = self.boxes[kind.name] = QCheckBox(kind.title)
                box.clicked.connect(lambda _on: self._on_edited())
                place = self._places[kind.name] = row(INDENT, spacing=0)
                parts.addWidget(box)
                parts.addLayout(place)
        self.setFocusProxy(next(iter(self.boxes.values())))

    def value(self) -> Any:
        """Return the ticked measures, and those that no box stands for.

        Raises
        ------
        ValueError
            A parameter cannot be read or is out of range.
        """
        try:
            ticked = [own(self.forms[name].entered()) for name, box in self.boxes.items() if box.isChecked()]
        except SdcError as error:
            raise ValueError(error.message) from None
        return (*ticked, *self._others)

    def set_value(self, value: Any) -> None:
        """Tick measures and show their parameters."""
        chosen = {measure.name: measure for measure in value or ()}
        self._others = tuple(measure for name, measure in chosen.items() if name not in self.boxes)
        for name, box in self.boxes.items():
            box.setChecked(name in chosen)
        self._show_forms()
        for name, form in self.forms.items():
            form.set_model(chosen.get(name))

    def value_text(self, value: Any) -> str:
        """Return their titles."""
        return ", ".join(measure.title for measure in value)

    def controls(self) -> tuple[()]:
        """Return nothing: every box and field has its own name."""
        return ()

    def _on_edited(self) -> None:
        self._show_forms()
        self.edited.emit()

    def _show_forms(self) -> None:
        for name, box in self.boxes.items():
            if box.isChecked() and name not in self.forms:
                self._make_form(name)
        for name, form in self.forms.items():
            form.setVisible(bool(form.rows) and self.boxes[name].isChecked())

    def _make_form(self, name: str) -> None:
        kind = MEASURES[name]
        form = ModelForm(kind, self._data, without=knowledge(kind), offers=self._offers)
        form.edited.connect(self.edited)
        self.forms[name] = form
        self._places[name].addWidget(form, 1)


@edits(tuple[WrittenMeasure, ...])
def _measures(parameter: FormParameter) -> Editor:
    return MeasuresEditor(parameter.data, parameter.offers)
