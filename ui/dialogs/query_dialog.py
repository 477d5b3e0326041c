"""Query dialog: a camouflage step is asked for statistics, and answers by intervals."""

from PySide6.QtWidgets import QWidget

from sdcdesk.core.errors import SdcError
from sdcdesk.core.findings import Findings
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import Progress
from sdcdesk.core.sentence import joined
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking.interval_query import IntervalQuery
from sdcdesk.release.interval_answer import answer, data_asked
from sdcdesk.report.manual import first_words
from ui.dialogs.frame import LARGE, About, Dialog, FormSide, PreviewSide, beside
from ui.dialogs.manual_dialog import show_manual
from ui.forms.form import OperationForm
from ui.look.locale import worded
from ui.results.figures_strip import Surroundings
from ui.results.section import SectionView
from ui.session.computation import Computation, Failed, Ready
from ui.session.session import Session
from ui.widgets.card import GAP
from ui.widgets.layout import column, held, resize_within_screen


class QueryDialog(Dialog):
    """Asks again and again; each answer stands above those before it.

    Parameters
    ----------
    session
        Where answers are computed.
    recipe, position
        The recipe, and which of its steps is asked.
    data
        The file before that step.
    """

    def __init__(
        self, session: Session, recipe: Recipe, position: int, data: Microdata, parent: QWidget | None = None
    ) -> None:
        super().__init__("Ask for an interval", "Ask", parent)
        self._session, self._recipe, self._position, self._data = session, recipe, position, data
        self.answers: list[SectionView] = []
        self.asked = Computation[Findings](session.jobs, "query", self)
        self.form = OperationForm(IntervalQuery, data)
        self.about = About("About queries", first_words(IntervalQuery), "Manual page")
        self.about.more.clicked.connect(lambda: show_manual(IntervalQuery))
        self._found = column(..., spacing=GAP)
        self.side = PreviewSide(held(self._found), title="Answers")
        self.cancel.setText("Close")
        side = FormSide(self.about)
        side.set_form(self.form)
        summary = worded(recipe.steps[position].method.summary())
        self.lay_out(beside(side, self.side), joined([f"Step {position + 1}", summary], ": "))
        resize_within_screen(self, *LARGE)
        self.form.edited.connect(lambda: self.read(self.form))
        self.asked.changed.connect(self._show)
        self.form.fill({"variable": recipe.steps[position].method.parameters["variables"][0]})
        self.read(self.form)
        self.form.focus_first()

    def act(self) -> None:
        """Ask; the dialog stays open."""
        query = self.read(self.form)
        recipe, position, data = self._recipe, self._position, self._data

        def work(_progress: Progress) -> Findings:
            if query is None:
                raise SdcError("Say what is asked.")
            return answer(recipe, position, data, query)

        if query is not None:
            self.asked.start("Answering a query", work)

    def done(self, result: int) -> None:
        """Let go of what is under way."""
        self.asked.blockSignals(True)
        self.asked.drop()
        super().done(result)

    def show_missing(self) -> None:
        """Lead to what is missing."""
        self.form.focus_first()

    def _show(self) -> None:
        state = self.asked.state
        self.side.show_state(state)
        if isinstance(state, Failed):
            self.allow(self.form.error_text(state.error))
            self.form.show_error(state.error)
        elif isinstance(state, Ready):
            [section] = state.value.sections
            around = Surroundings(self._session.navigator)
            self.answers.insert(0, SectionView(section, around, state.value.tables, narrow=True))
            self._found.insertWidget(0, self.answers[0])


def ask_for_interval(session: Session, position: int, parent: QWidget) -> QueryDialog | None:
    """Ask a step of the recipe; None: what was before it is not known, which is said."""
    project, results = session.project, session.results
    if project is None:
        return None
    try:
        data = data_asked(project.recipe, results.run if results else None, position)
    except SdcError as error:
        session.failed.emit(error)
        return None
    dialog = QueryDialog(session, project.recipe, position, data, parent)
    dialog.open()
    return dialog
