"""Grid dialog: methods × parameters × variables × draws, with the number of runs and the time expected."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.method import Method
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.document.grid import Family, Grid, GridLine
from sdcdesk.document.project import Project
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.inspection.step_suggestions import first_values
from ui.dialogs.frame import AROUND, LARGE, Dialog, beside
from ui.forms.form import ModelForm, Offers
from ui.look.locale import in_user_locale
from ui.pages.compare.family_form import FamilyForm
from ui.pages.compare.family_list import FamilyList, FamilyRow
from ui.pages.compare.ready_choices import Choice
from ui.pages.masking.add_step_menu import AddStepMenu
from ui.session.computation import Computation, Ready
from ui.widgets.buttons import button
from ui.widgets.empty import EmptyState
from ui.widgets.label import hairline
from ui.widgets.layout import column, discard, resize_within_screen, row, widget_in
from ui.widgets.menus import Entry, fill
from ui.widgets.reason import allow

NOTHING = "Add a method first: there is nothing to compare."

MAKING = "They are being made for this file."

LEFT = 320
"""Pixels of the list."""

FIELDS = ("before", "draws")


class GridDialog(Dialog):
    """Edits a grid: families at the left, the values of the chosen one at the right.

    Parameters
    ----------
    project, data
        The project, and its initial file.
    grid
        What it begins with.
    time_text
        Returns how long a grid takes, in words; empty where nobody knows.
    made
        The ready grids, as far as they are made for the file.
    """

    def __init__(
        self,
        project: Project,
        data: Microdata,
        grid: Grid,
        time_text: Callable[[Grid], str],
        made: Computation[tuple[Choice, ...]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Alternatives", "Compare", parent)
        self._data, self._time_text, self._made = data, time_text, made
        self._offers: Offers = {Hierarchy: {one.name: one for one in project.hierarchies}}
        self.grid: Grid | None = None
        self.families: list[FamilyForm] = []
        self._wrong = -1
        self._into: FamilyForm | None = None
        self.list, self.forms = FamilyList(), QStackedWidget()
        self.add = button("Add a method…", "plus", small=True)
        self.ready = button("Ready grids")
        self.ready_menu = QMenu(self)
        self.ready.setMenu(self.ready_menu)
        self.copy, self.remove = button("Duplicate", small=True), button("Remove", small=True)
        self.menu = AddStepMenu(self)
        self.rest = ModelForm(Grid, model=grid, fields=FIELDS)
        self.forms.addWidget(self._nothing())
        self._arrange()
        self._connect()
        self.set_lines(grid.lines)
        self._show_ready()

    def act(self) -> None:
        """Take the grid, if it is right."""
        self._on_edited()
        if self.grid is not None:
            self.accept()

    def show_missing(self) -> None:
        """Lead to the family in which something is wrong."""
        if self._wrong >= 0:
            self.list.choose(self._wrong)
        self.forms.currentWidget().setFocus()

    # What the user does

    def set_lines(self, lines: Sequence[Family]) -> None:
        """Show other families in place of those that are there."""
        for form in self.families:
            self.forms.removeWidget(form.area)
            discard(form.area)
        self.families = []
        for family in lines:
            self._insert(family)
        self._changed(0 if lines else -1)

    def show_menu(self, into: FamilyForm | None) -> None:
        """Open the menu of methods: for another family, or for another step of one."""
        self._into = into
        anchor = into.add if into is not None else self.add
        self.menu.show_methods(self._data)
        self.menu.popup(anchor.mapToGlobal(QPoint(max(anchor.width(), LEFT), anchor.height() + 4)))

    def add_method(self, kind: type[Method]) -> None:
        """Add a family of one step, or a step to the family for which the menu was opened."""
        values = first_values(kind, self._data)
        if self._into is not None:
            self._into.add_step(kind, values)
            return
        tried = {name: (value,) for name, value in values.items()}
        self._insert((GridLine(method=kind.name, parameters=tried),))
        self._changed(len(self.families) - 1)

    def copy_family(self, place: int) -> None:
        """Add the same family once more, if it is right."""
        family = self.families[place].found
        if family is not None:  # else it says so at its field
            self._insert(family)
            self._changed(len(self.families) - 1)

    def remove_family(self, place: int) -> None:
        """Take a family out."""
        area = self.families.pop(place).area
        self.forms.removeWidget(area)
        discard(area)
        self._changed(min(place, len(self.families) - 1))

    def move_family(self, place: int, to: int) -> None:
        """Give a family another place."""
        form = self.families.pop(place)
        self.families.insert(to, form)
        self.forms.removeWidget(form.area)
        self.forms.insertWidget(to + 1, form.area)
        self._changed(to)

    # Parts

    def _arrange(self) -> None:
        buttons = row(self.add, self.copy, self.remove, ..., spacing=6, margins=(12, 8, 12, 8))
        rest = widget_in(column(self.rest, margins=(12, 10, 12, 10)))
        left = widget_in(column(buttons, hairline(), (self.list, 1), hairline(), rest, spacing=0))
        left.setFixedWidth(LEFT)
        words = "Every combination of the values of a method is one alternative."
        self.lay_out(beside(left, self.forms), words, self.ready)
        resize_within_screen(self, *LARGE)

    def _connect(self) -> None:
        self.add.clicked.connect(lambda: self.show_menu(None))
        self.copy.clicked.connect(lambda: self.copy_family(self.list.currentIndex().row()))
        self.remove.clicked.connect(lambda: self.remove_family(self.list.currentIndex().row()))
        self.menu.chosen.connect(self.add_method)
        self.list.chosen.connect(lambda place: self.forms.setCurrentIndex(place + 1))
        self.list.copied.connect(self.copy_family)
        self.list.removed.connect(self.remove_family)
        self.list.moved.connect(self.move_family)
        self.rest.edited.connect(self._on_edited)
        self._made.changed.connect(self._show_ready)

    def _show_ready(self) -> None:
        """Offer the ready grids, each as it fits the file."""
        state = self._made.state
        choices = state.value if isinstance(state, Ready) else ()
        entries = [Entry(one.title, partial(self._take_ready, one), one.why) for one in choices]
        fill(self.ready_menu, *entries)
        allow(self.ready, "" if choices else MAKING)

    def _take_ready(self, choice: Choice) -> None:
        if choice.grid is not None:
            self.rest.fill({name: getattr(choice.grid, name) for name in FIELDS})
            self.set_lines(choice.grid.lines)

    def _nothing(self) -> QWidget:
        frame = EmptyState("No method yet", "Add one, and say which values of its parameters are tried.")
        return widget_in(column(frame, ..., margins=AROUND))

    def _insert(self, family: Family) -> None:
        form = FamilyForm(family, self._data, self._offers)
        form.edited.connect(self._on_edited)
        form.add_wanted.connect(lambda: self.show_menu(form))
        self.families.append(form)
        self.forms.addWidget(form.area)

    def _changed(self, chosen: int) -> None:
        """Show the families after one came, went or moved."""
        self._on_edited()
        self._show_families()
        self.list.choose(chosen)
        self.forms.setCurrentIndex(chosen + 1)

    def _on_edited(self) -> None:
        """Read everything, and say what there is or what is wrong."""
        self.grid, self._wrong, problem = None, -1, "" if self.families else NOTHING
        found: list[Family] = []
        for place, form in enumerate(self.families):
            if form.found is not None:
                found.append(form.found)
            elif self._wrong < 0:
                self._wrong = place
                problem = sentence("{title}: {problem}", title=form.title, problem=form.problem)
        try:
            rest = self.rest.entered()
            if not problem:
                self.grid = rest.changed(lines=tuple(found))
        except SdcError as error:
            problem = problem or self.rest.error_text(error)
        self.allow(in_user_locale(problem))
        self.show_text(self._runs_text() if self.grid is not None else "")
        self._show_families()

    def _runs_text(self) -> str:
        """Return how many runs there are and how long they take."""
        grid = self.grid
        if grid is None:
            return ""
        runs, time = counted(grid.runs, "alternative"), self._time_text(grid)
        return in_user_locale(sentence("{runs}, {time}", runs=runs, time=time) if time else runs)

    def _show_families(self) -> None:
        self.list.families.set_rows([self._listed(form) for form in self.families])
        why = "" if self.families else NOTHING
        for each in (self.copy, self.remove):
            allow(each, why)

    def _listed(self, form: FamilyForm) -> FamilyRow:
        if form.found is None:
            return FamilyRow(form.title, in_user_locale(form.problem), wrong=True)
        grid = self.grid or Grid()
        return FamilyRow(form.title, in_user_locale(counted(grid.runs_of(form.found), "alternative")))
