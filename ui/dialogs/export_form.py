"""Export form: name and format of the file, identifiers that leave, and what else is written."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.display_names import short_display_names
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.formats import FORMATS, save_filter
from sdcdesk.report.export_choices import (
    Choices,
    codebook_text,
    companions_text,
    followed_format,
    kept_back_text,
    leaving_text,
    planned,
    unconfirmed,
)
from sdcdesk.report.export_plan import Plan, accompanied, leaves
from ui.forms.editor import Editor
from ui.forms.editors.choices import FlagEditor
from ui.forms.editors.files import FileEditor
from ui.forms.form import ModelForm
from ui.forms.row import ROOMY
from ui.look.locale import in_user_locale
from ui.widgets.focus import bring_into_sight
from ui.widgets.label import hairline, label, narrowing
from ui.widgets.layout import column, widget_in

OPENED = ("replace", "word", "edition", "threshold")
"""Fields that a box above them opens; their room is kept, so that nothing moves under the pointer."""

LONGEST = 40
"""Letters of a file that is replaced: its whole name stands in the field above."""


class ExportForm(QWidget):
    """Fields that make a `Plan`, with the options of the chosen format among them.

    Parameters
    ----------
    masked
        The masked file; None: there is none.
    explained
        Whether a reason is asked for.
    """

    edited = Signal()
    """A field was changed."""

    def __init__(self, masked: Microdata | None, parent: QWidget | None = None, *, explained: bool) -> None:
        super().__init__(parent)
        identifiers = masked.named(Role.IDENTIFIER) if masked is not None else ()
        hidden = (*(() if explained else ("reason",)), *(() if identifiers else ("kept", "word")))
        first, rest = (
            ("reason", "target", "replace", "format"),
            (
                "kept",
                "word",
                "order",
                "codebooks",
                "internal_codebook",
                "figures",
                "report",
                "edition",
                "threshold",
                "dominance",
            ),
        )
        self.choices = ModelForm(Choices, masked, None, self, fields=first, without=hidden, room=ROOMY)
        self.others = ModelForm(Choices, masked, None, self, fields=rest, without=hidden, room=ROOMY)
        rows = {**self.choices.rows, **self.others.rows}
        for name in OPENED:
            if name in rows:
                rows[name].keep_place()
        self._masked = masked
        self.options: ModelForm[Any] | None = None
        self._current_format = ""
        self._place = column()
        self.leaving = narrowing(label(tone="text2", wraps=True))
        self.file.filters = save_filter()
        for form in (self.choices, self.others):
            form.edited.connect(self._on_edited)
        self.kept_back = label(style="caption", tone="text2", wraps=True)
        how = label("How the file is written", "card_title")
        self.writing = widget_in(column(hairline(), how, self._place))
        self.companions = narrowing(label(tone="text2", wraps=True))
        parts = (self.choices, self.companions, self.leaving, self.others, self.kept_back, self.writing)
        column(*parts, inside=self)
        self._show()

    @property
    def file(self) -> FileEditor:
        """The editor of the file name."""
        editor = self.choices.editors["target"]
        assert isinstance(editor, FileEditor)  # noqa: S101 - by its type
        return editor

    def set_target(self, path: Path) -> None:
        """Propose a file."""
        self.file.set_value(path)
        self._on_edited()

    def plan(self) -> Plan:
        """Return what the fields say."""
        values = {**_values(self.choices), **_values(self.others)}
        plan = planned(values, _values(self.options) if self.options else {})
        return plan if self._masked is None else accompanied(self._masked, plan)

    @property
    def threshold(self) -> int | None:
        """Counts of fewer records are withheld; None: it is not asked for."""
        return _values(self.others)["threshold"] if self.others.rows["threshold"].is_included else None

    @property
    def dominance(self) -> float | None:
        """Values stay uncertain by so many percent of the largest; None: it is not asked for."""
        return _values(self.others)["dominance"] if self.others.rows["dominance"].is_included else None

    def set_threshold(self, threshold: int) -> None:
        """Show the threshold of the project."""
        self.others.editors["threshold"].set_value(threshold)

    def set_dominance(self, dominance: float) -> None:
        """Show the dominance of the project."""
        self.others.editors["dominance"].set_value(dominance)

    def hindrance(self) -> str:
        """Return what must be put right, or done before identifiers leave; empty if nothing."""
        if self.others.rows["threshold"].is_included or self.others.rows["dominance"].is_included:
            try:
                self.others.model()
            except SdcError as error:
                return in_user_locale(error.message)
        values = _values(self.others)
        return unconfirmed(values.get("kept", ()), values.get("word", ""))

    def lead_to(self, field: str) -> None:
        """Give the keyboard to a field that is asked for, and bring it into sight."""
        for form in (self.choices, self.others):
            if field in form.rows and form.rows[field].is_included:
                form.editors[field].setFocus(Qt.FocusReason.OtherFocusReason)
                bring_into_sight(form.editors[field])

    def show_name_error(self, words: str) -> None:
        """Say below the name what is wrong with it."""
        self.choices.show_problem("target" if words else "", words)
        existing = self.plan().existing
        self.choices.rows["replace"].set_included(included=bool(existing) and not words)
        replace = self.choices.editors["replace"]
        if isinstance(replace, FlagEditor):
            names = [path.name for path in existing]
            words = sentence("Replace the {n} files of this name", n=len(names))
            if len(names) < 2:
                words = sentence("Replace {name}", name=short("".join(names), LONGEST))
            replace.box.setText(in_user_locale(words))
            replace.box.setToolTip("\n".join(names))

    def _on_edited(self) -> None:
        """Let the format follow the name, or the name the format; the one that was changed leads."""
        target, chosen = self.file.value(), self.choices.editors["format"]
        if chosen.value() != self._current_format:
            if target is not None:
                self.file.set_value(followed_format(target, chosen.value()))
        elif target is not None:
            form = FORMATS.find(target)
            chosen.set_value(form.name if form and form.can_write else chosen.value())
        self._show()
        self.edited.emit()

    def _show(self) -> None:
        """Show the options of the format, and what belongs to identifiers that leave."""
        name = self.choices.editors["format"].value()
        model = FORMATS[name].write_options
        if name != self._current_format and model is not None:
            if self.options is not None:
                self.options.setParent(None)
            self.options = ModelForm(model, parent=self.writing, room=ROOMY)
            self.options.edited.connect(self.edited)
            self._place.addWidget(self.options)
            self.writing.setVisible(bool(self.options.rows))
        self._current_format = name
        report, edition, figures = (
            self.others.editors[name].value() for name in ("report", "edition", "figures")
        )
        public = bool(report) and edition == "public"
        self.others.rows["edition"].set_included(included=bool(report))
        self.kept_back.setText(kept_back_text(internal=bool(report) and edition == "internal"))
        self.others.rows["threshold"].set_included(included=public)
        # The figures are public whatever the edition of the report is.
        self.others.rows["dominance"].set_included(included=bool(figures) or public)
        plan = self.plan()
        if self._masked is not None:
            leaving = [one for one in self._masked.variables if leaves(one, plan)]
            called = short_display_names(self._masked.variables)
            self.leaving.setText(leaving_text([called[one.name] for one in leaving]))
            self.leaving.setToolTip("\n".join(one.name for one in leaving))
            self.others.rows["codebooks"].set_note(in_user_locale(codebook_text(leaving, plan)))
        beside = in_user_locale(companions_text(plan))
        self.companions.setText(beside)
        self.companions.setVisible(bool(beside))
        if "kept" in self.others.rows:
            self.others.rows["word"].set_included(included=bool(self.others.editors["kept"].value()))


def _values(form: ModelForm[Any]) -> dict[str, Any]:
    return {name: _value(editor) for name, editor in form.editors.items()}


def _value(editor: Editor) -> Any:
    """Return what is entered; None: it cannot be read, which the form says beside the field."""
    try:
        return editor.value()
    except ValueError:
        return None
