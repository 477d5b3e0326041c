"""Step dialog: a masking step is added or edited, with a preview of what it does."""

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.project import Project
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.inspection.step_suggestions import first_values, likely_variables
from sdcdesk.masking import Recoding
from sdcdesk.release.step_preview import recomputed_text
from sdcdesk.report.manual import opening_text
from ui.dialogs.frame import LARGE, About, Dialog, FormSide, beside
from ui.dialogs.manual_dialog import show_manual
from ui.dialogs.step_preview import StepPreview
from ui.dialogs.step_previewer import Previewer, data_before
from ui.forms.form import OperationForm
from ui.look.locale import user_locale
from ui.session.computation import AGAIN, Failed, Ready, Stopped, missing
from ui.session.session import Session
from ui.session.settings import Settings
from ui.widgets.buttons import text_button
from ui.widgets.layout import resize_within_screen
from ui.widgets.reason import allow

LAYOUT = "step_dialog"


class StepDialog(Dialog):
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
        super().__init__(kind.title, "Add step" if position is None else "Save step", parent)
        self._session, self._kind, self._position, self._settings = session, kind, position, settings
        self._project, self._data = _opened(session, position)
        self._saved = self._project.recipe.steps[position].method if position is not None else None
        self._variable = ""
        self.method: Method | None = None
        drafts = (step.method for step in self._project.recipe.steps if not step.on)
        tried = {one.summary(): one for one in drafts if isinstance(one, Recoding)}
        hierarchies = {one.name: one for one in self._project.hierarchies}
        self.form = OperationForm(
            kind, self._data, self._saved, offers={Recoding: tried, Hierarchy: hierarchies}
        )
        if position is None:
            self.form.fill(start or first_values(kind, self._data))
        self.about = About("About this method", opening_text(kind), "Manual page, F1")
        self.preview = StepPreview()
        self.back = text_button("Back to step as saved")
        self.previewer = Previewer(session, position, self)
        self._arrange()
        self.back.setVisible(position is not None)
        self._connect()
        self._on_edited()
        self.form.focus_first()

    def accept(self) -> None:
        """Save the step."""
        method, position = self.method, self._position
        if method is None:
            return
        try:
            if position is None:
                self._session.add_step(method)
            elif method != self._saved:
                self._session.change_recipe(
                    self._session.summary(method), lambda recipe: recipe.edited(position, method)
                )
        except SdcError as error:  # another step cannot follow a change of its hierarchy
            self.form.show_error(error)
            return
        super().accept()

    def done(self, result: int) -> None:
        """Stop the preview and remember the size."""
        self.previewer.blockSignals(True)
        self.previewer.rest()
        if self._settings is not None:
            self._settings.keep_layout(LAYOUT, self.saveGeometry())
        super().done(result)

    def show_missing(self) -> None:
        """Say below its field what is missing, and lead there."""
        try:
            self.form.model()
        except SdcError:
            self.form.focus_first()

    # What the user does

    def _on_edited(self) -> None:
        operation = self.read(self.form)
        self.method = operation if isinstance(operation, Method) else None
        allow(self.back, "The step is as it was saved" if self.method == self._saved else "")
        self._offer_variables()
        if self.method is None and self.preview.seen and self.preview.seen.preview:
            # What was seen of the step says more than the file as it is.
            self.previewer.rest()
        else:
            self.previewer.want(self.method, self._variable)

    def _choose_variable(self, name: str) -> None:
        self._variable = name
        self.previewer.want(self.method, name)

    def _offer_variables(self) -> None:
        """Offer the variables that the step changes, or all where it names none."""
        # A finished file changes all; what its form names says which records belong together.
        elsewhere = self._kind.purpose is Purpose.ELSEWHERE
        names = (() if elsewhere else self.form.chosen()) or likely_variables(self._data)
        if self._variable not in names:
            self._variable = names[0] if names else ""
        self.preview.set_variables(names, display_names(self._data.variables), self._variable)

    def _go_back(self) -> None:
        self.form.set_model(self._saved)
        self._on_edited()

    def _on_seen(self) -> None:
        state = self.previewer.state
        self.preview.show_seen(state, self._project, self._data)
        if isinstance(state, Ready):
            seen = state.value.preview
            self.show_text(recomputed_text(self._project.recipe, self._position, seen, user_locale()))
        elif isinstance(state, Failed) and self.method is not None:
            self.allow(self.form.error_text(state.error))
            self.form.show_error(state.error)
        if state == Stopped():
            self.message_bar.show_error(missing(state), AGAIN, do=self.previewer.preview)
        else:
            self.message_bar.hide()

    # How it is built

    def _connect(self) -> None:
        self.form.edited.connect(self._on_edited)
        self.preview.variable_chosen.connect(self._choose_variable)
        self.preview.all_records.clicked.connect(lambda: self.previewer.preview(whole=True))
        self.previewer.changed.connect(self._on_seen)
        self.back.clicked.connect(self._go_back)
        self.about.more.clicked.connect(self._show_manual)
        QShortcut(QKeySequence("F1"), self).activated.connect(self._show_manual)

    def _show_manual(self) -> None:
        show_manual(self._kind)

    def _arrange(self) -> None:
        resize_within_screen(self, *LARGE)
        layout = self._settings.layout(LAYOUT) if self._settings is not None else None
        if layout:
            self.restoreGeometry(layout)
        number = len(self._project.recipe.steps) + 1 if self._position is None else self._position + 1
        words = (
            sentence("New step {number}", number=str(number))
            if self._position is None
            else sentence("Step {number} of the recipe", number=str(number))
        )
        side = FormSide(self.about)
        side.set_form(self.form)
        self.lay_out(beside(side, self.preview), words, self.back)
        # Enter in a field is no reason to save.
        self.filled.setDefault(False)


def _opened(session: Session, position: int | None) -> tuple[Project, Microdata]:
    data = data_before(session, position)
    if session.project is None or data is None:
        raise RuntimeError("A step is edited only while a file is open.")
    return session.project, data
