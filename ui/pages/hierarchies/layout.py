"""Layout of a hierarchy: the entries of its levels with their records, and the values that have no place."""

from collections.abc import Callable
from dataclasses import dataclass

from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.hierarchies.extension import extended
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.inspection.hierarchy_counts import HierarchyCounts, hierarchy_counts
from sdcdesk.inspection.value_counts import ValueCounts
from ui.models.level_model import LevelEntries, level_entries
from ui.pages.hierarchies.commands import LARGE
from ui.session.computation import Computation, Ready
from ui.session.jobs import Jobs

JOB = "hierarchy layout"
"""Kind of the job that lays a large hierarchy out."""


@dataclass(frozen=True, eq=False, slots=True)
class Layout:
    """What is shown of a hierarchy.

    Attributes
    ----------
    hierarchy
        The hierarchy.
    counts
        The records of its labels; None: the values are not counted yet, or cannot be.
    entries
        Those of its levels, the values first.
    fitting
        Those of the values without a place of which its labels say where they belong.
    error
        Why the records of its labels cannot be counted; None: they can.
    """

    hierarchy: Hierarchy
    counts: HierarchyCounts | None
    entries: list[LevelEntries]
    fitting: frozenset[str] = frozenset()
    error: SdcError | None = None


def lay_out(hierarchy: Hierarchy, values: ValueCounts | None) -> Layout:
    """Return what is shown of a hierarchy; `values` are those of its variable, None: not counted yet."""
    counts, error = None, None
    try:
        counts = hierarchy_counts(values, hierarchy) if values is not None else None
    except SdcError as found:
        error = found
    lacking = tuple(counts.unplaced) if counts is not None else ()
    now = extended(hierarchy, lacking) if lacking else hierarchy
    fitting = frozenset(lacking).intersection(now.values) if now is not hierarchy else frozenset()
    return Layout(hierarchy, counts, level_entries(hierarchy, counts), fitting, error)


class Layouts(Computation[Layout]):
    """Lays hierarchies out, small ones at once, large ones in the background; the newest is wanted."""

    def __init__(self, jobs: Jobs) -> None:
        super().__init__(jobs, JOB)

    def ask(self, hierarchy: Hierarchy, values: ValueCounts | None, show: Callable[[Layout], None]) -> None:
        """Lay a hierarchy out, and show it; what comes later is told by `changed`."""
        self.drop()
        if len(hierarchy.values) <= LARGE:
            layout = lay_out(hierarchy, values)
            self.state = Ready(layout)
            show(layout)
            return

        def work(progress: Progress) -> Layout:
            layout = lay_out(hierarchy, values)
            progress.at(1.0)
            return layout

        self.start(sentence("Counting the records of the hierarchy {name}", name=hierarchy.name), work)
