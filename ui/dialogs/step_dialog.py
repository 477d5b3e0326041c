"""Step dialog: a masking step is added or edited, with a preview of what it does."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from sdcdesk.core.errors import SdcError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import Method
from sdcdesk.core.variable import Role
from sdcdesk.document.project import Project
from sdcdesk.release.step_look import StepLook
from sdcdesk.release.step_preview import recomputed_text
from sdcdesk.report.manual import first_words
from ui.dialogs.frame import About, FormSide, beside, frame
from ui.dialogs.manual_dialog import show_manual
from ui.dialogs.step_preview import StepPreview
from ui.dialogs.step_previewer import Previewer, data_before
from ui.forms.form import OperationForm
from ui.look.locale import user_locale
from ui.session.session import Session
from ui.session.settings import Settings
from ui.widgets.buttons import button, filled_button, text_button
from ui.widgets.label import ElidedLabel
from ui.widgets.reason import allow, disable, enable

SIZE = QSize(1040, 700)
LAYOUT = "step_dialog"


class StepDialog(QDialog):
    """Edits one step of the recipe; Ctrl+Enter saves it, Escape leaves the recipe as it is.

    Parameters
    ----------
    session
        With an open file.
    kind
        The masking method.
    position
        The step that is edited, from 0; None adds one at the end.
    parent
        The window behind it.
    start
        Parameters to begin with, for a new step.
    settings
        Where the size is remembered.
    """

    def __init__(
        self,
        session: Session,
        kind: type[Method],
        position: int | None = None,
        parent: QWidget | None = None,
        *,
        start: Method | None = None,
        settings: Settings | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._kind, self._position, self._settings = session, kind, position, settings
        self._project, self._data = _opened(session, position)
        self._saved = self._project.recipe.steps[position].method if position is not None else None
        self._method: Method | None = None
        self._variable = ""
        self.form = OperationForm(kind, self._data, self._saved)
        self.form.fill(start)
        self.about = About("About this method", first_words(kind), "Manual page, F1")
        self.preview = StepPreview()
        self.again = ElidedLabel(style="caption", tone="text2")
        self.back = text_button("Back to step as saved")
        self.back.setVisible(position is not None)
        self.cancel = button("Cancel")
        self.save = filled_button("Add step" if position is None else "Save step")
        self._previewer = Previewer(session, position, self)
        self._arrange()
        self._connect()
        self._on_edited()
        self.form.focus_first()

    @property
    def method(self) -> Method | None:
        """The step as entered; None while it is not valid."""
        return self._method

    def accept(self) -> None:
        """Save the step; show what is wrong where it cannot be saved."""
        method, position = self._method, self._position
        if method is None or not self.save.isEnabled():
            self._show_what_is_wrong()
            return
        if position is None:
            self._session.add_step(method)
        elif method != self._saved:
            self._session.change_recipe(method.summary(), lambda recipe: recipe.edited(position, method))
        super().accept()

    def done(self, result: int) -> None:
        """Stop the preview and remember the size."""
        self._previewer.close()
        if self._settings is not None:
            self._settings.keep_layout(LAYOUT, self.saveGeometry())
        super().done(result)

    # What the user does

    def _on_edited(self) -> None:
        try:
            operation = self.form.entered()
            self._method = operation if isinstance(operation, Method) else None
            enable(self.save)
        except SdcError as error:
            self._method = None
            disable(self.save, self.form.error_text(error))
        self._allow_back()
        self._offer_variables()
        self._look()

    def _look(self) -> None:
        """Ask for a preview of what is entered, or of the file as it is as long as nothing was seen."""
        seen = self.preview.seen
        nothing_else = seen is None or seen.preview is None
        self.preview.set_stale(stale=self._method is not None or not nothing_else)
        if self._method is not None or nothing_else:
            self._previewer.want(self._method, self._variable)

    def _choose_variable(self, name: str) -> None:
        self._variable = name
        self._previewer.want(self._method, name)

    def _offer_variables(self) -> None:
        """Offer the variables that the step changes, or all where it names none."""
        names = self.form.chosen() or [
            variable.name
            for variable in sorted(self._data.variables, key=lambda variable: variable.role is not Role.KEY)
            if variable.role is not Role.IDENTIFIER
        ]
        if self._variable not in names:
            self._variable = names[0] if names else ""
        self.preview.set_variables(names, self._variable)

    def _allow_back(self) -> None:
        allow(self.back, "The step is as it was saved" if self._method == self._saved else "")

    def _go_back(self) -> None:
        self.form.set_model(self._saved)
        self._on_edited()

    def _show_what_is_wrong(self) -> None:
        try:
            self.form.model()
        except SdcError:
            self.form.focus_first()

    # What the preview answers

    def _on_seen(self, seen: StepLook) -> None:
        self.preview.show_seen(seen, self._project, self._data)
        self.again.setText(recomputed_text(self._project.recipe, self._position, seen.preview, user_locale()))
        if self._method is None and seen.preview is not None:
            self.preview.set_stale(stale=True)

    def _on_failed(self, error: SdcError) -> None:
        self.preview.show_nothing()
        if self._method is None:
            return
        disable(self.save, self.form.error_text(error))
        self.form.show_error(error)

    # How it is built

    def _connect(self) -> None:
        self.form.edited.connect(self._on_edited)
        self.preview.variable_chosen.connect(self._choose_variable)
        self.preview.all_wanted.connect(self._previewer.want_all)
        self._previewer.started.connect(self.preview.set_busy)
        self._previewer.arrived.connect(self._on_seen)
        self._previewer.failed.connect(self._on_failed)
        self.back.clicked.connect(self._go_back)
        self.cancel.clicked.connect(self.reject)
        self.save.clicked.connect(self.accept)
        self.about.more.clicked.connect(self._show_manual)
        for keys, act in (
            ("Ctrl+Return", self.accept),
            ("Ctrl+Enter", self.accept),
            ("F1", self._show_manual),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(act)
        for one in self.findChildren(QPushButton):
            # Enter in a field is no reason to save.
            one.setAutoDefault(False)

    def _show_manual(self) -> None:
        show_manual(self._kind)

    def _arrange(self) -> None:
        self.setWindowTitle(self._kind.title)
        self.setAccessibleName(self._kind.title)
        self.resize(SIZE)
        layout = self._settings.layout(LAYOUT) if self._settings is not None else None
        if layout:
            self.restoreGeometry(layout)
        number = len(self._project.recipe.steps) + 1 if self._position is None else self._position + 1
        words = f"New step {number}" if self._position is None else f"Step {number} of the recipe"
        side = FormSide(self.about)
        side.set_form(self.form)
        foot = (self.back, None, self.again, self.cancel, self.save)
        frame(self, self._kind.title, words, beside(side, self.preview), foot)


def _opened(session: Session, position: int | None) -> tuple[Project, Microdata]:
    data = data_before(session, position)
    if session.project is None or data is None:
        raise RuntimeError("A step is edited only while a file is open.")
    return session.project, data
