"""Recipe in the right panel: seed, steps with their effects, and all that can be done to a step."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from sdcdesk.core.explanation import Explanation
from sdcdesk.core.randomness import LARGEST_SEED
from sdcdesk.core.without_original import ASSESSED_ONLY
from sdcdesk.document.recipe import Recipe
from sdcdesk.release.interval_answer import can_be_asked
from sdcdesk.release.step_effects import WAITING, reasons, step_rows
from ui.dialogs.query_dialog import ask_for_interval
from ui.look.locale import user_locale
from ui.look.theme import theme
from ui.models.recipe_model import RecipeModel
from ui.pages.panel.recipe_list import RecipeList
from ui.session.computation import missing
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.buttons import link
from ui.widgets.card import Card
from ui.widgets.label import label
from ui.widgets.layout import row
from ui.widgets.menus import Entry, context_menu
from ui.widgets.message_bar import MessageBar
from ui.widgets.reason import mark_invalid
from ui.widgets.what_is_this import explain

RECIPE = Explanation(
    "Recipe",
    "The masking steps in their order. Each starts from what the one before it left; the file itself is "
    "never changed. The seed and the steps reproduce the masked file exactly, here, on the command line and "
    "in Python.",
)


NOTHING = (
    "Each masking step will be listed here. You can change, move or switch off a step at any time; the "
    "original file is never changed."
)

RULE = f"The seed is a whole number from 0 to {LARGEST_SEED}"


class RecipePanel(Card):
    """Shows the steps of the recipe and changes them through the session. Positions count from 0."""

    selected = Signal(int)
    """Another step was chosen; −1: none."""

    def __init__(self, session: Session, actions: Actions) -> None:
        super().__init__("Recipe", framed=False)
        self._session = session
        self.seed = SeedField()
        self.model = RecipeModel(self)
        self.list = RecipeList(self.model)
        self.warning = label("", "caption", "risk_text", wraps=True)
        self.warning.hide()
        self.why = MessageBar(closable=False, style="caption")
        self.add_to_header(self.seed)
        self.add = self.add_action("Add step", "plus")
        self._actions.setSpacing(0)  # a narrow panel has room for title, seed and button only
        self.body.setSpacing(4)
        self.body.addWidget(self.warning)
        self.body.addWidget(self.list)
        self.body.addWidget(self.why)
        self._connect()
        actions.bind(self.add, "add_step")

    def show_steps(self, scenario: str) -> None:
        """Show the recipe as it is now, with the risks of a scenario."""
        project = self._session.project
        steps = project.recipe.steps if project else ()
        self.seed.setVisible(project is not None)
        if project is None or not steps:
            self.model.set_rows(())
            released = project is not None and project.data.released
            self.show_empty("Nothing is masked", ASSESSED_ONLY if released else NOTHING)
        else:
            results = self._session.results
            unknown = "not computed" if missing(self._session.state) else WAITING
            rows = step_rows(project, results, scenario, unknown, user_locale())
            self.model.set_rows(rows)
            if results is None or results.project is project:  # else the old sentence stays: nothing jumps
                self._say_why("\n".join(reasons(project, rows)))
            self.show_content()
        if project is not None:
            self.seed.set_seed(project.recipe.seed)

    def select(self, position: int) -> None:
        """Choose a step; −1 chooses none."""
        self.list.select(position)

    # What can be done to a step

    def switch(self, position: int) -> None:
        """Switch a step on or off."""
        on = not self.model.rows[position].on
        words = f"Switch {'on' if on else 'off'} step {self._named(position)}"
        self._session.change_recipe(words, lambda recipe: recipe.switched(position, on))

    def remove(self, position: int) -> None:
        """Remove a step; the next one is chosen."""
        words = f"Remove step {self._named(position)}"
        self._session.change_recipe(words, lambda recipe: recipe.without(position))
        self.select(min(position, len(self.model.rows) - 1))

    def put(self, position: int, to: int) -> None:
        """Move a step to another place; it stays chosen."""
        words = f"Move step {self._named(position)}"
        self._session.change_recipe(words, lambda recipe: recipe.moved(position, to))
        self.select(to)

    def duplicate(self, position: int) -> None:
        """Add a copy of a step below it."""

        def copied(recipe: Recipe) -> Recipe:
            longer = recipe.then(recipe.steps[position].method)
            return longer.moved(len(recipe.steps), position + 1)

        self._session.change_recipe(f"Duplicate step {self._named(position)}", copied)
        self.select(position + 1)

    def step_menu(self, position: int) -> QMenu:
        """Return the menu of a step."""
        switch = "Switch off" if self.model.rows[position].on else "Switch on"
        first = "" if position else "It is the first"
        last = "It is the last" if position == len(self.model.rows) - 1 else ""
        project = self._session.project
        asks = project is not None and can_be_asked(project.recipe.steps[position])
        ask = Entry("Ask for an interval…", lambda: ask_for_interval(self._session, position, self))
        return context_menu(
            self,
            Entry("Edit…\tEnter", lambda: self._session.navigator.edit_step(position)),
            *([ask] if asks else []),
            Entry("Duplicate", lambda: self.duplicate(position)),
            Entry("Move up\tAlt+Up", lambda: self.put(position, position - 1), first),
            Entry("Move down\tAlt+Down", lambda: self.put(position, position + 1), last),
            Entry(f"{switch}\tSpace", lambda: self.switch(position)),
            Entry("Remove\tDel", lambda: self.remove(position)),
        )

    def _named(self, position: int) -> str:
        row = self.model.rows[position]
        return f"{row.number}: {row.summary}"

    def _open_menu(self, position: int, place: QPoint) -> None:
        self.step_menu(position).popup(place)

    def _say_why(self, words: str) -> None:
        if words and words != self.why.text():
            self.why.show_note(words)
        self.why.setVisible(bool(words))

    def _set_seed(self, seed: int) -> None:
        self._session.change_recipe(f"Seed {seed}", lambda recipe: recipe.changed(seed=seed))

    def _refuse_seed(self, why: str) -> None:
        self.warning.setText(why)
        self.warning.setVisible(bool(why))

    def _connect(self) -> None:
        self.asked.connect(lambda: explain(self.help, RECIPE))
        self.seed.chosen.connect(self._set_seed)
        self.seed.refused.connect(self._refuse_seed)
        steps = self.list
        steps.edit_wanted.connect(self._session.navigator.edit_step)
        steps.switch_wanted.connect(self.switch)
        steps.remove_wanted.connect(self.remove)
        steps.move_wanted.connect(self.put)
        steps.menu_wanted.connect(self._open_menu)
        steps.selectionModel().currentChanged.connect(lambda now, _before: self.selected.emit(now.row()))


class SeedField(QWidget):
    """Shows "seed 2004"; a click lets the user type another, Enter or leaving takes it, Escape does not."""

    chosen = Signal(int)
    """Another seed was typed."""

    refused = Signal(str)
    """Why what is typed is no seed; empty: it is one."""

    def __init__(self) -> None:
        super().__init__()
        self._seed = 0
        self.button = link("")
        self.button.setFont(theme().font("caption"))
        self.button.setToolTip("Seed of all random numbers. Click to change it.")
        self.button.clicked.connect(self.edit)
        self.field = QLineEdit()
        self.field.setAccessibleName("Seed")
        self.field.setFixedWidth(96)
        self.field.hide()
        self.field.textEdited.connect(lambda _text: self._check())
        self.field.editingFinished.connect(self._take)
        QShortcut(
            QKeySequence(Qt.Key.Key_Escape),
            self.field,
            self._close,
            context=Qt.ShortcutContext.WidgetShortcut,
        )
        row(self.button, self.field, inside=self)
        self.set_seed(0)

    def set_seed(self, seed: int) -> None:
        """Show a seed."""
        self._seed = seed
        self.button.setText(f"seed {seed}")
        self.button.setAccessibleName(f"Seed {seed}, change it")

    def edit(self) -> None:
        """Let the user type."""
        self.field.setText(str(self._seed))
        self.button.hide()
        self.field.show()
        self.field.setFocus()
        self.field.selectAll()

    def _typed(self) -> int | None:
        text = self.field.text().strip()
        seed = int(text) if text.isdecimal() and len(text) < 20 else -1
        return seed if 0 <= seed <= LARGEST_SEED else None

    def _check(self) -> None:
        self._refuse(RULE if self._typed() is None else "")

    def _refuse(self, why: str) -> None:
        mark_invalid(self.field, why)
        self.refused.emit(why)

    def _take(self) -> None:
        if self.field.isHidden():
            return
        seed = self._typed()
        if seed is None and self.field.hasFocus():
            return
        self._close()
        if seed is not None and seed != self._seed:
            self.chosen.emit(seed)

    def _close(self) -> None:
        self._refuse("")
        focused = self.field.hasFocus()
        self.field.hide()
        self.button.show()
        if focused:
            self.button.setFocus(Qt.FocusReason.OtherFocusReason)
