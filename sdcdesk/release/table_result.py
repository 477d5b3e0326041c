"""Result of a table: as it was built, judged by its rules, protected and audited."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.tables import Audited, CellTable, Protection


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Protected:
    """Tables that are published together, and what a reader can work out of them.

    Attributes
    ----------
    judged
        The tables before they were protected.
    protection, key
        How they were protected, and the secret by which random numbers were drawn.
    tables
        The tables as they are published.
    found
        Their audit.
    made
        What the protection did, for the owner; None: there is none.
    """

    judged: tuple[CellTable, ...]
    protection: Protection | None
    key: int
    tables: tuple[CellTable, ...]
    found: Audited
    made: Findings | None = None

    def is_of(self, judged: Sequence[CellTable], protection: Protection | None, key: int) -> bool:
        """Return whether it is what somebody asks for.

        Parameters
        ----------
        judged, protection, key
            Tables, and how they are to be protected.

        Returns
        -------
        bool
            Whether all of it is the same.
        """
        same = len(judged) == len(self.judged) and all(
            one is other for one, other in zip(judged, self.judged, strict=True)
        )
        return same and (protection, key) == (self.protection, self.key)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Beside:
    """What a table gives away beside others of the same numbers, safe as it may be by itself.

    Attributes
    ----------
    protected
        The tables of the same numbers that leave, in their order.
    sentences
        Of every cell that follows from several of them and not from one alone, for the owner.
    not_compared
        Which tables have too many cells to be subtracted from one another each time.
    """

    protected: tuple[Protected, ...]
    sentences: tuple[Sentence, ...]
    not_compared: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FileBeside:
    """What the masked file of the project gives away of a table, safe as that may be by itself.

    Attributes
    ----------
    cells
        int64 (k,), protected cells that come out too closely for who has the file, too; ascending.
    """

    cells: np.ndarray


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TableResult:
    """What became of a table.

    Attributes
    ----------
    planned
        What was asked for.
    source
        The data that it was built from; None: it was read from a file.
    built, judged
        The table, and what its rules and its owner say of its cells; None: that failed.
    protected
        What it is published with, and the audit; None: that failed.
    error
        Why a step failed; None: none did.
    draft
        The table as the best protection so far would publish it, while a better one is looked for: nobody has
        audited it, and it never leaves. None: nothing is looked for.
    beside
        What it gives away beside other tables of the same numbers; None: there are none that leave.
    file_beside
        What the masked file gives away of it; None: it was not compared with one.
    """

    planned: PlannedTable
    source: Microdata | None = None
    built: CellTable | None = None
    judged: CellTable | None = None
    protected: Protected | None = None
    error: SdcError | None = None
    beside: Beside | None = None
    draft: CellTable | None = None
    file_beside: FileBeside | None = None

    @property
    def shown(self) -> CellTable | None:
        """The table as far as it is known; None: it was not built."""
        return self.table or self.draft or self.judged or self.built

    @property
    def table(self) -> CellTable | None:
        """The table as it is published, under its name and title; None: a step failed."""
        if self.protected is None or self.judged is None:
            return None
        planned = self.planned
        return self.protected.tables[self.place].called(planned.name, planned.title, planned.unit)

    @property
    def place(self) -> int:
        """Which of the tables that are published together it is."""
        judged = () if self.protected is None else self.protected.judged
        return next(at for at, one in enumerate(judged) if one is self.judged)

    @property
    def found(self) -> Audited | None:
        """The audit of the table and of those that are published together with it."""
        return None if self.protected is None else self.protected.found

    @property
    def made(self) -> Findings | None:
        """What its protection did to it and to those that are published together with it, for the owner."""
        return None if self.protected is None else self.protected.made

    @property
    def published_by_hand(self) -> tuple[str, ...]:
        """Names of the sensitive cells that the owner publishes nevertheless."""
        table = self.judged
        if table is None:
            return ()
        return tuple(map(table.cell_text, np.flatnonzero(table.is_sensitive & table.is_always).tolist()))

    @property
    def verdict(self) -> Verdict:
        """Safe only where the table is safe by itself, and beside the other tables of the same numbers."""
        if self.own_verdict is Verdict.SAFE and self.beside is not None and self.beside.sentences:
            return Verdict.UNSAFE
        return self.own_verdict

    @property
    def own_verdict(self) -> Verdict:
        """Safe only where rules have judged the table and its audit found every sensitive cell protected."""
        if self.found is None or self.judged is None or self.judged.sensitivity is None:
            return Verdict.NOT_ASSESSED
        passed = self.found.is_passed and not self.published_by_hand
        return Verdict.SAFE if passed else Verdict.UNSAFE

    @property
    def leaves(self) -> bool:
        """Whether the table may leave as it is: it is safe, or its owner gave a reason."""
        return self.table is not None and (self.verdict is Verdict.SAFE or bool(self.planned.override))

    @property
    def hindrances(self) -> tuple[Sentence, ...]:
        """Why it is not safe, for its owner: the cells are named."""
        if self.error is not None:
            return (plain(self.error.message),)
        if self.verdict is Verdict.NOT_ASSESSED:
            return (plain("No rule has said which cells are sensitive; choose rules."),)
        words = "{cell} is sensitive, and is published by hand."
        by_hand = (sentence(words, cell=cell) for cell in self.published_by_hand)
        attacks = () if self.found is None else self.found.sentences
        beside = () if self.beside is None else self.beside.sentences
        return (*by_hand, *attacks, *beside)
