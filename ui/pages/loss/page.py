"""Loss stage: what the masking costs those who will use the file."""

from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.measures import leading_measure
from ui.pages.loss.distribution import DistributionCard
from ui.pages.page import Page, Stage
from ui.session.computation import missing_and_why
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.empty import EmptyState
from ui.widgets.layout import discard

COMPARE = "Compare alternatives"

OWN = "Before and after"
"""The page's own tab, after those of the measures."""


class LossPage(Page):
    """A tab for each measure of information loss, and one variable before and after masking."""

    def __init__(self, session: Session, actions: Actions, stage: Stage) -> None:
        super().__init__(session, actions, stage)
        self.empty: EmptyState | None = None
        self.distribution = DistributionCard(session.jobs)
        self.body.addWidget(self.distribution)
        self.body.addStretch()
        self.add_measures(Concern.LOSS, after=(OWN,))
        self.header.tab_chosen.connect(lambda _tab: self.refresh())
        self.header.filled.clicked.connect(lambda: session.navigator.show_stage("compare"))
        self.distribution.chart.exporter.report_to(session)

    def refresh(self) -> None:
        """Show the session as it is now."""
        tab, nothing = self.header.tabs.currentIndex(), self._nothing()
        measured = self._masks() and not self._is_released() and tab < len(self.measures.kinds)
        self._set_filled()
        self.show_measure(tab if measured else -1)
        self.distribution.setVisible(nothing is None)
        if self.empty is not None:
            discard(self.empty)
            self.empty = None
        if measured:
            self.measures.refresh()
        elif nothing is not None:
            self.empty = EmptyState(*nothing)
            self.empty.acted.connect(lambda: self.session.navigator.show_stage("masking"))
            self.body.insertWidget(0, self.empty)
        elif self.session.results is not None:
            run = self.session.results.run
            self.distribution.show_files(run.original, run.masked, old=self.session.is_stale)

    # What is shown

    def _masks(self) -> bool:
        project = self.session.project
        return project is not None and bool(project.recipe.active)

    def _is_released(self) -> bool:
        project = self.session.project
        return project is not None and project.data.released

    def _nothing(self) -> tuple[str, str, str] | None:
        """Return why both files cannot be compared, and the act that leads on; None: they can."""
        results = self.session.results
        if self._is_released():
            return "The original is not known", leading_measure(Concern.LOSS).needs_original, ""
        if not self._masks():
            why = "Every masking step costs something; here you see what."
            return "Nothing is masked", why, "Add a masking step"
        if results is None:
            return missing_and_why(self.session.state)[0] or "Comparing both files…", "", ""
        if results.release is None:
            why = "There is no masked file to compare with the original."
            return (
                sentence("Step {failed_step} failed", failed_step=str(results.failed_step)),
                why,
                "Look at the steps",
            )
        return None

    def _set_filled(self) -> None:
        """Offer the next sensible act: to see what other recipes would cost."""
        self.header.set_filled(COMPARE if self._masks() and not self._is_released() else "")
