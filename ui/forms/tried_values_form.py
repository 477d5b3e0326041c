"""Form of what is tried: for each parameter of a method the values of which each is tried in turn."""

from collections.abc import Iterator, Mapping
from itertools import product

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.operations.display_names import display_names, text_with_display_names
from sdcdesk.core.operations.operation import AnyOperation
from sdcdesk.core.operations.parameters import accepts, applies, field_display, form_parameters
from sdcdesk.core.operations.permitted import permitted, value_problem
from sdcdesk.core.running.errors import ParameterError, SdcError
from sdcdesk.core.text.sentence import capital
from ui.forms.form import Offers
from ui.forms.registry import FormParameter
from ui.forms.row import ROOMY, FormRow, caption_grid, show_problem
from ui.forms.tried_values import Values, tried_values_editor
from ui.look.locale import in_user_locale, user_locale
from ui.widgets.buttons import link
from ui.widgets.label import label

CHOOSE = "Choose at least one value."


class TriedValuesForm(QWidget):
    """A row for each parameter of a method, which reads back the values that are tried.

    Parameters
    ----------
    kind
        The method.
    data
        Whose variables are offered.
    values
        The values that are tried, by parameter; one that is not named has its default.
    offers
        What can be chosen besides variables.
    """

    edited = Signal()
    """A value was changed by the user."""

    def __init__(
        self,
        kind: type[AnyOperation],
        data: DescribedFrame | None,
        values: Mapping[str, Values],
        offers: Offers | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.kind, self._called = kind, display_names(data.variables) if data is not None else {}
        grid = caption_grid(inside=self)
        self.rows: dict[str, FormRow] = {}
        for name in form_parameters(kind):
            info = kind.model_fields[name]
            editor = tried_values_editor(FormParameter(info, data, offers or {}))
            self.rows[name] = FormRow(grid, editor, info.title or name, info.description or "", ROOMY)
            editor.set_value(values.get(name, self._default(name)))
            editor.edited.connect(self._on_edited)
        self.more = link("More options")
        self.more.setCheckable(True)
        self.more.setChecked(any(field_display(kind.model_fields[name]).more for name in values))
        self.more.toggled.connect(lambda _on: self._show_what_applies())
        grid.addWidget(self.more, grid.rowCount(), 1, Qt.AlignmentFlag.AlignLeft)
        self.error = label(tone="risk_text", wraps=True)
        self.error.hide()
        grid.addWidget(self.error, grid.rowCount(), 0, 1, 2)
        grid.setRowStretch(grid.rowCount(), 1)
        self._show_what_applies()

    def values(self) -> dict[str, Values]:
        """Return the values that are tried, of the parameters that have an effect; what is wrong is shown.

        Raises
        ------
        SdcError
            A value is missing, cannot be read or is out of range.
        """
        self.show_problem("", "")
        try:
            return {name: found for name in self.rows if self._applies(name) and (found := self._read(name))}
        except SdcError as error:
            self.show_error(error)
            raise

    def show_error(self, error: SdcError) -> None:
        """Show below its field what is wrong."""
        self.show_problem(error.field or "", self.error_text(error))

    def error_text(self, error: SdcError) -> str:
        """Return an error as it stands below its field."""
        in_sight = error.title == self.kind.title or not error.title
        words = error.problem if in_sight else error.message
        return in_user_locale(capital(text_with_display_names(words, self._called)))

    def show_problem(self, field: str, sentence: str) -> None:
        """Show a sentence below its field, or at the end of the form where it belongs to none."""
        show_problem(self.rows, self.error, field, sentence)

    def _read(self, name: str) -> Values:
        info = self.kind.model_fields[name]
        try:
            found = tuple(self.rows[name].editor.value())
        except ValueError as error:
            raise ParameterError(error.args[0], name) from None
        if not found and (accepts(info) is None or info.is_required()) and self._default(name):
            raise ParameterError(CHOOSE, name)
        if not found and info.is_required():
            raise ParameterError("Choose at least one variable." if accepts(info) else CHOOSE, name)
        wrong = next(filter(None, (value_problem(info, value, user_locale()) for value in found)), "")
        if wrong:
            raise ParameterError(wrong, name)
        return found

    def _default(self, name: str) -> Values:
        """Return the value that a parameter has where none is given; none where one must be."""
        info = self.kind.model_fields[name]
        default = None if info.is_required() else info.get_default(call_default_factory=True)
        return () if default is None else (default,)

    def _on_edited(self) -> None:
        self._show_what_applies()
        self.edited.emit()

    def _applies(self, name: str) -> bool:
        """Return whether a parameter has an effect beside some of the values of the others."""
        others = self._conditions(name)
        tried = [self._raw(other) or self._default(other) or (None,) for other in others]
        return any(
            applies(self.kind, name, dict(zip(others, values, strict=True)).__getitem__)
            for values in product(*tried)
        )

    def _conditions(self, name: str) -> list[str]:
        """Return the parameters on which it hangs whether another one has an effect."""

        def walk(one: str) -> Iterator[str]:
            for other in field_display(self.kind.model_fields[one]).when:
                yield other
                yield from walk(other)

        return list(dict.fromkeys(walk(name)))

    def _raw(self, name: str) -> Values:
        """Return what an editor holds; nothing where that cannot be read."""
        try:
            return tuple(self.rows[name].editor.value()) if name in self.rows else ()
        except ValueError:
            return ()

    def _show_what_applies(self) -> None:
        """Hide fields without an effect, and rare ones until they are asked for."""
        rare = False
        for name, row in self.rows.items():
            info = self.kind.model_fields[name]
            has_effect, more = self._applies(name), field_display(info).more
            rare = rare or (has_effect and more)
            row.set_included(included=has_effect and (not more or self.more.isChecked()))
            words = field_display(info).unit or permitted(info).text(user_locale())
            row.set_note(words)
        self.more.setVisible(rare)
        self.more.setText("Fewer options" if self.more.isChecked() else "More options")
