"""Commands that edit key sets: add, remove, give other weights; each can be undone."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu, QWidget

from sdcdesk.document import scenario_commands
from ui.dialogs.key_set_dialog import KeySetDialog
from ui.pages.risk.sampling import sets
from ui.pages.risk.sampling.sets import NamedSet
from ui.session.session import Session


class KeySetCommands(QObject):
    """Changes the project's key sets by the session's commands.

    Parameters
    ----------
    session
        Whose project is changed.
    owner
        Dialogs lie above it.
    """

    def __init__(self, session: Session, owner: QWidget) -> None:
        super().__init__(owner)
        self._session, self._owner = session, owner
        self.dialog: KeySetDialog | None = None

    def add(self) -> None:
        """Ask for a new key set."""
        session, data = self._session, self._session.data
        if session.project is None or data is None:
            return
        taken = [named.key_set for named in sets.named_sets(session.project, data)]
        self.dialog = dialog = KeySetDialog(session.project, data, taken, self._owner)

        def keep() -> None:
            if session.project is not None:
                key_set = dialog.key_set()
                words = f"Add key set {', '.join(key_set.names(data))}"
                session.change(words, sets.with_key_set(session.project, key_set))

        dialog.accepted.connect(keep)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def remove(self, named: NamedSet) -> None:
        """Remove an additional key set; those of scenarios stay."""
        project = self._session.project
        if project is not None and named.added:
            words = f"Remove key set {named.label}"
            self._session.change(words, sets.without_key_set(project, named.key_set))

    def use_both_directions(self, named: NamedSet) -> None:
        """Give a key set weights for groups that shrink and grow."""
        project = self._session.project
        if project is None:
            return
        scenario = scenario_commands.named(project, named.scenario)
        if scenario is not None:
            changed = scenario_commands.in_both_directions(project, scenario.weights)
            self._session.change(f"Use {scenario.weights} in both directions", changed)
        else:
            words = f"Weights of {named.label} in both directions"
            self._session.change(words, sets.in_both_directions(project, named.key_set))

    def fill_menu(self, menu: QMenu, named: NamedSet) -> None:
        """Add what an additional key set offers whose matrix has changed since."""
        project = self._session.project
        if project is not None and sets.is_outdated(project, named):
            present = menu.addAction(f"Use {named.key_set.weights.title} as it is now")
            present.triggered.connect(lambda: self.use_present_weights(named))

    def use_present_weights(self, named: NamedSet) -> None:
        """Give an additional key set the matrix of its name as it is now."""
        project = self._session.project
        if project is not None and sets.is_outdated(project, named):
            words = f"Weights of {named.label} as they are now"
            self._session.change(words, sets.with_present_weights(project, named.key_set))
