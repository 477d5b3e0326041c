"""Targeted record swapping: households of different areas that are alike exchange their areas."""

from dataclasses import dataclass
from typing import ClassVar, Literal, Self

import numpy as np
from pydantic import model_validator

from sdcdesk.core.data.edit_rules import impossible
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.role_variable import needed_variable
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.decimal_fraction import exact
from sdcdesk.core.numbers.quantity import HOUSEHOLDS, RECORDS, SHARE, Quantity, share
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import KEY_LIKE, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Percentage, Sentence, sentence
from sdcdesk.kernels.keys import combine, compact
from sdcdesk.kernels.swap_partners import swap_partners
from sdcdesk.masking.declared import RECORDS_KEEPING_VALUES
from sdcdesk.masking.edit_rules.edit_rules_kept import RULES
from sdcdesk.masking.households import Households, find_households
from sdcdesk.masking.strata import find_strata
from sdcdesk.masking.swapping.exchange import exchanged, present
from sdcdesk.masking.swapping.pairs_kept import SwapsValues

HOUSEHOLDS_SWAPPED = Declared(
    "households_swapped",
    "Households swapped",
    HOUSEHOLDS,
    "Households that exchanged their areas with another one.",
    better="less",
)

SHARE_SWAPPED = Declared(
    "share_of_households_swapped",
    "Share of households swapped",
    SHARE,
    "Households swapped, divided by all households.",
    better="less",
)

RECORDS_MOVED = Declared(
    "records_moved",
    "Records moved",
    RECORDS,
    "The members of the households swapped.",
    better="less",
)

RISKY_HOUSEHOLDS = Declared(
    "risky_households",
    "Risky households",
    HOUSEHOLDS,
    "Those with a risky member at any level.",
    better="less",
)

RISKY_WITHOUT_PARTNER = Declared(
    "risky_households_without_partner",
    "Unswapped risky households",
    HOUSEHOLDS,
    "Risky households that were not swapped.",
    better="less",
)


