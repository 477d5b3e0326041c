"""The tab that says whether the masked file is k-anonymous, and what that misses."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.errors import SdcError
from sdcdesk.core.progress import Progress
from sdcdesk.document import scenario_commands
from sdcdesk.document.matrix_commands import with_matrix
from sdcdesk.document.scenario import Scenario
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.anonymity.small_groups import SmallGroups, small_groups
from sdcdesk.risk.anonymity.weighted_risk import AnonymityAndRisk, compare_anonymity
from sdcdesk.risk.breakdown import rows_of_size
from ui.pages.risk.anonymity.example import ExampleCard, examples
from ui.pages.risk.anonymity.groups import SmallGroupsCard
from ui.pages.risk.anonymity.matching import MatchingCard
from ui.pages.risk.anonymity.misses import MissesCard
from ui.pages.risk.anonymity.model import MOST
from ui.pages.risk.anonymity.verdict import ABOUT, VerdictCard
from ui.pages.risk.scenario_model import Row, rows_of
from ui.session.session import Session
from ui.widgets.card import GAP, Card
from ui.widgets.what_is_this import explain

JOB, JOB_EXAMPLE = "anonymity", "anonymity_example"
"""Kinds of the jobs that look at the file, and at the paper's example."""

WAITING = "Counting groups…"


@dataclass(frozen=True)
class Found:
    """What one assessment says for one k.

    Attributes
    ----------
    after
        The assessment of the masked file.
    both
        k-anonymity and the weighted risk.
    groups, rows
        The groups below k that are listed, and int64 positions in the original of all their records.
    """

    after: Assessment
    both: AnonymityAndRisk
    groups: SmallGroups
    rows: np.ndarray


