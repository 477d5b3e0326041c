"""Measure of linkability: how often the masked file joins two sources about the same person."""

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import Reason, Why
from sdcdesk.core.random.randomness import generator
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.criteria.attack import Attack, strongest
from sdcdesk.risk.criteria.criterion import Places, SourceChoices, drawn_splits
from sdcdesk.risk.criteria.declared import LINKABILITY
from sdcdesk.risk.criteria.isolation import none_drawn
from sdcdesk.risk.criteria.joining import chances
from sdcdesk.risk.criteria.outcome import Outcome, Words
from sdcdesk.risk.criteria.people import drawn_people
from sdcdesk.risk.criteria.rates import Rate, rate
from sdcdesk.risk.criteria.sources import Nearby, Sources
from sdcdesk.risk.criteria.tables import attacks, rates
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.linkage.compared import MISSING, Compared, compared

SPLITS = 1
"""Stream of the random numbers by which splits are drawn."""

WORDS = Words(
    name="linkability",
    attacks="Joins by split of the variables",
    variables="Sources",
    meaning="What the first source knows, and after the bar what the second one does.",
    with_file="Two sources about a person in this file ({what}) are joined by it in {attack} of cases.",
    compared="Two sources about a person in this file ({what}) are joined by it in {attack} of cases, and in "
    "{control} of cases where the person is not in it.",
    row_title="probably joined",
    row_title_by_attack="probably joined, by {attack}",
    people="Records probably joined.",
)

TOO_FEW = Reason(
    Why.TOO_FEW, "Fewer than two key variables can be compared, so there are no two sources to be joined."
)
TIES = (
    "Where several released records are equally near, the source draws from them: what counts is the chance."
)


class Linkability(SourceChoices):
    """How often the masked file shows that two sources are about the same person.

    The intruder has two files with original values: one knows some key variables of a person, the other one
    the rest. For each he looks for the nearest records of the masked file, by the distance of record linkage
    by distance, and takes both for the same person if one of these is the same record. If several records
    are equally near, each source draws one of them, or as many as are lacking where more than one is taken,
    and what counts is the chance that both have one in common.

    Targets are people whose records were released, drawn at random; the *control* are as many whose records
    were left out by sampling or suppression, at least 100: they can be joined only by what holds for people
    in general. *Blindly* each source draws records at random. The *risk* is
    (attack − control) ÷ (1 − control).

    The key variables are split into both sources as you say, or in all ways, of which some are drawn where
    there are many; the figures are then of the split with the highest upper end.

    When to use it: to answer whether the file allows linkability in the sense of the European data protection
    authorities. When not: with a single key variable, or without people who were left out at random (add a
    step that samples).

    Examples
    --------
    Age and town each name a record alone, so that any two sources about a person are joined:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = sdc.Microdata(pd.DataFrame({"age": [30, 50, 70], "town": list("abc")}))
    >>> found = sdc.risk.Linkability(keys=["age", "town"]).assess(people, people)
    >>> found.value("attack_rate"), round(found.value("naive_rate"), 4), found.value("risk")
    (1.0, 0.3333, None)
    """

    name = "linkability"
    title = "Linkability"
    purpose = "Whether two sources about a person can be joined."
    shared_tab = "three_criteria"
    declares = LINKABILITY.every
    tables = (rates(LINKABILITY), attacks(WORDS))
    examples = (
        {},
        {
            "keys": ["age", "zip", "school"],
            "first": ["age"],
            "nearest": 3,
            "splits": 3,
            "ordinal": "printed",
            "guesses": 30,
            "held_out": 10,
            "seed": 2,
        },
    )

    def outcome(self, original: Microdata, masked: Microdata, progress: Progress) -> Outcome:
        """Return what joins reach; see `Criterion`."""
        names = self.key_names(original)
        self._check_first(names)
        known = compared(
            *(original, masked, names, self.ordinal),
            all_needed=bool(self.keys),
            progress=progress.part(0.0, 0.1),
        )
        every = np.ones(len(original), dtype=bool)
        people = drawn_people(original, masked, every, self.guesses, self.seed)
        splits = self._splits(known)
        attacks: tuple[Attack, ...] = ()
        if len(masked):
            # Splits share their sources: each is looked up once.
            sides = list(dict.fromkeys(side for split in splits for side in split))
            sources = Sources(known, people.everybody)
            near: dict[Places, Nearby] = {
                side: sources.nearby(side, self.nearest, part)
                for side, part in progress.part(0.1, 0.9).over(sides, "Nearest records")
            }
            number = len(people.targets)
            blind = self._blind(len(masked))
            made = []
            for (one, other), part in progress.part(0.9, 1.0).over(splits, "Joined sources"):
                chance = chances(near[one], near[other], len(people.everybody), part)
                control: Rate | None = rate(chance[number:]) if len(people.others) else None
                made.append(
                    Attack(
                        name=f"{_named(known, one)} | {_named(known, other)}",
                        rate=rate(chance[:number]),
                        naive=Rate(blind * number, number),
                        control=control,
                        right=people.targets[chance[:number] > 0.5],
                        left_out=people.left_out,
                    )
                )
            attacks = tuple(made)
        return Outcome(
            words=WORDS,
            declares=LINKABILITY,
            attacks=attacks,
            headline=strongest(attacks),
            nothing=TOO_FEW if len(masked) else Reason(Why.NO_RECORDS, NOTHING_RELEASED),
            notes=(*self._notes(known, len(splits)), *known.notes),
        )

    def _blind(self, records: int) -> float:
        """Return the chance that records drawn at random for both sources have one in common."""
        number = min(self.nearest, records)
        return 1 - none_drawn(records, number, number)

    def _check_first(self, names: tuple[str, ...]) -> None:
        strange = [name for name in self.first if name not in names]
        if strange:
            words = (
                "{strange} is to be known by the first source, but is no key variable; name it "
                "among these too."
            )
            raise DataError(sentence(words, strange=strange[0]), "first", title=self.title)
        if self.first and len(set(self.first)) == len(names):
            words = (
                "the first source knows all key variables, so that none is left for the second one; "
                "name fewer."
            )
            raise DataError(sentence(words), "first", title=self.title)

    def _splits(self, known: Compared) -> list[tuple[Places, Places]]:
        names = [one.name for one in known.variables]
        if not self.first:
            return drawn_splits(len(names), self.splits, generator(self.seed, SPLITS))
        one = tuple(at for at, name in enumerate(names) if name in self.first)
        other = tuple(at for at, name in enumerate(names) if name not in self.first)
        return [(one, other)] if one and other else []

    def _notes(self, known: Compared, splits: int) -> list[Sentence]:
        notes = [plain(TIES), plain(MISSING)]
        every = 2 ** max(len(known.variables) - 1, 0) - 1
        if not self.first and splits < every:
            words = "{n} of {all} splits of the key variables were drawn, each as likely as any other."
            notes.append(sentence(words, n=splits, all=every))
        return notes


def _named(known: Compared, some: Places) -> str:
    return ", ".join(known.variables[at].name for at in some)
