"""The card of the overview: what the risk would be if only a sample of the original were released."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from sdcdesk.core.errors import SdcError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import Progress
from sdcdesk.release.sampling_curves import SamplingCurves
from ui.pages.risk.sampling import words
from ui.pages.risk.sampling.answers import AnswersTable
from ui.pages.risk.sampling.commands import KeySetCommands
from ui.pages.risk.sampling.explain import explain_answer
from ui.pages.risk.sampling.limit import LimitField
from ui.pages.risk.sampling.series import Limits, Series, answer_rows, computed, plotted
from ui.pages.risk.sampling.sets import NamedSet, named_sets
from ui.plots.curve_chart import CurveChart
from ui.release.shown import shown_scenario
from ui.session.session import Session
from ui.widgets.buttons import help_button
from ui.widgets.card import Card
from ui.widgets.label import hairline, label, rich_label
from ui.widgets.what_is_this import Explanation, explain

KIND = "sampling overview"
"""Kind of the job."""

SIDE = 296
"""Width of the right half."""

MOST_ROWS = 4


class SamplingCard(Card):
    """One curve for each scenario and key set, and the largest sample that keeps to a limit."""

    def __init__(self, session: Session) -> None:
        super().__init__("Risk if sampling were the only protection")
        self._session = session
        self._curves: SamplingCurves | None = None
        self._asked: tuple[object, ...] = ()
        self._series: tuple[Series, ...] = ()
        self.commands = KeySetCommands(session, self)
        self.add = self.add_action("Add key set", "plus")
        self.chart = CurveChart(self.title())
        self.limit = LimitField("Expected DR<sub>W</sub> at most")
        self.answers = AnswersTable("How much could be released unmasked", ["Largest sample"], MOST_ROWS)
        self._help = help_button("How much could be released unmasked?")
        self._arrange()
        self._connect()

    def refresh(self) -> None:
        """Show the session as it is now."""
        project, data = self._session.project, self._session.data
        if project is None or data is None:
            return
        if self._curves is None or self._curves.original is not data:
            self._curves = SamplingCurves(data, data)
        named = named_sets(project, data)
        self.setVisible(bool(named))
        scenario = shown_scenario(self._session)
        self.limit.propose(scenario.limit("dr_weighted") if scenario else None)
        if named:
            self._ask(named, data)

    @property
    def limits(self) -> Limits:
        """The limit as it is typed."""
        return {"dr_weighted": self.limit.value}

    @property
    def series(self) -> tuple[Series, ...]:
        """What is shown."""
        return self._series

    # Computing

    def _ask(self, named: Sequence[NamedSet], data: Microdata) -> None:
        limits, curves = self.limits, self._curves
        wanted = (data, tuple(named), tuple(limits.items()))
        if wanted == self._asked or curves is None:
            return
        self._asked = wanted
        if self._series:
            self.set_loading(loading=True)
        else:
            self.show_empty("Counting groups…")
        self._session.jobs.start(
            KIND,
            "Drawing the risk of sampling",
            lambda progress: _work(curves, named, limits, progress),
            partial(self._on_computed, wanted),
            self._on_failed,
            self._on_cancelled,
        )

    def _on_computed(self, asked: tuple[object, ...], series: tuple[Series, ...]) -> None:
        if asked != self._asked:
            # Meanwhile another file was opened.
            return
        self._series = series
        self.show_content()
        self.set_loading(loading=False)
        limit = self.limits["dr_weighted"]
        self.chart.set_curves(plotted(series), None if limit is None else (limit, "limit"))
        self.answers.set_rows(answer_rows(series, self.limits))

    def _on_failed(self, error: SdcError) -> None:
        self._on_cancelled()
        self._session.failed.emit(error)

    def _on_cancelled(self) -> None:
        self.set_loading(loading=False)
        if not self._series:
            again = self.show_empty("Not computed", "The computation was stopped.", "Compute")
            again.acted.connect(self._ask_again)

    def _ask_again(self) -> None:
        self._asked = ()
        self.refresh()

    def _on_limit(self) -> None:
        if self.limit.value is None:
            # Answers of another limit would be wrong beside what is typed.
            self.answers.set_rows(answer_rows(self._series, self.limits))
        self.refresh()

    # What the user does

    def _explain(self, row: int, _limit: int, place: QRect) -> None:
        one = self._series[row]
        popover = explain_answer(self.answers, place, one, "dr_weighted", self.limit.value)
        if popover is not None:
            popover.link_chosen.connect(partial(self._follow, one))

    def _follow(self, one: Series, link: str) -> None:
        if link == words.BOTH:
            self.commands.use_both_directions(one.named)
        else:
            self._session.navigator.show_manual("sampling_risk")

    def _about(self, anchor: QWidget, explanation: Explanation) -> None:
        explain(anchor, explanation).link_chosen.connect(
            lambda _link: self._session.navigator.show_manual("sampling_risk")
        )

    # How it is built

    def _arrange(self) -> None:
        side = QWidget()
        side.setFixedWidth(SIDE)
        rows = QVBoxLayout(side)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(6)
        title = QHBoxLayout()
        title.setSpacing(4)
        title.addWidget(label("How much could be released unmasked?", "card_title", wraps=True), 1)
        title.addWidget(self._help)
        rows.addLayout(title)
        rows.addWidget(self.limit)
        rows.addWidget(self.answers)
        sentence = (
            "Exact expectation under simple random sampling, not a simulation. Band: from surely "
            "(DR<sub>min</sub>) to guessing (DR<sub>max</sub>)."
        )
        rows.addWidget(rich_label(sentence, "caption", "text3", wraps=True))
        rows.addStretch()
        halves = QHBoxLayout()
        halves.setSpacing(16)
        halves.addWidget(self.chart, 1)
        halves.addWidget(hairline(vertical=True))
        halves.addWidget(side)
        self.body.addLayout(halves, 1)
        self.chart.fill_menu(self.menu())

    def _connect(self) -> None:
        self.asked.connect(lambda: self._about(self.help, words.CARD))
        self._help.clicked.connect(lambda: self._about(self._help, words.ANSWERS))
        self.add.clicked.connect(self.commands.add)
        self.limit.edited.connect(self._on_limit)
        self.answers.asked.connect(self._explain)
        self.answers.removed.connect(lambda row: self.commands.remove(self._series[row].named))
        self.answers.menu_wanted.connect(
            lambda row, menu: self.commands.fill_menu(menu, self._series[row].named)
        )
        self.chart.saved.connect(self._session.done)
        self.chart.failed.connect(self._session.failed)
        self._session.opened.connect(self._forget)

    def _forget(self) -> None:
        self._session.jobs.cancel(KIND)
        self._curves, self._asked, self._series = None, (), ()
        self.limit.forget()


def _work(
    curves: SamplingCurves, named: Sequence[NamedSet], limits: Limits, progress: Progress
) -> tuple[Series, ...]:
    return tuple(
        computed(curves, one.key_set, one, one.label, limits, share)
        for one, share in progress.over(named, "Drawing the risk of sampling")
    )