@dataclass(frozen=True, slots=True, eq=False)
class AreaMoves:
    """Households that found a partner so far.

    Attributes
    ----------
    alike
        int64 (H,), equal for households that may be partners.
    areas
        int64 (H,) for each level, from the one with the fewest areas: area of each household.
    partners
        int64 (H,), the partner of each household, itself where it has none; filled by `ask`.
    """

    alike: np.ndarray
    areas: list[np.ndarray]
    partners: np.ndarray

    @property
    def moved(self) -> np.ndarray:
        """Households that have a partner, bool (H,)."""
        moved: np.ndarray = self.partners != np.arange(len(self.partners))
        return moved

    def ask(
        self, askers: np.ndarray, line: np.ndarray, level: int, most: int | None, progress: Progress
    ) -> None:
        """Let households without a partner ask for one in another area of this level, but the same one above.

        Parameters
        ----------
        askers
            int64 (a,), households in the order in which they ask.
        line
            int64 (m,), households in the order in which they are taken.
        level
            Place in `areas`.
        most
            Pairs of all households at which nobody asks any more; None: all ask.
        progress
            Receives how many asked.
        """
        moved = self.moved
        left = None if most is None else max(most - int(moved.sum()) // 2, 0)
        strata = self.alike
        if level:
            above = self.areas[level - 1]
            both = combine([strata, above], [int(strata.max()) + 1, int(above.max()) + 1])
            strata, _ = compact(*both)
        askers, line = askers[~moved[askers]], line[~moved[line]]
        pairs = swap_partners(askers, line, strata, self.areas[level], left, progress)
        self.partners[pairs] = pairs[:, ::-1]


class RecordSwapping(SwapsValues):
    """Exchange the areas of households that are alike, those at risk first.

    Areas are nested, as region, district and ward: level 1 has the fewest, and the areas of level l are the
    combinations of the first l variables, those with fewer different values first. All members of a household
    move together, and nothing but the areas, and what is `carried` with them, is exchanged.

    *Risk.* A record is risky at level l if fewer than k records of the file share its area of level l and all
    its key values (a missing one is a value of its own). A household is risky from the first level on at
    which a member is; then it is so at all finer levels, too.

    *Partners* have equally many members and, where variables are named by `similar`, the same combinations of
    their values among these, each as often: so every area keeps its numbers of households, of records, and of
    records with each such combination. A household is swapped at most once.

    *Order.* Level by level from the first on, the households that are risky from level l ask, in random
    order: each takes the first partner, in another random order, that lies in the same area of level l − 1
    but in another of level l, so that it moves no farther than its risk demands. Those without a partner ask
    again one level higher, until they may move anywhere. Then all other households ask likewise, from the
    finest level on, until `rate` percent of all households are swapped; risky ones are swapped
    whatever the rate.

    With `edit_rules` *keep*, both households of a pair keep their areas where the exchange would make a
    record of either impossible, so that each area keeps its numbers; they then count as not swapped.

    Households with a missing area, or a missing value of what is carried, are never swapped. Areas that
    differ within a household are refused. A record without a household is a household of one.

    When to use
        For census-like files with detailed geography: who is rare in his area may come from another one,
        while all tables within the larger areas, and of what is named by `similar` within all areas, stay
        nearly or exactly as they are.
    When not to use
        Where the areas are not what makes records rare, or where relations between areas and other variables
        are what users study. Households that are alike but in other ways do not match their new area. Judge
        the risk by record linkage, for counts of equal keys say nothing here.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = pd.DataFrame(
    ...     {"home": [1, 1, 2, 2, 3, 4], "ward": list("AABBAB"), "age": [9, 41, 33, 9, 50, 50]}
    ... )
    >>> swapping = sdc.masking.RecordSwapping(areas=["ward"], household="home", keys=["age"], k=2, rate=0)
    >>> masked = swapping.mask(sdc.Microdata(people), seed=1)
    >>> masked.data.column("ward").tolist(), masked.figures["risky_households"].value
    (['B', 'B', 'A', 'A', 'B', 'A'], 4)
    """

    name: ClassVar[str] = "record_swapping"
    title: ClassVar[str] = "Targeted record swapping"
    source: ClassVar[str] = (
        "Shlomo, Tudor and Groom (2010), Data Swapping for Protecting Census Tables; Office for National "
        "Statistics, targeted record swapping of the 2011 Census"
    )
    purpose: ClassVar[Purpose] = Purpose.CHANGE_VALUES
    random: ClassVar[bool] = True
    declares = (
        HOUSEHOLDS_SWAPPED,
        SHARE_SWAPPED,
        RECORDS_MOVED,
        RISKY_HOUSEHOLDS,
        RISKY_WITHOUT_PARTNER,
    )
    examples = (
        {"areas": ["zip"], "household": "id", "keys": ["bonus"], "k": 2, "rate": 10.0},
        {
            "areas": ["zip"],
            "carried": ["age"],
            "household": "id",
            "similar": ["school"],
            "keys": ["bonus"],
            "k": 4,
            "rate": 12.5,
            "edit_rules": "keep",
        },
    )

    areas: tuple[str, ...] = parameter(
        REQUIRED,
        "Areas",
        "Nested areas, in any order: region, district, ward.",
        accepts=KEY_LIKE,
        min_length=1,
    )
    carried: tuple[str, ...] = parameter(
        (),
        "Carried along",
        "Other variables that say something of the area and move with it, such as its name.",
        FieldDisplay(more=True, empty="none"),
        accepts=KEY_LIKE,
    )
    household: str | None = parameter(
        None,
        "Households",
        "The variable whose values are equal for members of one household. Left empty: the one with the role "
        "household.",
        FieldDisplay(empty="the one with the role household"),
        accepts=KEY_LIKE,
    )
    similar: tuple[str, ...] = parameter(
        (),
        "Alike in",
        "Variables in which the members of two households must agree; left empty, only their number counts.",
        FieldDisplay(empty="only their number counts"),
        accepts=KEY_LIKE,
    )
    keys: tuple[str, ...] = parameter(
        (),
        "Key variables",
        "What an intruder may know besides the areas; all others with the role key where empty.",
        FieldDisplay(empty="all others with the role key"),
        accepts=KEY_LIKE,
    )
    k: int = parameter(
        3,
        "Records that must agree",
        "A record is risky if fewer than this many, itself included, share its area and key values.",
        FieldDisplay(unit="records"),
        ge=2,
    )
    rate: float = parameter(
        5.0,
        "Swap rate",
        "In % of all households: so many are swapped, if partners are found. Risky ones are in any case.",
        FieldDisplay(unit="% of the households"),
        ge=0,
        le=100,
    )

    edit_rules: Literal["report", "keep"] = parameter(
        "report",
        "Edit rules",
        "Where new areas would make a record impossible by the edit rules of the project: only report it, or "
        "let both households of the pair keep their areas.",
        FieldDisplay(choices=RULES, more=True),
    )

    @model_validator(mode="after")
    def _possible(self) -> Self:
        moved = {*self.areas, *self.carried}
        for field in ("carried", "similar", "keys"):
            if {*self.areas} & {*getattr(self, field)}:
                raise FieldError(field, "an area is named here too; leave it out")
        if moved & set(self.similar):
            raise FieldError("similar", "what moves with the area cannot stay alike; leave it out")
        if self.household in moved:
            raise FieldError("household", "is an area, or moves with it; choose another variable")
        return self

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that there are households and key variables."""
        notes = super().check(data)
        needed_variable(Role.HOUSEHOLD, self.household, data)
        if not self._key_names(data):
            raise DataError(
                sentence(
                    "no variable besides the areas has the role key; name the "
                    "key variables, or give them the role.",
                ),
                "keys",
                title=self.title,
            )
        return notes

    def summary(self) -> str:
        """Return the step in a few plain words."""
        names = ", ".join(self.areas)
        if not self.rate:
            return sentence("{names} of risky households swapped", names=names)
        return sentence(
            "{names} of risky households swapped, and of others up to {part} of all",
            names=names,
            part=Percentage(self.rate),
        )

    def _key_names(self, data: Microdata) -> tuple[str, ...]:
        household = needed_variable(Role.HOUSEHOLD, self.household, data)
        moved = {*self.areas, *self.carried, household}
        return self.keys or tuple(name for name in data.named(Role.KEY) if name not in moved)

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        moved = (*self.areas, *self.carried)
        households = find_households(data, needed_variable(Role.HOUSEHOLD, self.household, data))
        self._check_whole(data, households, moved)
        levels = self._levels(data)
        progress.at(0.2, self.title)
        risk, able = self._risk(data, households, levels), present(data, moved)[households.first]
        kinds = find_strata(data, self.similar) if len(data) else households.codes
        moves = AreaMoves(
            alike=households.compositions(kinds),
            areas=[level[households.first] for level in levels],
            partners=np.arange(len(households)),
        )
        progress.at(0.3, self.title)
        rows = data.rows[households.first]
        asking, line = (order[able[order]] for order in (draws.order(rows, 0), draws.order(rows, 1)))
        for higher in range(len(levels)):
            for level in range(higher, len(levels)):
                moves.ask(asking[risk[asking] == level], line, level - higher, None, progress.part(0.3, 0.6))
        most = int(exact(self.rate) * len(households) // 200)
        rest = asking[risk[asking] == len(levels)]
        for level in reversed(range(len(levels))):
            moves.ask(rest, line, level, most, progress.part(0.6, 0.9))
        source = np.arange(len(data))
        moved_records = moves.moved[households.codes]
        source[moved_records] = households.first[moves.partners[households.codes[moved_records]]]
        masked, undone = exchanged(data, moved, source), np.zeros(len(data), dtype=bool)
        if self.edit_rules == "keep" and data.rules:
            wrong = households.any(impossible(data, masked))
            both = (wrong | wrong[moves.partners]) & moves.moved
            moves.partners[both] = np.flatnonzero(both)
            undone = both[households.codes]
            masked = exchanged(data, moved, np.where(undone, np.arange(len(data)), source))
        figures, notes = self._figures(households, moves.moved, risk < len(levels))
        if self.edit_rules == "keep" and data.rules:
            figures[RECORDS_KEEPING_VALUES] = Quantity(int(undone.sum()), RECORDS)
        return Masked(masked, figures, notes)

    def _levels(self, data: Microdata) -> list[np.ndarray]:
        """Return the area of each record at each level, int64 (n,) each."""
        coarse = sorted(self.areas, key=lambda name: len(np.unique(data.coding(name).codes)))
        return [find_strata(data, coarse[: level + 1]) for level in range(len(coarse))] if len(data) else []

    def _risk(self, data: Microdata, households: Households, levels: list[np.ndarray]) -> np.ndarray:
        """Return the first level, from 0, at which each household is risky; the number of levels: at none."""
        first = np.full(len(households), len(levels))
        keys = find_strata(data, self._key_names(data)) if levels else households.codes
        for level in reversed(range(len(levels))):
            area = levels[level]
            both, number = compact(*combine([area, keys], [int(area.max()) + 1, int(keys.max()) + 1]))
            few = np.bincount(both, minlength=number)[both] < self.k
            first[households.any(few)] = level
        return first

    def _check_whole(self, data: Microdata, households: Households, moved: tuple[str, ...]) -> None:
        for name in moved:
            codes = data.coding(name).codes
            apart = households.any(codes != codes[households.first[households.codes]])
            if apart.any():
                raise DataError(
                    sentence(
                        "the members of {n} household have different values of {name}; "
                        "correct them, or choose another variable.",
                        "the members of {n} households have different values of {name}; "
                        "correct them, or choose another variable.",
                        "n",
                        n=int(apart.sum()),
                        name=short(name),
                    ),
                    "areas" if name in self.areas else "carried",
                    title=self.title,
                )

    def _figures(
        self, households: Households, swapped: np.ndarray, risky: np.ndarray
    ) -> tuple[dict[Declared, Quantity], tuple[Sentence, ...]]:
        number, exposed = int(swapped.sum()), int((risky & ~swapped).sum())
        figures = {
            HOUSEHOLDS_SWAPPED: Quantity(number, HOUSEHOLDS),
            SHARE_SWAPPED: share(number, len(households), empty="The file holds no records."),
            RECORDS_MOVED: Quantity(int(households.sizes[swapped].sum()), RECORDS),
            RISKY_HOUSEHOLDS: Quantity(int(risky.sum()), HOUSEHOLDS),
            RISKY_WITHOUT_PARTNER: Quantity(exposed, HOUSEHOLDS),
        }
        note = sentence(
            "{n} risky household has no partner and stays where it is.",
            "{n} risky households have no partner and stay where they are.",
            "n",
            n=exposed,
        )
        return figures, (note,) if exposed else ()