class RiskAnonymity(QWidget):
    """Shows k of the masked file, the groups below it, and the comparison with the weighted risk."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._scenario = ""
        self._asked: tuple[Assessment, int] | None = None
        self._found: Found | None = None
        self._listed: SmallGroups | None = None
        self._example_asked = False
        self.nothing = Card("k of the masked file")
        self.verdict, self.matching = VerdictCard(), MatchingCard()
        self.groups, self.misses, self.example = SmallGroupsCard(), MissesCard(), ExampleCard()
        self._arrange()
        self._connect()

    def show_scenario(self, name: str) -> None:
        """Show the session as it is now, in one scenario."""
        self._scenario = name
        self._ask_for_example()
        row = next((row for row in rows_of(self._session) if row.scenario.name == name), None)
        after = row.checked.after if row and row.checked else None
        if row is None or after is None:
            self._forget()
            self._say(*self._why_nothing(row))
        else:
            self.verdict.show_k(row.scenario.k)
            self._ask(after, row.scenario.k)
            if self._found is None:
                self._say(WAITING)
            else:
                self._show(self._found, row.scenario)
        self._dim()

    # What the user does

    def want_k(self, k: int) -> None:
        """Give the shown scenario another wanted group size."""
        project = self._session.project
        scenario = scenario_commands.named(project, self._scenario) if project else None
        if project and scenario:
            changed = scenario_commands.with_scenario(project, scenario.changed(k=k), scenario.name)
            self._session.change(f"Wanted group size of {scenario.name} is {k}", changed)

    def add_matrix(self, name: str, matrix: WeightMatrix) -> None:
        """Take the matching matrix into the project."""
        project = self._session.project
        if project:
            self._session.change(f"Add weights {name}", with_matrix(project, name, matrix))

    # Parts

    def _ask(self, after: Assessment, k: int) -> None:
        """Have both answers computed, unless that was asked already."""
        if self._asked is not None and self._asked[0] is after and self._asked[1] == k:
            return
        if self._asked is not None and self._asked[0].original is not after.original:
            self._found = None  # of another file
        self._asked = after, k
        self._session.jobs.start(
            JOB,
            "Counting groups below k",
            lambda progress: _look(after, k, progress),
            self._on_found,
            self._on_failed,
            self._on_cancelled,
        )

    def _ask_for_example(self) -> None:
        if not self._example_asked:
            self._example_asked = True
            self._session.jobs.start(
                JOB_EXAMPLE,
                "Computing the paper's example",
                examples,
                self.example.show_examples,
                self._session.failed.emit,
            )

    def _on_found(self, found: Found) -> None:
        if self._asked is None or self._asked[0] is not found.after:
            return  # an answer may come in spite of a cancel
        self._found = found
        project = self._session.project
        scenario = scenario_commands.named(project, self._scenario) if project else None
        if scenario:
            self._show(found, scenario)
        self._dim()

    def _on_failed(self, error: SdcError) -> None:
        self._forget()
        self._say("This cannot be counted", error.message)

    def _on_cancelled(self) -> None:
        self._asked = None
        self._dim()

    def _forget(self) -> None:
        self._session.jobs.cancel(JOB)
        self._asked = self._found = None

    def _show(self, found: Found, scenario: Scenario) -> None:
        project = self._session.project
        if project is None:
            return
        self._set_shown(shown=True)
        self.verdict.set_note(scenario.name)
        self.verdict.show_comparison(found.both)
        self.matching.show_comparison(found.both, found.after, project)
        # The place in the list stays while nothing new is known.
        if found.groups is not self._listed:
            self._listed = found.groups
            self.groups.show_groups(found.both, found.groups, found.rows)
        self.misses.show_comparison(found.both, found.after, scenario.limit("dr_weighted"))

    def _dim(self) -> None:
        """Dim what is computed again."""
        waits = self._session.is_stale or self._session.jobs.is_running(JOB)
        for card in (*self._cards, self.nothing):
            card.set_loading(loading=waits)

    def _why_nothing(self, row: Row | None) -> tuple[str, str]:
        """Return why there is nothing to show."""
        results = self._session.results
        if row is None:
            return "No disclosure scenario yet", "Add one: it says what an intruder knows."
        if row.checked and row.checked.error:
            return "This scenario cannot be assessed", "The overview says why, and what to do."
        if results and results.release is None:
            return "There is no masked file", "A step of the recipe failed; mend it on the Masking page."
        return WAITING, ""

    def _say(self, title: str, why: str = "") -> None:
        self._set_shown(shown=False)
        self.nothing.show_empty(title, why)

    def _set_shown(self, *, shown: bool) -> None:
        self.nothing.setVisible(not shown)
        for card in self._cards:
            card.setVisible(shown)

    @property
    def _cards(self) -> tuple[Card, ...]:
        return self.verdict, self.matching, self.groups, self.misses

    def _show_beyond(self) -> None:
        self.misses.show_records("samples")

    def _arrange(self) -> None:
        answers = QGridLayout()
        answers.setSpacing(GAP)
        answers.addWidget(self.verdict, 0, 0)
        answers.addWidget(self.matching, 0, 1)
        for column in (0, 1):
            answers.setColumnStretch(column, 1)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(GAP)
        rows.addWidget(self.nothing)
        rows.addLayout(answers)
        below: tuple[Card, ...] = (self.groups, self.misses, self.example)
        for card in below:
            rows.addWidget(card)
        for card in (self.nothing, *below):
            card.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        rows.addStretch()

    def _connect(self) -> None:
        self.nothing.asked.connect(lambda: explain(self.nothing.help, ABOUT))
        self.verdict.k_wanted.connect(self.want_k)
        self.matching.matrix_wanted.connect(self.add_matrix)
        self.matching.beyond_wanted.connect(self._show_beyond)
        for card in (self.groups, self.misses):
            card.records_wanted.connect(self._session.navigator.show_records)


def _look(after: Assessment, k: int, progress: Progress) -> Found:
    both = compare_anonymity(after, k, progress.part(0.0, 0.8))
    progress.at(0.8, "Groups below k")
    groups = small_groups(after, k, MOST)
    return Found(after, both, groups, rows_of_size(after, 1, k - 1))
