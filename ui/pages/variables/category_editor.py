"""Card of the chosen variable: its categories and their order, codes for missing, label and unit."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedLayout, QWidget

from sdcdesk.core.data.variable import Scale, Value, Variable
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.document import variable_commands
from sdcdesk.inspection.categories import MOST, Category, Occurring, arranged, named_values, occurring
from sdcdesk.inspection.missing_codes import read_codes
from sdcdesk.inspection.variable_facts import Facts, range_figures, values_text
from ui.forms.numbers import read_number
from ui.look.locale import in_user_locale, user_locale
from ui.models.categories_model import CategoriesModel
from ui.pages.variables.categories import CategoryTable
from ui.pages.variables.fields import VariableFields
from ui.session.computation import Computation, Ready
from ui.session.session import Session
from ui.widgets.card import Card
from ui.widgets.figure_list import FigureList
from ui.widgets.label import hairline, label
from ui.widgets.layout import scrolled

JOB = "categories"
"""Kind of the job that counts the values of the chosen variable."""


class CategoryEditor(Card):
    """Shows the selected variables and changes their descriptions.

    Parameters
    ----------
    session
        Whose data are shown.
    change
        Does one of `variable_commands`.
    """

    def __init__(self, session: Session, change: Callable[..., None]) -> None:
        super().__init__("Categories")
        self.help.hide()
        self._session, self._change = session, change
        self._variables: list[Variable] = []
        self._facts: dict[str, Facts] = {}
        self._known: dict[str, tuple[frozenset[Value], Occurring]] = {}
        self._counted: Computation[tuple[str, frozenset[Value], Occurring]] = Computation(
            session.jobs, JOB, self
        )
        self._asked: Value | None = None
        self.model = CategoriesModel()
        self.table = CategoryTable(self.model)
        self.range, self.labelled = FigureList(), CategoryTable(CategoriesModel())
        self.sentence = label(tone="text2", wraps=True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.fields = VariableFields()
        self._pages = QStackedLayout()
        self._figures = scrolled(self.range)
        for page in (self.table, self._figures, self.labelled, self.sentence):
            self._pages.addWidget(page)
        holder = QWidget()
        holder.setLayout(self._pages)
        self.body.addWidget(holder, 1)
        self.body.addWidget(hairline())
        self.body.addWidget(self.fields)
        self._connect()

    def clear(self) -> None:
        """Forget the counts of a file that is no longer open."""
        self._counted.drop()
        self._known.clear()
        self._variables, self._asked = [], None

    def show_variables(self, variables: Sequence[Variable], facts: dict[str, Facts]) -> None:
        """Show the selected variables."""
        keep = [one.name for one in variables] == [one.name for one in self._variables]
        self._asked = self._asked if keep else None
        self._variables, self._facts = list(variables), facts
        if not variables:
            self.set_title("Categories")
            self.set_note("")
            self.show_empty("No variable is chosen", "Choose one above to see what it holds.")
            return
        self.show_content()
        alone = len(variables) == 1
        several = in_user_locale(counted(len(variables), "variable"))
        self.set_title(display_names(variables)[variables[0].name] if alone else several)
        self.fields.show_variables(self._variables, keep=keep)
        if not alone:
            self._show_text("Codes for missing values that you type here hold for all of them.", "")
        elif variables[0].scale is Scale.CONTINUOUS:
            self._show_range(variables[0])
        else:
            self._show_categories(variables[0])

    def focus_fields(self, *, on_codes: bool = False) -> None:
        """Put the keyboard into the label, or into the codes for missing values."""
        field = self.fields.missing if on_codes or len(self._variables) > 1 else self.fields.label
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        field.selectAll()

    def _connect(self) -> None:
        fields, do = self.fields, self._do
        self._counted.changed.connect(self._on_counted)
        fields.label.committed.connect(lambda text: do(variable_commands.with_label, text))
        fields.unit.committed.connect(lambda text: do(variable_commands.with_unit, text))
        fields.missing.committed.connect(self._on_codes)
        fields.value.committed.connect(self._on_value)
        fields.order.clicked.connect(self._on_order_wanted)
        self.model.ordered.connect(lambda order: do(variable_commands.with_order, order))
        for model in (self.model, self.labelled.categories):
            model.ticked.connect(self._on_ticked)
            model.labelled.connect(lambda value, label: do(variable_commands.with_value_label, value, label))

    def _do(self, command: Callable[..., variable_commands.Change], *args: object) -> None:
        """Do something to the chosen variable."""
        self._change(command, self._variables[0].name, *args)

    def _show_range(self, variable: Variable) -> None:
        facts = self._facts.get(variable.name)
        figures = range_figures(variable, facts, user_locale()) if facts else ()
        self._show_text("" if figures or not facts else "It holds no numbers.", "continuous")
        if figures:
            self.range.show_figures(figures)
            self._pages.setCurrentWidget(self._figures)
        if facts and figures and self._show_labelled(variable):
            self.set_note(values_text(variable, facts, user_locale()))
            self._pages.setCurrentWidget(self.labelled)

    def _show_labelled(self, variable: Variable) -> bool:
        """Show the numbers of which something is said, or is about to be; return whether there are any."""
        named = named_values(variable) | (frozenset() if self._asked is None else {self._asked})
        rows: tuple[Category, ...] = ()
        found = self._occurring(variable, named) if named else None
        if found is not None:
            counts = {value: found.counts.get(value, 0) for value in sorted(named, key=_place)}
            rows = arranged(variable, replace(found, counts=counts))
        self.labelled.categories.show_rows(rows, movable=False)
        return bool(rows)

    def _show_categories(self, variable: Variable) -> None:
        found = self._occurring(variable, frozenset())
        if found is None:
            return
        if found.different > MOST:
            words = sentence("{n} different values are too many to list.", n=found.different)
            self._show_text(in_user_locale(words), "")
            return
        ordinal = variable.scale is Scale.ORDINAL
        self.set_note("categories in their order" if ordinal else "categories and missing codes")
        place = self.table.currentIndex().row()
        self.model.show_rows(arranged(variable, found), movable=ordinal)
        self._pages.setCurrentWidget(self.table)
        if 0 <= place < len(self.model.rows):
            self.table.setCurrentIndex(self.model.index(place, 0))

    def _show_text(self, words: str, note: str) -> None:
        self.set_loading(loading=False)
        self.sentence.setText(words)
        self.set_note(note)
        self._pages.setCurrentWidget(self.sentence)

    def _occurring(self, variable: Variable, asked: frozenset[Value]) -> Occurring | None:
        """Return how often values occur, where that is known; else it is counted, and shown afterwards."""
        before, found = self._known.get(variable.name, (frozenset(), None))
        if found is not None and (found.different <= MOST or asked <= before):
            self.set_loading(loading=False)
            return found
        data, name = self._session.data, variable.name
        if data is not None:
            self._counted.start(
                sentence("Counting the values of {name}", name=name),
                lambda _progress: (name, asked, occurring(data, name, asked)),
            )
        return None

    def _on_counted(self) -> None:
        state = self._counted.state
        self.show_state(state, self._counted.again)
        if isinstance(state, Ready):
            name, asked, found = state.value
            self._known[name] = asked, found
            if [one.name for one in self._variables] == [name]:
                self.show_variables(self._variables, self._facts)
                self._edit_asked()

    def _on_value(self, text: str) -> None:
        """Open a field for what a number means."""
        try:
            codes = read_codes(text, numeric=True, number=read_number, locale=user_locale())
        except ValueError as error:
            self.fields.refuse(str(error), self.fields.value)
            return
        self.fields.refuse("")
        self.fields.value.show_text("", keep=False)
        if codes:
            self._asked = codes[0]
            self.show_variables(self._variables, self._facts)
            self._edit_asked()

    def _edit_asked(self) -> None:
        """Let the user type what the number means that was asked for, once its row is there."""
        rows = self.labelled.categories.rows
        place = next((place for place, row in enumerate(rows) if row.value == self._asked), None)
        if self._asked is not None and place is not None:
            index = self.labelled.categories.index(place, 0)
            self.labelled.setFocus(Qt.FocusReason.OtherFocusReason)
            self.labelled.setCurrentIndex(index)
            self.labelled.scrollTo(index)
            self.labelled.edit(index)
            self._asked = None  # its row stays until something else is shown

    def _on_order_wanted(self, ordered: bool) -> None:  # noqa: FBT001 - the signal's own argument
        scale = Scale.ORDINAL if ordered else Scale.NOMINAL
        self._change(variable_commands.with_scale, [self._variables[0].name], scale)

    def _on_ticked(self, value: Value, missing: bool) -> None:  # noqa: FBT001 - the signal's own argument
        self._change(variable_commands.with_code, self._variables[0].name, value, missing=missing)

    def _on_codes(self, text: str) -> None:
        names = [variable.name for variable in self._variables]
        if not self._facts.keys() >= set(names):
            self.fields.refuse("The variable is still being looked at; try again in a moment.")
            return
        numeric = {name: self._facts[name].inspection.kind != "text" for name in names}
        try:
            codes = {
                name: read_codes(text, numeric=numeric[name], number=read_number, locale=user_locale())
                for name in names
            }
        except ValueError as error:
            self.fields.refuse(str(error))
            return
        self.fields.refuse("")
        self._change(variable_commands.with_missing, codes)


def _place(value: Value) -> tuple[bool, Value]:
    """Return what values are ordered by: numbers first."""
    return isinstance(value, str), value
