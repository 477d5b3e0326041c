"""Scenario suggestions: small sets of variables that others know, and that single out many records."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import SHARE, Quantity
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.inspection.variable_inspection import VariableInspection
from sdcdesk.risk import KeyFinder


@dataclass(frozen=True, slots=True)
class ScenarioSuggestion:
    """What an intruder could know, and whom that singles out.

    Attributes
    ----------
    variables
        Names of the variables.
    unique, share
        Records that they tell apart from all others, and the same divided by all records.
    reason
        Why others know them.
    """

    variables: tuple[str, ...]
    unique: int
    share: float
    reason: str

    @property
    def text(self) -> Sentence:
        """The suggestion in words."""
        return sentence(
            "Suggested scenario: somebody knows {variables}, which tells {n} record apart, {share} of all.",
            "Suggested scenario: somebody knows {variables}, which tells {n} records apart, {share} of all.",
            "n",
            variables=", ".join(self.variables),
            n=self.unique,
            share=Quantity(self.share, SHARE),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the same as plain JSON values.

        Returns
        -------
        dict[str, Any]
            By the names of the attributes.
        """
        return {
            "variables": list(self.variables),
            "unique": self.unique,
            "share": self.share,
            "reason": self.reason,
        }


def with_roles(data: Microdata, variables: Iterable[VariableInspection]) -> Microdata:
    """Return the data with the roles that their inspection suggests.

    Parameters
    ----------
    data
        The file.
    variables
        What was found of its variables.

    Returns
    -------
    Microdata
        The same values.
    """
    return data.describe(*(data.variable(found.name).changed(role=found.role) for found in variables))


def suggested_scenarios(data: Microdata, progress: Progress = SILENT) -> tuple[ScenarioSuggestion, ...]:
    """Return the smallest sets of variables that others know and that single out 1 %, 5 % or 20 % of records.

    Parameters
    ----------
    data
        With the roles of its variables; of one without a role its name says whether others know it.
    progress
        Receives how far the work is, and stops it where the user asked to.

    Returns
    -------
    tuple[ScenarioSuggestion, ...]
        Of the sets that reach the same share the one that singles out most records, the smallest first; none
        where no variable is known to others, or there are too many to be counted.
    """
    try:
        found = KeyFinder().assess(None, data, progress)
    except DataError:
        return ()
    table = found.tables["key_sets"]
    known = table.frame[table.frame["known"] != ""].drop_duplicates("target").drop_duplicates("variables")
    return tuple(
        ScenarioSuggestion(
            table.known(at) if table.known else (),
            int(table.frame["unique"].iloc[at]),
            float(table.frame["share"].iloc[at]),
            str(table.frame["known"].iloc[at]),
        )
        for at in known.index.tolist()
    )
