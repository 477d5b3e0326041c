"""Assessment: the findings of a measure, with what it was and what it was computed from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.pairing import Pairing
from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.results.edition import WITHHELD, Edition
from sdcdesk.core.results.findings import Block, Figure, Findings
from sdcdesk.core.results.findings_json import findings_json
from sdcdesk.core.results.limit import UNLIMITED, Limits
from sdcdesk.core.results.published_parameters import published_parameters
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.display import Displayed

SCHEMA = 2
"""Number of the form of the JSON; it rises when names in it change."""


@dataclass(frozen=True, kw_only=True)
class Assessment(Findings, Displayed):
    """What a measure found, with what it was and what it was computed from.

    Attributes
    ----------
    measure, title, source, parameters, version
        The measure that was used, and how; its version rises when a definition changes.
    original, masked
        What it was computed from; both the same where the original is not known.
    counted
        Records of the original and of the masked file where these are descriptions alone, because their
        records were counted where they are and were never in memory; None: they are in memory.
    holds_records
        Whether series of single records are kept beside the findings; see `without_records`.
    """

    measure: str
    title: str
    source: str
    version: int
    parameters: Mapping[str, Any]
    original: Microdata = field(repr=False)
    masked: Microdata = field(repr=False)
    counted: tuple[int, int] | None = None
    holds_records: bool = True

    @property
    def initial_records(self) -> int:
        """n, records of the original."""
        return len(self.original) if self.counted is None else self.counted[0]

    @property
    def released_records(self) -> int:
        """t, records of the masked file."""
        return len(self.masked) if self.counted is None else self.counted[1]

    def __repr__(self) -> str:
        return f"Assessment({self.measure}: {', '.join(self.figures)})"

    @property
    def pairing(self) -> Pairing:
        """What says which record of the original each masked one came from."""
        return self.masked.lineage.pairing_with(self.original.lineage)

    def with_before(
        self, before: Findings, unreleased: Callable[[Quantity, Microdata, frozenset[str]], Quantity]
    ) -> Self:
        """Return the assessment with each figure of the original file beside that of the masked one.

        Parameters
        ----------
        before
            Findings of the same measure on (original, original).
        unreleased
            Says what figures of the original give away; see `Measure.unreleased_quantity`.

        Returns
        -------
        Self
            A new assessment; figures that `before` lacks or of which it says nothing stay alone.
        """
        known, altered = before.figures, self.masked.lineage.altered

        def beside(block: Block) -> Block:
            if not (isinstance(block, Figure) and block.also_for_original and block.name in known):
                return block
            return replace(block, before=unreleased(known[block.name].quantity, self.original, altered))

        return replace(self, sections=self.mapped(beside))

    def without_records(self) -> Self:
        """Return the assessment without its series of single records and the records behind its rows.

        Both take memory for each record.

        Returns
        -------
        Self
            The same findings.
        """

        def alone(block: Block) -> Block:
            if isinstance(block, Figure):
                return replace(block, rows=None)
            return replace(block, rows=None, row_title=None) if isinstance(block, Table) else block

        return replace(self, sections=self.mapped(alone), records={}, holds_records=False)

    def to_json(self, edition: Edition = WITHHELD, limits: Limits = UNLIMITED) -> dict[str, Any]:
        """Return the assessment as plain JSON values at full precision; see `findings_json`.

        Parameters
        ----------
        edition
            Whom the file is for.
        limits
            By name of the figure; words tell numbers from them.

        Returns
        -------
        dict[str, Any]
            Names and values for programs; all text for people under "words".
        """
        found = findings_json(self, edition, limits)
        return {
            "schema": SCHEMA,
            "measure": self.measure,
            "version": self.version,
            "parameters": dict(self.parameters) if edition.values else published_parameters(self.parameters),
            "computed_from": {
                "original": None if self.original.is_released else {"records": self.initial_records},
                "masked": self._released(),
                "paired_by": None if self.original.is_released else self.pairing.by,
            },
            **found,
            "words": {"title": self.title, "source": self.source, **found["words"]},
        }

    def _released(self) -> dict[str, Any]:
        """Return what tells the masked file; a hash of original values would prove a guess at them."""
        records = {"records": self.released_records}
        if self.counted is not None or (self.masked is self.original and not self.original.is_released):
            return records
        return records | {"sha256": self.masked.released_fingerprint()}
