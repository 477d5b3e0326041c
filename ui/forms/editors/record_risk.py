"""Record risk editor: which measure says how risky each record is, and below it a form of its parameters."""

from typing import Any

from PySide6.QtWidgets import QComboBox

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.record_risk import RECORD_RISKS
from sdcdesk.core.running.errors import SdcError
from ui.forms.editor import Editor
from ui.forms.form import ModelForm
from ui.forms.registry import FormParameter, edits
from ui.widgets.combo import ElidedCombo
from ui.widgets.layout import column

COUNTING = ("threshold",)
"""Parameters that only say which records a measure counts."""


class RecordRiskEditor(Editor):
    """A choice among the measures with a risk for each record; a form is made when its measure is chosen.

    Parameters
    ----------
    data
        Whose variables the forms offer.
    """

    wide = True
    long = True

    def __init__(self, data: DescribedFrame | None) -> None:
        super().__init__()
        self.combo = ElidedCombo()
        self.forms: dict[str, ModelForm[Measure]] = {}
        self._data, self._parts = data, column(self.combo, spacing=8, inside=self)
        for kind in RECORD_RISKS:
            self.combo.addItem(kind.title, kind.name)
        self.combo.activated.connect(lambda _index: self._on_chosen())
        self.setFocusProxy(self.combo)
        self._show_form()

    def value(self) -> Any:
        """Return the chosen measure.

        Raises
        ------
        ValueError
            A parameter cannot be read or is out of range.
        """
        try:
            return self.forms[self.combo.currentData()].entered()
        except SdcError as error:
            raise ValueError(error.message) from None

    def set_value(self, value: Any) -> None:
        """Choose a measure and show its parameters; None: the first one with its defaults."""
        self.combo.setCurrentIndex(self.combo.findData(value.name) if value is not None else 0)
        self._show_form()
        self.forms[self.combo.currentData()].set_model(value)

    def value_text(self, value: Any) -> str:
        """Return the title of the measure."""
        title: str = value.title
        return title

    def controls(self) -> tuple[QComboBox]:
        """Return the choice; the fields of the form have their own names."""
        return (self.combo,)

    def _on_chosen(self) -> None:
        self._show_form()
        self.edited.emit()

    def _show_form(self) -> None:
        chosen = self.combo.currentData()
        if chosen not in self.forms:
            form = self.forms[chosen] = ModelForm(RECORD_RISKS[chosen], self._data, without=COUNTING)
            form.edited.connect(self.edited)
            self._parts.addWidget(form)
        for name, form in self.forms.items():
            form.setVisible(name == chosen)


@edits(Measure)
def _record_risk(parameter: FormParameter) -> Editor:
    return RecordRiskEditor(parameter.data)
