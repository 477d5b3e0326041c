"""Query dialog: a camouflage step is asked for statistics, and answers by intervals."""

from PySide6.QtWidgets import QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.operations.method import Method
from sdcdesk.core.results.findings import Findings, Section
from sdcdesk.core.results.table import Table
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.noted_answers import note_answers
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import Camouflage, GivenAnswer, Journal
from sdcdesk.masking.interval_query import IntervalQuery
from sdcdesk.release.interval_answer import answer, queried_data
from sdcdesk.release.journal_section import journal_section
from sdcdesk.release.pipeline import Run
from sdcdesk.report.manual import opening_text
from ui.dialogs.frame import LARGE, About, Dialog, FormSide, PreviewSide, beside
from ui.dialogs.manual_dialog import show_manual
from ui.dialogs.notice import OTHER, Notice
from ui.forms.form import OperationForm
from ui.results.figures_strip import DisplayContext
from ui.results.section import SectionView
from ui.session.computation import Computation, Failed, Ready
from ui.session.session import Session
from ui.widgets.buttons import button
from ui.widgets.card import GAP
from ui.widgets.layout import column, discard, resize_within_screen, widget_in

EMPTY = (
    "New answers would no longer be compared with those given. Empty the journal only if nobody outside was "
    "told any of them, or if new data or another seed make them void. This cannot be taken back."
)


class QueryDialog(Dialog):
    """Asks again and again; the newest answer stands above the journal of all, which the project keeps.

    Parameters
    ----------
    session
        Where answers are computed, and whose project keeps them.
    recipe, run
        The recipe, and what became of it.
    position
        Which of its steps is asked.
    parent
        The window.

    Raises
    ------
    SdcError
        What was before the step is not known.
    """

    def __init__(
        self,
        session: Session,
        recipe: Recipe,
        run: Run | None,
        position: int,
        parent: QWidget | None = None,
    ) -> None:
        data = queried_data(recipe, run, position)
        super().__init__("Ask for an interval", "Ask", parent)
        self._session, self._recipe, self._run, self._position = session, recipe, run, position
        self._data = data
        self.answer: SectionView | None = None
        self.journal: SectionView | None = None
        self.query = Computation[Findings](session.jobs, "query", self)
        self.form = query_form(recipe.steps[position].method, self._data)
        self.about = About("About queries", opening_text(IntervalQuery), "Manual page")
        self.about.more.clicked.connect(lambda: show_manual(IntervalQuery))
        self.empty = button("Empty the journal…")
        self.empty.clicked.connect(self.empty_journal)
        self._answers = column(..., spacing=GAP)
        self.side = PreviewSide(widget_in(self._answers), title="Answers")
        self.cancel.setText("Close")
        side = FormSide(self.about)
        side.set_form(self.form)
        summary = session.summary(recipe.steps[position].method)
        caption = sentence("Step {number}: {summary}", number=str(position + 1), summary=summary)
        self.lay_out(beside(side, self.side), caption, self.empty)
        resize_within_screen(self, *LARGE)
        self.form.edited.connect(lambda: self.read(self.form))
        self.query.changed.connect(self._show)
        self._show_journal()
        self.read(self.form)
        self.form.focus_first()

    @property
    def answers(self) -> tuple[GivenAnswer, ...]:
        """The journal of the project as it is now."""
        return self._session.project.answers if self._session.project else ()

    def act(self) -> None:
        """Ask; the dialog stays open."""
        query = self.read(self.form)
        recipe, run, position, answers = self._recipe, self._run, self._position, self.answers
        if query is None:
            return
        session = self._session
        file, digest = session.journal_file, session.saved_digest

        def work(_progress: Progress) -> Findings:
            journal = Journal(answers)
            found = answer(recipe, run, position, query, journal)
            # It is noted before it is seen, and in the file: who discards later changes does not discard it.
            noted = note_answers(file, digest, journal.answers) if file else ""
            session.noted.emit(file, journal.answers, noted)
            return found

        self.query.start("Answering a query", work)

    def done(self, result: int) -> None:
        """Let go of what is under way."""
        self.query.blockSignals(True)
        self.query.drop()
        super().done(result)

    def show_missing(self) -> None:
        """Lead to what is missing."""
        self.form.focus_first()

    def empty_journal(self) -> None:
        """Forget the answers given, if the user knows what that means."""
        notice = Notice("Empty the journal", EMPTY, self, "Keep it", "Empty the journal")
        notice.cancel.hide()  # to keep it is to cancel
        if notice.exec() == OTHER:
            self._session.note_answers(())
            self._show_journal()

    def _show(self) -> None:
        state = self.query.state
        # What was answered before still holds after a refusal.
        self.side.show_state(Ready(self.answers) if isinstance(state, Failed) else state)
        if isinstance(state, Failed):
            self.allow(self.form.error_text(state.error))
            self.form.show_error(state.error)
        elif isinstance(state, Ready):
            self.answer = self._put(state.value.sections[0], self.answer, 0)
            self._show_journal()

    @property
    def _called(self) -> dict[str, str]:
        """What variables are called, by their names."""
        return display_names(self._session.project.variables) if self._session.project else {}

    def _show_journal(self) -> None:
        section, below = journal_section(self.answers, self._called), 0 if self.answer is None else 1
        self.journal = self._put(section, self.journal, below)
        self.empty.setVisible(bool(self.answers))

    def _put(self, section: Section, old: SectionView | None, place: int) -> SectionView:
        """Show a section in the place of an older one."""
        if old is not None:
            discard(old)
        tables = {block.name: block for block in section.blocks if isinstance(block, Table)}
        around = DisplayContext(self._session.navigator, called=self._called)
        shown = SectionView(section, around, tables, narrow=True)
        self._answers.insertWidget(place, shown)
        return shown


def query_form(step: Method, data: Microdata) -> OperationForm[IntervalQuery]:
    """Return the form of a query, which offers the variables of the step, and public ones for conditions."""
    if not isinstance(step, Camouflage):
        return OperationForm(IntervalQuery, data)
    public = step.public_variables(data)
    form = OperationForm(IntervalQuery, data, without=() if public else ("where",))
    shown = display_names(data.variables)
    form.editors["variable"].offer_variables(step.variables, shown)
    if public:
        form.editors["where"].offer_variables(public, shown)
    form.fill({"variable": step.variables[0]})
    return form


def ask_for_interval(session: Session, position: int, parent: QWidget) -> QueryDialog | None:
    """Ask a step of the recipe; None: what was before it is not known, which is said."""
    project, results = session.project, session.results
    if project is None:
        return None
    try:
        dialog = QueryDialog(session, project.recipe, results.run if results else None, position, parent)
    except SdcError as error:
        session.failed.emit(error)
        return None
    dialog.open()
    return dialog
