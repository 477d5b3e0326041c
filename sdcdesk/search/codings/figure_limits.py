"""Limits on figures of measures, which the file of a coding must keep.

The measures themselves assess the file.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.limit import Limit, Standing, standing
from sdcdesk.core.running.errors import ParameterError, SdcError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.limits import require_fit
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking.suppression.class_conditions import AnyClassCondition
from sdcdesk.search.codings.coding_steps import coding_steps
from sdcdesk.search.codings.lattice import Lattice, Node

MOST_ASSESSED = 2000
"""Codings that are assessed, at most, to find the best one that keeps all limits."""

ALL_ASSESSED = 100
"""Codings that meet all else up to which each of them is assessed."""


@dataclass(eq=False)
class FigureLimits:
    """Limits that the file of a coding must keep.

    Attributes
    ----------
    data
        The file before the coding.
    lattice
        Keys and hierarchies.
    k
        Records in smaller groups are left out.
    limits
        At least one.
    measures
        The measures on whose figures they stand.
    conditions
        What every group that stays must hold of confidential variables.
    progress
        Asked whether to stop.
    """

    data: Microdata
    lattice: Lattice
    k: int
    limits: tuple[Limit, ...]
    measures: tuple[Measure, ...]
    conditions: tuple[AnyClassCondition, ...] = ()
    progress: Progress = SILENT
    _known: dict[Node, bool] = field(default_factory=dict, repr=False)
    _failed: dict[str, SdcError] = field(default_factory=dict, repr=False)
    _assessed: set[str] = field(default_factory=set, repr=False)

    @classmethod
    def checked(
        cls,
        data: Microdata,
        lattice: Lattice,
        k: int,
        limits: Sequence[Limit],
        measures: Sequence[Measure],
        conditions: Sequence[AnyClassCondition] = (),
        progress: Progress = SILENT,
    ) -> "FigureLimits":
        """Return limits that measures can judge, by what is known before anything is assessed.

        Parameters
        ----------
        data, lattice, k, conditions, progress
            See the attributes.
        limits
            On figures of measures.
        measures
            With their parameters; the others that limits stand on are taken as they are, for these keys.

        Returns
        -------
        FigureLimits
            Nothing was assessed yet.

        Raises
        ------
        ParameterError
            A limit stands on nothing that a measure finds, or on a value that the figure cannot have.
        DataError
            A measure does not fit the file.
        """
        given = {measure.name: measure for measure in measures}
        for limit in limits:
            if limit.measure not in MEASURES or MEASURES[limit.measure].declared(limit.figure) is None:
                wrong = "There is no measure {measure} with a figure {figure} that a limit could stand on."
                named = {"measure": short(limit.measure), "figure": short(limit.figure)}
                raise ParameterError(sentence(wrong, **named), "limits")
            try:
                require_fit(limit)
            except ValueError as error:
                raise ParameterError(sentence("{problem}.", problem=str(error)), "limits") from None
            if limit.measure not in given:
                kind = MEASURES[limit.measure]
                own = {"keys": lattice.keys} if "keys" in kind.model_fields else {}
                given[limit.measure] = kind(**own)
        wanted = tuple(given[name] for name in dict.fromkeys(limit.measure for limit in limits))
        for measure in wanted:
            measure.check(data)
        return cls(data, lattice, k, tuple(limits), wanted, tuple(conditions), progress)

    def __len__(self) -> int:
        return len(self._known)

    def known(self, node: Node) -> bool | None:
        """Return whether the file of a coding keeps all limits; None where it was not assessed.

        Parameters
        ----------
        node
            The level of each key.

        Returns
        -------
        bool or None
            As `keeps` found.
        """
        return self._known.get(node)

    def keeps(self, node: Node, suppressed: int) -> bool:
        """Return whether the file of a coding keeps all limits.

        Parameters
        ----------
        node
            The level of each key.
        suppressed
            Records that are left out there.

        Returns
        -------
        bool
            False also where a figure is not shown to keep its limit.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """
        if node not in self._known:
            self._known[node] = self._assess(node, suppressed)
        return self._known[node]

    def require_assessed(self) -> None:
        """Refuse limits of a measure that could assess no file: a variable lacks its role, say.

        Raises
        ------
        SdcError
            What it said first.
        """
        for name, error in self._failed.items():
            if name not in self._assessed:
                raise error

    def _assess(self, node: Node, suppressed: int) -> bool:
        asking = Progress(cancelled=self.progress.cancelled)
        asking.check()
        masked = self.data
        for step in coding_steps(self.lattice, node, suppressed, self.k, self.conditions):
            asking.check()
            masked = step.apply(masked)
        for measure in self.measures:
            try:
                found = measure.assess(self.data, masked, asking)
            except SdcError as error:
                self._failed.setdefault(measure.name, error)
                return False
            self._assessed.add(measure.name)
            for limit in self.limits:
                if limit.measure != measure.name:
                    continue
                if standing(found.figure(limit.figure).quantity, limit) is not Standing.KEPT:
                    return False
        return True
