"""Searched file: what a search for recipes knows of a project and its data before anything is tried."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.running.errors import DataError
from sdcdesk.counting.key_codes import key_codes
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario, known_keys
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.kernels.marginal_uniqueness import marginal_uniqueness
from sdcdesk.release.reduction_candidates import wanted_sizes
from sdcdesk.search.codings.safe_coding import key_hierarchies, project_hierarchies


@dataclass(frozen=True, eq=False, repr=False)
class SearchedFile:
    """A project with its data.

    Attributes
    ----------
    project
        Its scenarios say the limits.
    data
        The original, described by the project.
    """

    project: Project
    data: Microdata
    _hierarchies: dict[str, Hierarchy | None] = field(default_factory=dict)
    _apart: dict[str, int] = field(default_factory=dict)

    def __repr__(self) -> str:
        return "SearchedFile()"

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The scenarios with limits, all of which must be kept."""
        return tuple(scenario for scenario in self.project.scenarios if scenario.limits)

    @property
    def limits(self) -> tuple[tuple[Scenario, Limit], ...]:
        """Every limit with its scenario."""
        return tuple((scenario, limit) for scenario in self.scenarios for limit in scenario.limits)

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys that somebody knows in a scenario with limits, in the order of the file."""
        known = {name for scenario in self.scenarios for name in self.known_keys(scenario)}
        return tuple(name for name in self.data.names if name in known)

    def known_keys(self, scenario: Scenario) -> tuple[str, ...]:
        """Return the keys that are known in a scenario.

        Parameters
        ----------
        scenario
            One of the project.

        Returns
        -------
        tuple[str, ...]
            As far as the file has them.
        """
        return known_keys(self.data, scenario)

    def sizes(self, scenario: Scenario) -> tuple[int, ...]:
        """Return the group sizes that the limits of a scenario ask for.

        Parameters
        ----------
        scenario
            One with limits.

        Returns
        -------
        tuple[int, ...]
            Ascending, from 2.
        """
        found = {size for limit in scenario.limits for size in wanted_sizes(scenario, limit)}
        return tuple(sorted(size for size in found if 2 <= size <= len(self.data)))

    def hierarchy(self, name: str) -> Hierarchy | None:
        """Return the hierarchy of a variable: that of the project, or one that suits its values.

        Parameters
        ----------
        name
            The variable.

        Returns
        -------
        Hierarchy or None
            None where there is no value.
        """
        if name not in self._hierarchies:
            known = project_hierarchies(self.project, (name,))
            try:
                found = key_hierarchies(self.data, (name,), known).get(name)
            except DataError:
                found = None
            self._hierarchies[name] = found
        return self._hierarchies[name]

    def different(self, name: str) -> int:
        """Return how many different values a variable has.

        Parameters
        ----------
        name
            The variable.

        Returns
        -------
        int
            Without missing ones.
        """
        return self.data.coding(name).occurring

    def apart(self, name: str) -> int:
        """Return how many records a key sets apart: alone by all keys that are known, and not without it.

        Parameters
        ----------
        name
            The variable.

        Returns
        -------
        int
            In the scenario in which they are most; 0 for what nobody knows.
        """
        if not self._apart:
            for scenario in self.scenarios:
                for key, records in self._set_apart(self.known_keys(scenario)):
                    self._apart[key] = max(records, self._apart.get(key, 0))
        return self._apart.get(name, 0)

    def _set_apart(self, keys: Sequence[str]) -> list[tuple[str, int]]:
        if not keys:
            return []
        return list(zip(keys, marginal_uniqueness(key_codes(self.data, keys)).tolist(), strict=True))
