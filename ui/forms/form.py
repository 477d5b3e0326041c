"""Form of a model: one row for each of its declared fields, made from the class alone."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.data.plain_values import as_text
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.operations.display_names import display_names, text_with_display_names
from sdcdesk.core.operations.operation import AnyOperation, fitting
from sdcdesk.core.operations.parameters import accepts, applies, field_display, form_parameters
from sdcdesk.core.operations.permitted import value_problem
from sdcdesk.core.running.errors import ParameterError, SdcError
from sdcdesk.core.running.model import Model, field_title
from sdcdesk.core.text.sentence import capital, sentence, uncapitalised
from sdcdesk.masking.strata import stratum_names
from ui.forms.editor import Editor
from ui.forms.notes import NOTHING, note
from ui.forms.registry import FormParameter, editor_for
from ui.forms.row import BESIDE, FormRow, caption_grid, show_problem
from ui.look.locale import in_user_locale, user_locale
from ui.widgets.buttons import link
from ui.widgets.focus import bring_into_sight
from ui.widgets.label import label

LONGEST_TABLE = 200
"""Categories for which a table in the form has rows."""

Shape = TypeVar("Shape", bound=Model)
SomeOperation = TypeVar("SomeOperation", bound=AnyOperation)

Offers = Mapping[type, Mapping[str, Any]]
"""What can be chosen besides variables, by type and name."""


class ModelForm(QWidget, Generic[Shape]):
    """Shows the fields of a model and reads them back.

    Fields without a title are not asked for: they keep the value of the model that is shown.

    Parameters
    ----------
    kind
        The class of the model.
    data
        What it is about, such as microdata; None: it is about none.
    model
        Values to begin with; the defaults where not given.
    fields
        Which fields are asked for; None: all that have a title, the variables first and rare ones last.
    without
        Fields that are edited elsewhere: they stay as they are.
    offers
        What can be chosen besides variables.
    room
        Pixels of an editor beside its label.
    folded
        Whether the form is not seen at first: rows of rare fields are made when it is.

    Attributes
    ----------
    names
        The fields that are asked for.
    made
        The rows that were made so far, by field; `rows` makes those of rare fields, too.
    """

    edited = Signal()
    """A value was changed by the user."""

    def __init__(
        self,
        kind: type[Shape],
        data: DescribedFrame | None = None,
        model: Shape | None = None,
        parent: QWidget | None = None,
        *,
        fields: Sequence[str] | None = None,
        without: Collection[str] = (),
        offers: Offers | None = None,
        room: int = BESIDE,
        folded: bool = False,
    ) -> None:
        super().__init__(parent)
        self._room = room
        self.kind, self._data, self._offers = kind, data, offers or {}
        self._saved: Shape | None = None
        self._touched: set[str] = set()
        self._cut = ""
        names = form_parameters(kind) if fields is None else fields
        self.names = [name for name in names if name not in without]
        self._rare = [name for name in self.names if field_display(kind.model_fields[name]).more]
        grid = caption_grid(inside=self)
        self.made = {name: self._row(grid, name) for name in self.names if name not in self._rare}
        self.more = link("More options")
        self.more.setCheckable(True)
        self.more.toggled.connect(self._show_rare)
        grid.addWidget(self.more, grid.rowCount(), 1, Qt.AlignmentFlag.AlignLeft)
        self._rare_grid = grid
        if folded:
            self._rare_grid = caption_grid()
            grid.addLayout(self._rare_grid, grid.rowCount(), 0, 1, 2)
        else:
            self._make_rows()
        self.error = label(tone="risk_text", wraps=True)
        self.error.hide()
        grid.addWidget(self.error, grid.rowCount(), 0, 1, 2)
        grid.setRowStretch(grid.rowCount(), 1)
        self.set_model(model)

    @property
    def rows(self) -> dict[str, FormRow]:
        """The rows by field, those of rare fields too, which are made where they are not."""
        self.make_rare()
        return self.made

    @property
    def editors(self) -> dict[str, Editor]:
        """The editors by field."""
        return {name: row.editor for name, row in self.rows.items()}

    def make_rare(self) -> None:
        """Make the rows of rare fields, unless they are there."""
        if rare := self._rare:
            self._make_rows()
            self._enter({name: self._first(name) for name in rare})

    def model(self) -> Shape:
        """Return the model as entered; what is wrong is shown beside its field.

        Raises
        ------
        SdcError
            A value is missing, cannot be read or is out of range, or does not fit the data.
        """
        return self._read(visible={*self.names, ""})

    def entered(self) -> Shape:
        """Return the same; what fields lack that nobody edited yet is a quiet note below them."""
        return self._read(visible=self._touched | ({""} if self._touched else set()))

    @property
    def saved(self) -> Shape | None:
        """The model that was shown last, from which changes are told."""
        return self._saved

    def touched(self) -> dict[str, Any]:
        """Return the values of the fields that the user edited.

        Raises
        ------
        ParameterError
            One of them cannot be read, or is out of range.
        """
        return {name: self._value(name) for name in self.made if name in self._touched}

    def set_model(self, model: Shape | None) -> None:
        """Show the values of a model, and from now on what differs from them; None: the defaults."""
        self._saved = model
        self._touched.clear()
        self._enter({name: self._first(name) for name in self.made})
        self.show_problem("", "")

    def keep(self, model: Shape) -> bool:
        """Have what is entered count as shown if it is this model: what was typed stands as it was typed.

        Returns
        -------
        bool
            Whether it is.
        """
        try:
            if self._parsed() != model:
                return False
        except SdcError:
            return False
        self._saved = model
        self._touched.clear()
        self._show_what_applies()
        return True

    def fill(self, values: Model | Mapping[str, Any], *, untouched: bool = False) -> None:
        """Enter values as the user could have done; untouched: only where nobody did."""
        kept = self._touched if untouched else ()
        fields = values if isinstance(values, Mapping) else dict(iter(values))
        entered = {name: value for name, value in fields.items() if name not in kept}
        if untouched and self._saved is not None:
            # What nobody edited was never another value, and no note says so. Not checked together: what is
            # edited may contradict it still.
            self._saved = self._saved.model_copy(update=entered)
        if any(entered[name] != self._first(name) for name in self._rare if name in entered):
            self.make_rare()
        self._enter(entered)

    def set_data(self, data: DescribedFrame) -> None:
        """Offer the variables of other data."""
        self._data, words = data, display_names(data.variables)
        for name, row in self.made.items():
            accepted = accepts(self.kind.model_fields[name])
            if accepted is not None:
                row.editor.offer_variables(fitting(accepted, data), words)
        self._offer_categories()

    def chosen(self) -> list[str]:
        """Return the variables that are chosen in the form, those of rare options left out."""
        chosen: list[str] = []
        for name in self.made:
            info = self.kind.model_fields[name]
            if accepts(info) is not None and self._applies(name) and not field_display(info).more:
                value = self._raw(name) or []
                chosen += [value] if isinstance(value, str) else value
        return [name for name in chosen if self._data is not None and name in self._data]

    def error_text(self, error: SdcError) -> str:
        """Return an error as it reads far from its field."""
        info = self.kind.model_fields.get(error.field or "")
        if not (info and info.title):
            return in_user_locale(self._labelled(error.message))
        words = in_user_locale(self._bare(error))
        shown = display_names(self._data.variables) if self._data is not None else {}
        variable = words.startswith(tuple(shown.values()))
        return f"{info.title}: {words if variable else uncapitalised(words)}"

    def show_error(self, error: SdcError) -> None:
        """Show below its field what is wrong."""
        placed = self._placed(error)
        self.show_problem(placed.field or "", in_user_locale(placed.message))

    def show_problem(self, field: str, sentence: str) -> None:
        """Show a sentence below its field, or at the end of the form where it belongs to none."""
        show_problem(self.made, self.error, field, sentence)

    def focus_first(self) -> None:
        """Give the focus to the first field that lacks something, else to the first one."""
        try:
            self._parsed()
            field = ""
        except SdcError as error:
            field = error.field or ""
        first = (
            field if field in self.made else next((n for n, row in self.made.items() if row.is_included), "")
        )
        if first:
            self.made[first].editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def bring_up_rare(self) -> None:
        """Scroll to the rare fields, as soon as they have their places."""
        QTimer.singleShot(0, self, self._scroll_to_rare)

    def check(self, model: Shape) -> None:
        """Raise `SdcError` if a model does not fit the data."""

    # Reading

    def _read(self, visible: Collection[str]) -> Shape:
        self.show_problem("", "")
        try:
            return self._parsed()
        except SdcError as error:
            if (error.field or "") in visible:
                self.show_problem(error.field or "", in_user_locale(error.message))
            elif error.field in self.made:
                self.made[error.field].show_problem("", in_user_locale(error.message))
            raise

    def _parsed(self) -> Shape:
        try:
            model = self.kind(**self._values())
            self.check(model)
        except SdcError as error:
            raise self._placed(error) from None
        return model

    def _values(self) -> dict[str, Any]:
        """Return the values that have an effect, and those that are not asked for."""
        saved = self._saved
        asked = self.names
        others = (name for name in self.kind.model_fields if saved is not None and name not in asked)
        values = {name: getattr(saved, name) for name in others}
        for name in asked:
            if self._applies(name):
                value = self._value(name)
                if value is not None:
                    values[name] = value
        return values

    def _value(self, name: str) -> Any:
        if name in self._rare:
            return self._first(name)
        try:
            value = self.made[name].editor.value()
        except ValueError as error:
            raise ParameterError(error.args[0], name) from None
        wrong = value_problem(self.kind.model_fields[name], value, user_locale())
        if wrong:
            raise ParameterError(wrong, name)
        return value

    def _placed(self, error: SdcError) -> SdcError:
        """Return an error as it stands below its field."""
        return type(error)(capital(self._bare(error)), error.field)

    def _labelled(self, text: str) -> str:
        """Return a text in which variables are called by their labels."""
        shown = display_names(self._data.variables) if self._data is not None else {}
        return text_with_display_names(text, shown)

    def _bare(self, error: SdcError) -> str:
        """Return what an error says without the titles of operation and field, which are in sight."""
        in_sight = (getattr(self.kind, "title", ""), field_title(self.kind, error.field or ""))
        return self._labelled(error.problem if error.title in in_sight else error.message)

    # What is shown

    def _make_rows(self) -> None:
        """Make the rows of rare fields, below the link to them."""
        rare, self._rare = self._rare, []
        made = self.made | {name: self._row(self._rare_grid, name) for name in rare}
        self.made = {name: made[name] for name in self.names}

    def _row(self, grid: QGridLayout, name: str) -> FormRow:
        info = self.kind.model_fields[name]
        editor = editor_for(FormParameter(info, self._data, self._offers))
        row = FormRow(grid, editor, info.title or name, info.description or "", self._room)
        row.editor.edited.connect(lambda: self._on_edited(name))
        return row

    def _enter(self, values: Mapping[str, Any]) -> None:
        """Show values; tables come last, when it is known which rows they have."""
        for tables in (False, True):
            for name, row in self.made.items():
                if row.editor.table is tables and name in values:
                    row.editor.set_value(values[name])
            self._offer_categories()
        self._show_what_applies()

    def _first(self, name: str) -> Any:
        """Return the value that a field begins with."""
        info = self.kind.model_fields[name]
        if self._saved is not None:
            return getattr(self._saved, name)
        return None if info.is_required() else info.get_default(call_default_factory=True)

    def _on_edited(self, name: str) -> None:
        self._touched.add(name)
        self._offer_categories()
        self._show_what_applies()
        self.edited.emit()

    def _raw(self, name: str) -> Any:
        """Return what an editor holds; None where that cannot be read, or there is none."""
        try:
            return self.made[name].editor.value() if name in self.made else None
        except ValueError:
            return None

    def _applies(self, name: str) -> bool:
        return applies(self.kind, name, self._now)

    def _now(self, name: str) -> Any:
        return self._raw(name) if name in self.made else self._first(name)

    def _show_what_applies(self) -> None:
        """Hide fields without an effect, and rare ones until they are asked for."""
        rare = any(map(self._applies, self._rare))
        units = {self._data.variable(variable).unit for variable in self.chosen() if self._data is not None}
        for name, row in self.made.items():
            applies, more = self._applies(name), field_display(self.kind.model_fields[name]).more
            rare = rare or (applies and more)
            row.set_included(included=applies and (not more or self.more.isChecked()))
            row.set_note(self._note(name, units))
        self.more.setVisible(rare)
        self.more.setText("Fewer options" if self.more.isChecked() else "More options")

    def _show_rare(self, shown: bool) -> None:  # noqa: FBT001 - of a signal
        """Show or hide the rare fields, which stand below their link, and scroll to those that come."""
        self._show_what_applies()
        if shown:
            self.bring_up_rare()

    def _scroll_to_rare(self) -> None:
        """Bring as many of the rare fields into sight as there is room for below their link."""
        included = [row.place for row in self.made.values() if row.is_included]
        lowest = max(included, key=lambda place: place.geometry().bottom(), default=self.more)
        bring_into_sight(lowest)
        bring_into_sight(self.more)

    def _note(self, name: str, units: set[str]) -> str:
        saved = self._saved
        had = saved is not None and applies(self.kind, name, lambda other: getattr(saved, other))
        was = getattr(saved, name) if had else NOTHING
        words = note(self.made[name].editor, self.kind.model_fields[name], self._raw(name), was, units)
        cut = self._cut if self.made[name].editor.table else ""
        return ", ".join(filter(None, (cut, words)))

    def _offer_combinations(self) -> None:
        """Tell tables the combinations of values of the variables that another field names."""
        for name, row in self.made.items():
            names = self._raw(field_display(self.kind.model_fields[name]).combinations) or ()
            if names and self._data is not None and self._applies(name):
                try:
                    rows = stratum_names(self._data, names)
                except SdcError:
                    continue  # said where the step is computed
                self._cut = _cut(len(rows))
                row.editor.offer(dict.fromkeys(rows[:LONGEST_TABLE]))

    def _offer_categories(self) -> None:
        """Tell tables, and fields for values, the categories of the variable that the form is about."""
        self._offer_combinations()
        asking = [
            row.editor
            for name, row in self.made.items()
            if row.editor.asks_categories and self._applies(name)
        ]
        variable = self._subject() if asking else None
        if self._data is None or not variable or variable not in self._data:
            return
        # Coding numbers takes a while, and nobody needs them all proposed.
        number = self._data.variable(variable).scale is Scale.CONTINUOUS
        asking = [editor for editor in asking if editor.table or not number]
        if not asking:
            return
        values = self._data.coding(variable).values
        self._cut = _cut(len(values))
        values = values.iloc[:LONGEST_TABLE]
        labels = self._data.variable(variable).label_by_value()
        for editor in asking:
            editor.explain_values(labels)
            editor.offer(dict(zip(as_text(values), values.tolist(), strict=True)))

    def _subject(self) -> Any:
        """Return the variable that the form is about: the one that its first field for one names."""
        fields = self.kind.model_fields
        single = (name for name in self.made if accepts(fields[name]) and fields[name].annotation is str)
        name = next(single, None)
        return self._raw(name) if name else None


def _cut(values: int) -> str:
    """Return how many of the values have a row in a table, where not all have."""
    if values <= LONGEST_TABLE:
        return ""
    return in_user_locale(sentence("the first {n} of {all} values", n=LONGEST_TABLE, all=values))


class OperationForm(ModelForm[SomeOperation]):
    """The form of an operation: what is entered fits the data, too."""

    def check(self, model: SomeOperation) -> None:
        """Raise `SdcError` if the operation does not fit the data."""
        if self._data is not None:
            model.check(self._data)
