"""Condition bar: what is asked of a coding, as a sentence with fields."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.quantity import share
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.text.sentence import joined, sentence
from sdcdesk.document.limits import limit_text
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.search import LOSSES
from sdcdesk.search.codings.request import allowed_records
from ui.forms.editors.class_conditions import ClassConditionsEditor
from ui.forms.numbers import percent_text, read_share, read_whole, write_field
from ui.look.icons import set_icon
from ui.look.locale import in_user_locale, user_locale
from ui.pages.safe_coding.condition import LOSS, SUPPRESSED, Condition, judged_by
from ui.pages.safe_coding.key_weights import KeyWeights
from ui.widgets.buttons import text_button
from ui.widgets.combo import ElidedCombo
from ui.widgets.label import label
from ui.widgets.layout import column, widget_in
from ui.widgets.reason import mark_invalid
from ui.widgets.sentence_row import SentenceRow
from ui.widgets.widest_text import widest_text

T = TypeVar("T")

TEMPLATE = "Groups of at least {k} records, leaving out at most {most} {unit} {meaning} by the loss {loss}"

LEAST = 2
"""Smallest size of a group that protects anybody."""

SHARES, RECORDS = range(2)
UNITS = "% of records", "records"

FIELD = 56
"""Pixels of a field for a small number."""

COMBO = 46
"""Pixels of a combo box beside its words."""

PAUSE = 400
"""Milliseconds after the last key before a condition counts as typed."""


class ConditionBar(QWidget):
    """A sentence whose fields say what is asked; what cannot be is framed, and said below."""

    edited = Signal()
    """Another condition was typed."""

    def __init__(self) -> None:
        super().__init__()
        self._records = 0
        self._k: int | None = None
        self._suppress: float | int | None = None
        self._share = SUPPRESSED
        self.k, self.most = QLineEdit(), QLineEdit()
        self.unit, self.loss = ElidedCombo(), ElidedCombo(Qt.TextElideMode.ElideRight)
        self.meaning = label(tone="text2")
        self.problem = label(tone="risk_text", wraps=True)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self.edited)
        self._name_controls()
        parts = {
            "k": self.k,
            "most": self.most,
            "unit": self.unit,
            "meaning": self.meaning,
            "loss": self.loss,
        }
        self.more = text_button("More conditions", "plus")
        self.more.setCheckable(True)
        self.more.toggled.connect(lambda _on: self._show_weights())
        self.weights = KeyWeights()
        self.weights.edited.connect(lambda: self._on_edited(self._pause.start))
        self.keeps = QCheckBox("")
        self.keeps.toggled.connect(lambda _on: self._on_edited(self.edited.emit))
        self._judged: tuple[tuple[Limit, ...], tuple[Measure, ...]] = ((), ())
        self.groups = ClassConditionsEditor()
        self.groups.edited.connect(lambda: self._on_edited(self._pause.start))
        self._holder = widget_in(
            column(self.weights, self.groups, (self.keeps, Qt.AlignmentFlag.AlignLeft), spacing=6)
        )
        column(SentenceRow(TEMPLATE, parts), self._holder, self.problem, spacing=4, inside=self)
        self._show_weights()
        self.set_condition(Condition(LEAST))

    @property
    def condition(self) -> Condition | None:
        """What is asked for; None where it cannot be."""
        weights = self.weights.weights
        if self._k is None or self._suppress is None or weights is None or self.groups.problem:
            return None
        judged = self._judged if self.keeps.isChecked() else ((), ())
        return Condition(
            self._k, self._suppress, self.loss.currentData() or LOSS, weights, *judged, self.groups.value()
        )

    def set_file(self, data: Microdata, keys: Mapping[str, str]) -> None:
        """Say which file is searched, and what its keys are called, by name."""
        self._records = len(data)
        self.weights.set_keys(keys)
        confidential = [name for name in data.named(Role.CONFIDENTIAL) if name not in keys]
        self.groups.keep_only(confidential)
        self.groups.offer_variables(confidential, display_names(data.variables))
        self._check()

    def set_scenario(self, project: Project, scenario: Scenario) -> None:
        """Offer to keep the limits of a scenario."""
        self._judged = judged_by(project, scenario)
        limits = [limit_text(limit, user_locale()) for limit in self._judged[0]]
        words = sentence("Keep the limits of {name}, which takes longer", name=scenario.name)
        self.keeps.setText(words.replace("&", "&&"))
        self.keeps.setToolTip(in_user_locale(joined(limits)))
        self.keeps.setVisible(bool(limits))
        if not limits:
            with QSignalBlocker(self.keeps):
                self.keeps.setChecked(False)

    def set_condition(self, condition: Condition) -> None:
        """Show a condition, without `edited`."""
        as_share = not isinstance(condition.suppress, int)
        self.k.setText(write_field(condition.k))
        self.most.setText(percent_text(condition.suppress) if as_share else write_field(condition.suppress))
        with QSignalBlocker(self.unit), QSignalBlocker(self.loss):
            self.unit.setCurrentIndex(SHARES if as_share else RECORDS)
            self.loss.setCurrentIndex(self.loss.findData(condition.loss))
        self.weights.set_weights(condition.weights)
        self._check()

    # Parts

    def _show_weights(self) -> None:
        self._holder.setVisible(self.more.isChecked())
        self.more.setText("Fewer conditions" if self.more.isChecked() else "More conditions")
        set_icon(self.more, "minus" if self.more.isChecked() else "plus", "accent")

    def _name_controls(self) -> None:
        names = (
            (self.k, "Smallest group", "Records that have to share their key values, at least"),
            (self.most, "Records left out at most", "Records in smaller groups that may be left out"),
            (self.unit, "Unit of the records left out", ""),
            (self.loss, "Loss", ""),
        )
        for control, name, hint in names:
            control.setAccessibleName(name)
            control.setToolTip(hint)
        for line in (self.k, self.most):
            line.setFixedWidth(FIELD)
            line.setAlignment(Qt.AlignmentFlag.AlignRight)
            line.textEdited.connect(lambda _text: self._on_edited(self._pause.start))
        self.unit.addItems(UNITS)
        self.unit.setMinimumWidth(widest_text(UNITS) + COMBO)
        for loss in LOSSES.values():
            self.loss.addItem(loss.title, loss.name)
            self.loss.setItemData(self.loss.count() - 1, loss.meaning, Qt.ItemDataRole.ToolTipRole)
        self.loss.setMinimumWidth(widest_text([loss.title for loss in LOSSES.values()]) + COMBO)
        self.unit.activated.connect(self._change_unit)
        self.loss.activated.connect(lambda _at: self._on_edited(self.edited.emit))

    def _change_unit(self, unit: int) -> None:
        """Write the same number of records, or the share that was typed before."""
        typed = self._suppress
        if unit == RECORDS and isinstance(typed, float):
            self._share = typed
            self.most.setText(write_field(allowed_records(typed, self._records)))
        elif unit == SHARES and isinstance(typed, int):
            self.most.setText(percent_text(self._share))
        self._on_edited(self.edited.emit)

    def _on_edited(self, then: Callable[[], object]) -> None:
        self._check()
        if self.condition is not None:
            then()

    def _check(self) -> None:
        """Read the fields; say below the sentence what cannot be, and in it what the allowance means."""
        self._k, wrong_k = _read(self.k, self._read_k)
        self._suppress, wrong_most = _read(self.most, self._read_most)
        self.meaning.setText(in_user_locale(self._meaning()))
        wrong = wrong_k or wrong_most or self.weights.problem or self.groups.problem
        self.problem.setText(in_user_locale(wrong))
        self.problem.setVisible(bool(wrong))

    def _read_k(self, text: str) -> int:
        k = read_whole(text)
        if k < LEAST or (self._records and k > self._records):
            raise ValueError(sentence("Between {least} and {n} records", least=LEAST, n=self._records))
        return k

    def _read_most(self, text: str) -> float | int:
        if self.unit.currentIndex() == SHARES:
            typed = read_share(text)
            if typed is None:
                raise ValueError("Between 0 and 100 %")
            return typed
        number = read_whole(text)
        if not 0 <= number <= self._records:
            raise ValueError(sentence("Between {least} and {n} records", least=0, n=self._records))
        return number

    def _meaning(self) -> str:
        """Return what the allowance is in the other unit, in brackets."""
        if self._suppress is None or not self._records:
            return ""
        if self.unit.currentIndex() == SHARES:
            return sentence("({n})", n=allowed_records(self._suppress, self._records))
        return sentence("({share})", share=share(self._suppress, self._records, empty=""))


def _read(field: QLineEdit, read: Callable[[str], T]) -> tuple[T | None, str]:
    """Return what is typed in a field, or why it cannot be, and frame the field."""
    try:
        found, wrong = read(field.text()), ""
    except ValueError as error:
        found, wrong = None, str(error.args[0])
    mark_invalid(field, in_user_locale(wrong))
    return found, wrong
