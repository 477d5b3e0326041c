"""Navigator: the ways from anywhere in the window to a stage, a record, a step or a page of the manual."""

from PySide6.QtCore import QObject, Signal

from sdcdesk.core.results.limit import Limit
from sdcdesk.core.text.sentence import sentence

OVERVIEW = "Overview"
"""Title of the first tab of the risk stage, where several ways lead."""

WEIGHT_MATRIX = "Weight matrix"
"""Title of the tab beside it."""

BEFORE_AND_AFTER, HIERARCHIES, SAFE_CODING = "Before and after", "Hierarchies", "Find a safe coding"
"""Titles of the tabs of the masking stage."""

SUGGESTION = "Suggest a safe recipe"
"""Title of the tab beside the alternatives."""

TOGETHER, BY_AREA, CRITIQUE = "Published together", "By area", "Critique of the rules"
"""Titles of tabs of the tables stage."""


def edit_step_text(number: int) -> str:
    """Return the words of a button that leads to a step, by its number from 1."""
    return sentence("Edit step {number}", number=str(number))


class Navigator(QObject):
    """Whoever knows a session can lead somewhere; the window listens and goes there."""

    stage_wanted = Signal(str, str)
    """A stage should open, by its key, and a tab of it, by its title; empty: as it was left."""

    records_wanted = Signal(object, str)
    """Positions of original records (int64) should be shown in the data view, and why, in words."""

    manual_wanted = Signal(str)
    """The manual page of an operation should open, by its name."""

    figure_wanted = Signal(str, str)
    """A figure should be shown, by the names of its measure and its own; empty: the measure alone."""

    method_wanted = Signal(str)
    """A step of a method should be added, by the name of the method."""

    step_wanted = Signal(int)
    """A step of the recipe should be edited, by its position from 0."""

    scenario_wanted = Signal(object)
    """A scenario of somebody who knows some variables should be added, by their names."""

    reduction_wanted = Signal()
    """Steps that lower the worst limited figure should be tried."""

    coding_wanted = Signal()
    """Codings should be tried that make the file safe, with hierarchies proposed where there are none."""

    hierarchy_wanted = Signal(str)
    """The hierarchy of a variable should be edited, by the name of the variable."""

    limit_wanted = Signal(object)
    """The limits of the shown scenario should be changed, beginning with a `Limit`; None: with any."""

    part_wanted = Signal(str)
    """A figure, chart or table of the tab that is seen should be brought up, by its name."""

    def show_part(self, name: str) -> None:
        """Bring up a figure, chart or table of the tab that is seen, once it is computed."""
        self.part_wanted.emit(name)

    def show_stage(self, stage: str, tab: str = "") -> None:
        """Open a stage, and a tab of it by its title."""
        self.stage_wanted.emit(stage, tab)

    def show_records(self, positions: object, words: str) -> None:
        """Show records of the original in the data view.

        Parameters
        ----------
        positions
            Positions in the original, int64.
        words
            What they are ("alone in both files").
        """
        self.records_wanted.emit(positions, words)

    def show_manual(self, operation: str) -> None:
        """Open the manual page of an operation, by its name."""
        self.manual_wanted.emit(operation)

    def show_figure(self, measure: str, figure: str = "") -> None:
        """Show a figure in the tab of its measure, by their names, once it is computed."""
        self.figure_wanted.emit(measure, figure)

    def add_step(self, method: str) -> None:
        """Add a step to the recipe, by the name of its method."""
        self.method_wanted.emit(method)

    def edit_step(self, position: int) -> None:
        """Edit a step of the recipe, by its position from 0."""
        self.step_wanted.emit(position)

    def add_scenario(self, keys: tuple[str, ...]) -> None:
        """Add a scenario of somebody who knows these variables."""
        self.scenario_wanted.emit(keys)

    def reduce_risk(self) -> None:
        """Try steps that lower the worst limited figure, and show the best."""
        self.reduction_wanted.emit()

    def find_coding(self) -> None:
        """Try codings that make the file safe, and show the best."""
        self.coding_wanted.emit()

    def edit_hierarchy(self, variable: str) -> None:
        """Edit the hierarchy of a variable, by its name."""
        self.hierarchy_wanted.emit(variable)

    def ask_for_limit(self, limit: Limit | None = None) -> None:
        """Ask for the limits of the shown scenario, beginning with the value of one, there or new."""
        self.limit_wanted.emit(limit)
