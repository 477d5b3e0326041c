"""Recipes card: the safe recipes that lose least, in words, with why each step is there."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.axes import axis_name
from sdcdesk.search.suggestion.assessed import Assessed
from ui.look.locale import in_user_locale
from ui.pages.suggestion.recipe_row import RecipeRow
from ui.pages.suggestion.suggestion_search import FoundRecipes
from ui.widgets.card import Card
from ui.widgets.label import label
from ui.widgets.layout import column, discard
from ui.widgets.what_is_this import explain

FEW, MANY = 3, 30
"""Recipes that are listed at first, and at most."""

ABOUT = Explanation(
    "Safe recipes",
    "Recipes that keep every limit, least loss first. Below the steps stands why each is there, as "
    "numbers of this file say it, and what was found of each limit. Adopting one puts it in the place of "
    "your recipe; undo brings yours back.",
)

NOTHING = (
    "No recipe was tried yet",
    "A search tries recipes that keep every limit, and lists those that lose least.",
)


class RecipesCard(Card):
    """A row for each of the best safe recipes; one is chosen."""

    chosen = Signal(object)
    """A recipe was chosen."""

    used = Signal(object)
    """A recipe is to become that of the project."""

    restore_wanted = Signal(object)
    """Means and covariances of a recipe are to be restored."""

    def __init__(self) -> None:
        super().__init__("Safe recipes", margin=0)
        self.more = self.add_action("")
        self.more.clicked.connect(self._on_more)
        self.rows: list[RecipeRow] = []
        self._found: FoundRecipes | None = None
        self._all = False
        self._list = column(spacing=0)
        self.body.addLayout(self._list)
        self.rest = label("", "caption", "text2", wraps=True)
        self.rest.setContentsMargins(12, 4, 12, 8)
        self.body.addWidget(self.rest)
        self.requested.connect(lambda: explain(self.help, ABOUT))

    def show_recipes(
        self,
        found: FoundRecipes | None,
        chosen: Assessed | None,
        hindrance: Callable[[Assessed], str],
        repair: Callable[[Assessed], str | None],
    ) -> None:
        """Show what was found.

        Parameters
        ----------
        found
            The recipes; None: nothing was searched.
        chosen
            The chosen one; None: none is.
        hindrance
            Returns why a recipe cannot be adopted; empty: it can.
        repair
            Returns why its means and covariances cannot be restored now; empty: they can; None: there is
            nothing to restore.
        """
        self._found = found
        safe = found.suggestion.safe if found is not None else ()
        if found is None or not safe:
            self.more.hide()
            self.set_note("")
            if found is None:
                self.show_empty(*NOTHING)
            else:
                title = "No recipe is safe" if found.suggestion.complete else "No safe recipe was found yet"
                self.show_empty(title, in_user_locale(found.suggestion.obstacle))
            return
        self.show_content()
        key = chosen.key if chosen is not None else None
        listed = MANY if self._all else FEW
        # The one that is chosen on the map stands in the list, too, wherever its place is.
        shown = {n: one for n, one in enumerate(safe, 1) if n <= listed or one.key == key}
        if [(row.number, row.one.key) for row in self.rows] != [(n, one.key) for n, one in shown.items()]:
            self._make(found, shown)
        for row in self.rows:
            row.set_chosen(chosen=row.one.key == key)
            row.allow(hindrance(row.one))
            row.offer_repair(repair(row.one) if row.one.key == key else None)
        self._show_rest(safe, len(shown))

    def _make(self, found: FoundRecipes, shown: Mapping[int, Assessed]) -> None:
        """Make the rows anew; the keyboard stays with its recipe, where that is listed still."""
        holder = QApplication.focusWidget()
        held = [row.one.key for row in self.rows if holder is not None and row.isAncestorOf(holder)]
        held += [row.one.key for row in self.rows if row is holder]
        discard(*self.rows)
        self.rows = []
        axis = axis_name(found.suggestion.file.project.loss_axis)
        for number, one in shown.items():
            row = RecipeRow(number, one, found.text(one), found.suggestion.reasons(one), axis)
            row.chosen.connect(lambda one=one: self.chosen.emit(one))
            row.used.connect(lambda one=one: self.used.emit(one))
            row.restore_wanted.connect(lambda one=one: self.restore_wanted.emit(one))
            self.rows.append(row)
            self._list.addWidget(row)
            if one.key in held:
                row.setFocus()

    def _show_rest(self, safe: tuple[Assessed, ...], shown: int) -> None:
        note = sentence("{shown} of {all}, least loss first", shown=str(shown), all=len(safe))
        self.set_note(in_user_locale(note))
        listed = min(len(safe), MANY)
        more = "Show the first {n}" if listed < len(safe) else "Show all {n}"
        self.more.setText("Show fewer" if self._all else in_user_locale(sentence(more, n=str(listed))))
        self.more.setVisible(len(safe) > FEW)
        left = len(safe) - shown
        words = sentence(
            "{n} more keeps every limit, and loses as much or more.",
            "{n} more keep every limit, and lose as much or more.",
            "n",
            n=left,
        )
        self.rest.setText(in_user_locale(words) if left else "")
        self.rest.setVisible(bool(left))

    def _on_more(self) -> None:
        self._all = not self._all
        self.chosen.emit(None)
