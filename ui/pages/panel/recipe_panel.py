"""Recipe in the right panel: seed, steps with their effects, and all that can be done to a step."""

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QMenu

from sdcdesk.core.random.secret_seed import drawn_seed, shortened
from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.results.without_original import ASSESSED_ONLY
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.seed_note import seed_note
from sdcdesk.release.interval_answer import answers_queries
from sdcdesk.release.step_effects import WAITING, reasons, step_rows
from ui.dialogs.notice import Notice
from ui.dialogs.query_dialog import ask_for_interval
from ui.look.locale import user_locale
from ui.models.recipe_model import RecipeModel
from ui.pages.panel.recipe_list import RecipeList
from ui.pages.panel.seed_field import SeedField
from ui.session.computation import missing
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.card import Card
from ui.widgets.label import label
from ui.widgets.menus import Entry, context_menu
from ui.widgets.message_bar import MessageBar
from ui.widgets.what_is_this import explain

RECIPE = Explanation(
    "Recipe",
    "The masking steps in their order. Each starts from what the one before it left; the file itself is "
    "never changed. The seed and the steps reproduce the masked file exactly, here, on the command line and "
    "in Python; so keep both as confidential as the data.",
)


NOTHING = (
    "Each masking step will be listed here. You can change, move or switch off a step at any time; the "
    "original file is never changed."
)

NEW_SEED = "New seed"

RENEWED = (
    "All random values change: every step that draws random numbers draws others. What was masked before can "
    "be made again only with the seed of now; undo brings it back."
)
"""What follows of a new seed."""

HIDDEN = "Keep parameters secret"
"""Public documents then name method and variables of a step only."""


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
        self.seed_note = MessageBar(closable=False, style="caption")
        self.why = MessageBar(closable=False, style="caption")
        self.add_to_header(self.seed)
        self.add = self.add_action("Add step", "plus")
        self._actions.setSpacing(0)  # a narrow panel has room for title, seed and button only
        self.body.setSpacing(4)
        self.body.addWidget(self.warning)
        self.body.addWidget(self.seed_note)
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
                self._show_reason("\n".join(reasons(project, rows)))
            self.show_content()
        if project is not None:
            self.seed.set_seed(project.recipe.seed)
            self._show_seed_problem(seed_note(project))

    def select(self, position: int) -> None:
        """Choose a step; −1 chooses none."""
        self.list.select(position)

    # What can be done to a step

    def switch(self, position: int) -> None:
        """Switch a step on or off."""
        on = not self.model.rows[position].on
        words = sentence(
            "Switch on step {step}" if on else "Switch off step {step}", step=self._named(position)
        )
        self._session.change_recipe(words, lambda recipe: recipe.switched(position, on))

    def remove(self, position: int) -> None:
        """Remove a step; the next one is chosen."""
        words = sentence("Remove step {step}", step=self._named(position))
        self._session.change_recipe(words, lambda recipe: recipe.without(position))
        self.select(min(position, len(self.model.rows) - 1))

    def put(self, position: int, to: int) -> None:
        """Move a step to another place; it stays chosen."""
        words = sentence("Move step {step}", step=self._named(position))
        self._session.change_recipe(words, lambda recipe: recipe.moved(position, to))
        self.select(to)

    def duplicate(self, position: int) -> None:
        """Add a copy of a step below it."""

        def copied(recipe: Recipe) -> Recipe:
            step = recipe.steps[position]
            longer = recipe.then(step.method, secret=step.secret)
            return longer.moved(len(recipe.steps), position + 1)

        self._session.change_recipe(sentence("Duplicate step {step}", step=self._named(position)), copied)
        self.select(position + 1)

    def keep_secret(self, position: int) -> None:
        """Keep the parameters of a step out of public documents, or let them be told."""
        secret = not self.model.rows[position].secret
        words = "Keep secret step {step}" if secret else "Tell the parameters of step {step}"
        words = sentence(words, step=self._named(position))
        self._session.change_recipe(words, lambda recipe: recipe.kept_secret(position, secret=secret))

    def new_seed(self) -> None:
        """Ask whether another seed is to be drawn."""
        notice = Notice(NEW_SEED, RENEWED, self.window(), "Draw new seed", cancels=True)
        notice.accepted.connect(self._draw_seed)
        notice.open()

    def step_menu(self, position: int) -> QMenu:
        """Return the menu of a step."""
        switch = "Switch off\tSpace" if self.model.rows[position].on else "Switch on\tSpace"
        first = "" if position else "It is the first"
        last = "It is the last" if position == len(self.model.rows) - 1 else ""
        project = self._session.project
        asks = project is not None and answers_queries(project.recipe.steps[position])
        ask = Entry("Ask for an interval…", lambda: self.ask(position))
        return context_menu(
            self,
            Entry("Edit…\tEnter", lambda: self._session.navigator.edit_step(position)),
            *([ask] if asks else []),
            Entry("Duplicate", lambda: self.duplicate(position)),
            Entry("Move up\tAlt+Up", lambda: self.put(position, position - 1), first),
            Entry("Move down\tAlt+Down", lambda: self.put(position, position + 1), last),
            Entry(switch, lambda: self.switch(position)),
            Entry(HIDDEN, lambda: self.keep_secret(position), checked=self.model.rows[position].secret),
            Entry("Remove\tDel", lambda: self.remove(position)),
        )

    def ask(self, position: int) -> None:
        """Ask about an interval of what a step hides."""
        ask_for_interval(self._session, position, self)

    def _named(self, position: int) -> str:
        row = self.model.rows[position]
        return f"{row.number}: {row.summary}"

    def _open_menu(self, position: int, place: QPoint) -> None:
        self.step_menu(position).popup(place)

    def _show_reason(self, words: str) -> None:
        if words and words != self.why.text():
            self.why.show_note(words)
        self.why.setVisible(bool(words))

    def _set_seed(self, seed: int) -> None:
        self._session.change_recipe(
            sentence("Seed {shortened}", shortened=shortened(seed)), lambda recipe: recipe.changed(seed=seed)
        )

    def _draw_seed(self) -> None:
        self._session.change_recipe("New seed", lambda recipe: recipe.changed(seed=drawn_seed()))

    def _show_seed_problem(self, words: str) -> None:
        if words and words != self.seed_note.text():
            self.seed_note.show_note(words)
        self.seed_note.setVisible(bool(words))

    def _refuse_seed(self, why: str) -> None:
        self.warning.setText(why)
        self.warning.setVisible(bool(why))

    def _connect(self) -> None:
        self.requested.connect(lambda: explain(self.help, RECIPE))
        self.seed.chosen.connect(self._set_seed)
        self.seed.refused.connect(self._refuse_seed)
        self.seed.renewal_wanted.connect(self.new_seed)
        self.seed.copied.connect(self._session.done)
        steps = self.list
        steps.edit_wanted.connect(self._session.navigator.edit_step)
        steps.switch_wanted.connect(self.switch)
        steps.remove_wanted.connect(self.remove)
        steps.move_wanted.connect(self.put)
        steps.menu_wanted.connect(self._open_menu)
        steps.selectionModel().currentChanged.connect(lambda now, _before: self.selected.emit(now.row()))
