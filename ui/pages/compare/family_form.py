"""Family form: the steps of one family of alternatives, each with the values that are tried."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.method import Method
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.grid import Family, GridLine
from sdcdesk.masking import METHODS
from sdcdesk.search.alternatives.alternative import AS_IT_IS
from ui.dialogs.frame import AROUND
from ui.forms.editors.lines import LineEditor
from ui.forms.form import Offers
from ui.forms.row import FormRow, caption_grid
from ui.forms.tried_values import Values
from ui.forms.tried_values_form import TriedValuesForm
from ui.widgets.buttons import link
from ui.widgets.label import hairline, label
from ui.widgets.layout import column, discard, row, scrolled

CHECKED = 200
"""Combinations of values of one step that are checked on the file while they are entered; more are when it
runs."""

NO_STEP = "No step: the file as it stands, beside which others can be seen."

NAMED = "What the alternatives are called on the map; empty: as the method."


class StepForm(QWidget):
    """One step: what it is called, and the values of its parameters.

    Parameters
    ----------
    line
        Method and values to begin with.
    data
        The file that it would be applied to.
    offers
        What can be chosen besides variables.
    """

    edited = Signal()
    """The user changed something."""

    removed = Signal()
    """The step is to be taken out."""

    def __init__(self, line: GridLine, data: Microdata, offers: Offers) -> None:
        super().__init__()
        self.kind, self._data = METHODS[line.method], data
        self.form = TriedValuesForm(self.kind, data, _parsed(line), offers)
        self.name = LineEditor(self.kind.title, width=None)
        self.name.set_value(line.title or None)
        self.remove = link("Take this step out")
        self.remove.setAccessibleName(sentence("Take out: {title}", title=self.kind.title))
        grid = caption_grid()
        FormRow(grid, self.name, "Name", NAMED)
        head = row((label(self.kind.title, "section_title"), 1), self.remove)
        column(head, grid, self.form, spacing=8, inside=self)
        self.form.edited.connect(self.edited)
        self.name.edited.connect(self.edited)
        self.remove.clicked.connect(self.removed)

    def line(self) -> GridLine:
        """Return method and values as entered; what is wrong is shown at its field.

        Raises
        ------
        SdcError
            A value is missing, cannot be read, is out of range or does not fit the file.
        """
        values = {name: _plain(self.kind, name, tried) for name, tried in self.form.values().items()}
        try:
            found = GridLine(method=self.kind.name, parameters=values, title=self.name.value().strip())
            if found.runs <= CHECKED:
                for _, method in found.methods():
                    method.check(self._data)
        except SdcError as error:
            self.form.show_error(error)
            raise
        return found


class FamilyForm(QWidget):
    """The steps of a family, one below the other in the order in which they are applied.

    Attributes
    ----------
    found
        The steps as entered; None: something is wrong.
    problem
        What is wrong with the first that is.
    area
        In which it scrolls.

    Parameters
    ----------
    family
        What it begins with.
    data
        The file.
    offers
        What can be chosen besides variables.
    """

    edited = Signal()
    """The user changed something."""

    add_wanted = Signal()
    """Another step should follow."""

    def __init__(self, family: Family, data: Microdata, offers: Offers) -> None:
        super().__init__()
        self._data, self._offers = data, offers
        self.steps: list[StepForm] = []
        self.found: Family | None = None
        self.problem = ""
        self._lines: list[QWidget] = []
        self._column = column(spacing=16)
        self.add = link("Follow it by another step…")
        self.add.clicked.connect(self.add_wanted)
        add = (self.add, Qt.AlignmentFlag.AlignLeft)
        column(self._column, add, ..., spacing=12, margins=AROUND, inside=self)
        for line in family:
            self._append(line)
        if not family:
            self._column.addWidget(label(NO_STEP, tone="text2", wraps=True))
        self.area = scrolled(self, keeps_width=True)
        self._read()

    @property
    def title(self) -> str:
        """What it is called, as entered."""
        names = [step.name.value().strip() or step.kind.title for step in self.steps]
        return ", ".join(names) or AS_IT_IS

    def add_step(self, kind: type[Method], values: Mapping[str, Any]) -> None:
        """Let a step follow, with values to begin with."""
        line = GridLine(method=kind.name, parameters={name: (value,) for name, value in values.items()})
        self._append(line)
        self._on_edited()

    def _on_edited(self) -> None:
        self._read()
        self.edited.emit()

    def _read(self) -> None:
        """Read the steps as entered, or note what is wrong with the first that is; fields say it too."""
        found: list[GridLine] = []
        self.problem = ""
        for step in self.steps:
            try:
                found.append(step.line())
            except SdcError as error:
                self.problem = self.problem or step.form.error_text(error)
        self.found = None if self.problem else tuple(found)

    def _append(self, line: GridLine) -> None:
        step = StepForm(line, self._data, self._offers)
        step.edited.connect(self._on_edited)
        step.removed.connect(partial(self._remove, step))
        if self.steps:
            self._lines.append(hairline())
            self._column.addWidget(self._lines[-1])
        self.steps.append(step)
        self._column.addWidget(step)
        self._allow()

    def _remove(self, step: StepForm) -> None:
        self.steps.remove(step)
        discard(step)
        if self._lines:
            discard(self._lines.pop())
        self._allow()
        self._on_edited()

    def _allow(self) -> None:
        for step in self.steps:
            step.remove.setVisible(len(self.steps) > 1)


def _plain(kind: type[Method], name: str, values: Values) -> Values:
    """Return values of a parameter as files have them."""
    return tuple(
        kind.model_construct(**{name: value}).model_dump(mode="json", include={name}, warnings=False)[name]
        for value in values
    )


def _parsed(line: GridLine) -> dict[str, Values]:
    """Return the values of a line as forms show them; as they are where they are no values of the method."""
    try:
        methods = [method for _, method in line.methods()]
    except SdcError:
        return dict(line.parameters)
    found: dict[str, list[Any]] = {name: [] for name in line.parameters}
    for method in methods:
        for name, seen in found.items():
            value = getattr(method, name)
            if value not in seen:
                seen.append(value)
    return {name: tuple(seen) for name, seen in found.items()}
