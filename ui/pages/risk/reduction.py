"""Card of a risk reduction: the steps that would lower the worst limited figure most, one click each."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import capital, sentence
from sdcdesk.document.project import Project
from sdcdesk.release.risk_reduction import Offer, Reduction, reduce_risk
from ui.look.locale import in_user_locale, user_locale
from ui.session.computation import Computation, Computing, Ready, State
from ui.session.session import Session
from ui.widgets.buttons import button, icon_button
from ui.widgets.card import Card
from ui.widgets.label import ElidedLabel, hairline, label, rich_label
from ui.widgets.layout import column, discard, row, widget_in
from ui.widgets.reason import allow
from ui.widgets.symbols import with_symbols
from ui.widgets.what_is_this import explain

JOB = "reduction"
"""Kind of the job."""

ADD, CHANGE = "Add this step", "Change step {number}"

ABOUT = Explanation(
    "What would help",
    "Steps of the recipe are tried with wider bands, shorter codes or larger groups, and likely further ones "
    "on the masked file as it is now, one at a time. Every scenario is assessed anew, on all records and "
    "with the random numbers that the step would have. Steps that keep the limits come first, those that "
    "lose least before others; then those that lower the worst limited figure most; steps that leave out "
    "more than half of the records come last. Of several steps of one kind on the same variables the best is "
    "shown. Other steps, and several together, may do better.",
)


class ReductionCard(Card):
    """Tries steps in the background and offers the best; hidden until asked for, and once all is safe."""

    added = Signal(object)
    """A step is to be added to the recipe."""

    changed = Signal(int, object)
    """A step of the recipe, by its position from 0, is to become another one."""

    all_wanted = Signal()
    """The user would rather choose among all methods."""

    def __init__(self, session: Session) -> None:
        super().__init__("What would help")
        self._session = session
        self.search: Computation[Reduction] = Computation(session.jobs, JOB, self)
        self.buttons: list[QPushButton] = []
        self._rows: list[QWidget] = []
        self._searched: Project | None = None
        self._displayed: Project | None = None
        self.worst = rich_label(wraps=True)
        self.tried = label(style="caption", tone="text3", wraps=True)
        self._offers = column(spacing=8)
        self.find_coding = self.add_action("Find a safe coding")
        self.find_coding.setToolTip("Try all levels of the hierarchies of the keys together")
        self.all_methods = self.add_action("All methods")
        self.close_card = icon_button("close", "Close what would help")
        self.add_to_header(self.close_card)
        self.body.addLayout(column(self.worst, self._offers, self.tried))
        self.body.setSpacing(8)
        self.find_coding.clicked.connect(session.navigator.find_coding)
        self.all_methods.clicked.connect(self.all_wanted)
        self.close_card.clicked.connect(self.leave)
        self.requested.connect(lambda: explain(self.help, ABOUT))
        self.search.changed.connect(self._on_search)
        session.opened.connect(self.leave)
        self.hide()

    def open(self) -> None:
        """Try steps on the project as it is now, and show the card."""
        self.show()
        self._searched = None
        self.follow()

    def leave(self) -> None:
        """Close the card; what is tried is let go."""
        self.search.drop()
        self._searched = self._displayed = None
        self.hide()

    def follow(self) -> None:
        """Try again where the project has changed; where it became safe, close."""
        if self.isHidden():
            return
        state, project = self._session.state, self._session.project
        if not isinstance(state, Ready) or project is None:
            self.search.drop()
            self._searched = None
            self._show_search(state, "Wait until risk and loss are computed", None)
            return
        results = state.value
        if results.release is not None and results.release.verdict is Verdict.SAFE:
            self.leave()
        elif self._searched is not project:
            self._searched = project

            def work(progress: Progress) -> Reduction:
                return reduce_risk(project, results.run, results.release, progress)

            self.search.start("Trying steps that reduce the risk", work)

    def _on_search(self) -> None:
        state = self.search.state
        if isinstance(state, Ready):
            self._displayed = self._searched
            self.show_content()
            self._show(state.value)
        self._show_search(state, "Steps are tried again, as the project has changed", self.search.again)

    def _show_search(self, state: State[Any], waiting: str, again: Callable[[], object] | None) -> None:
        """Show that steps are tried, that they were, or why they were not; old offers cannot be added."""
        if isinstance(state, Computing) and self._displayed is None:
            self.show_empty("Trying steps…", "Each is applied to the masked file and assessed.")
            self.set_loading(loading=True)
        elif not isinstance(state, Ready) or self.empty is None:
            self.show_state(state, again)
        else:
            self.set_loading(loading=False)
        current = self._displayed is not None and self._displayed is self._session.project
        for each in self.buttons:
            allow(each, "" if current else waiting)

    def _show(self, reduction: Reduction) -> None:
        discard(*self._rows)
        self._rows, self.buttons = [], []
        if not reduction.offers:
            why = " ".join(filter(None, (in_user_locale(reduction.why), reduction.note(user_locale()))))
            self.show_empty("No step to offer", why)
            return
        self._show_words(reduction)
        for offer in reduction.offers:
            line = self._row(offer, first=not self._rows)
            self._rows.append(line)
            self._offers.addWidget(line)

    def _show_words(self, reduction: Reduction) -> None:
        release = self._session.release
        scenarios = release.scenarios if release is not None else ()
        whole = (one.sentence(user_locale()) for one in scenarios if one.scenario.name == reduction.scenario)
        standing = next(whole, "")
        self.worst.setText(with_symbols(f"{reduction.scenario}: {standing}"))
        self.tried.setText(reduction.note(user_locale()))

    def _row(self, offer: Offer, *, first: bool) -> QWidget:
        """Return the line of a step: what it is, what it does and costs, and the button that adds it."""
        summary = self._session.summary(offer.method)
        words = column(
            ElidedLabel(summary, "card_title"),
            rich_label(with_symbols(capital(offer.effect(user_locale()))), wraps=True),
            label(capital(offer.cost(user_locale())), "caption", "text2", wraps=True),
            spacing=2,
        )
        act = ADD if offer.position is None else sentence(CHANGE, number=str(offer.position + 1))
        add = button(act, small=True)
        add.setAccessibleName(f"{act}: {summary}")
        add.clicked.connect(partial(self._take, offer))
        self.buttons.append(add)
        line = row((words, 1), (add, Qt.AlignmentFlag.AlignVCenter), spacing=12)
        parts = (line,) if first else (hairline(), line)
        return widget_in(column(*parts, spacing=8))

    def _take(self, offer: Offer, _ticked: object = None) -> None:
        if offer.position is None:
            self.added.emit(offer.method)
        else:
            self.changed.emit(offer.position, offer.method)
