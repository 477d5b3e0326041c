"""Measure of singling out: how often what a file shows as true of one person only is true of one only."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import Reason, Why
from sdcdesk.core.random.randomness import generator
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.kernels.holders import Condition, Holders
from sdcdesk.risk.criteria.attack import Attack
from sdcdesk.risk.criteria.criterion import Places, StatementChoices, drawn_sets
from sdcdesk.risk.criteria.declared import SINGLING_OUT
from sdcdesk.risk.criteria.isolation import none_drawn, one_drawn
from sdcdesk.risk.criteria.levels import levels
from sdcdesk.risk.criteria.outcome import Outcome, Words
from sdcdesk.risk.criteria.people import enough, released_and_left_out
from sdcdesk.risk.criteria.predicates import Guess, Released, multivariate, univariate
from sdcdesk.risk.criteria.rates import rate
from sdcdesk.risk.criteria.tables import attacks, rates
from sdcdesk.risk.declared import NOTHING_RELEASED

SETS, EXTRA, DRAWS = 1, 2, 3
"""Streams of random numbers: sets of variables, who makes one guess more, and the guesses of each set."""

WORDS = Words(
    name="singling_out",
    attacks="Guesses by variables",
    variables="Variables",
    meaning="What the statements are about.",
    with_file="A person in this file could be picked out: {attack} of the statements that are true of one "
    "record of it only are true of exactly one of the people in it.",
    compared="A person in this file could be picked out: {attack} of the statements that are true of one "
    "record of it only are true of exactly one of the people in it, and {control} of exactly one of as many "
    "people who are not in it.",
    row_title="singled out",
    row_title_by_attack="singled out, by {attack}",
    people="Records singled out.",
)

NO_PREDICATE = Reason(
    Why.TOO_FEW, "No statement about these variables is true of exactly one released record."
)


@dataclass(frozen=True, slots=True)
class CheckedGuess:
    """A guess held against the original.

    Attributes
    ----------
    guess
        What was guessed.
    released, left_out
        How many people of each the predicate holds for.
    own
        Whether it holds for the person from whose record it was made.
    holder
        Position of a released person for whom it holds; −1 where there is none.
    blind
        Whether the blind guess singles out exactly one person.
    """

    guess: Guess
    released: int
    left_out: int
    own: bool
    holder: int
    blind: bool


class SinglingOut(StatementChoices):
    """How often what the file shows as true of one record only singles out one person.

    Somebody reads the masked file and looks for statements that are true of exactly one of its records: "only
    one is a woman of at least 88 in this town". The guess is that they are true of exactly one person. It is
    right if exactly one of the original records that were released is like that, at the level to which the
    recipe recoded the variable.

    - With *one variable* a statement is a value that occurs once, or, of ordered values, as little as the
      smallest or as much as the largest, where that occurs once.
    - With *several variables* it takes the values of a record: equal ones of names; of ordered ones as much
      or more from the median up, as much or less below it. It is made where no other record is like that.
    - A missing value makes no statement, and none is true of it.

    Every set of variables gets equally many guesses, or as many as it has statements; no other set makes up
    for the rest, so that one variable with many values does not stand for all. The statements of a set are
    drawn evenly, without repetition.

    The *control* are people whose records were left out by sampling or suppression, at least 100: how often
    a statement is true of exactly one of as many of them. The number of people matters, so both are taken
    of one size, that of the smaller group, as the expected value over all samples of it. The person whose
    record the statement was made from stays in: the smaller the control, the fewer statements would be right
    otherwise, and the risk would seem small. A *blind* guess takes values of records drawn for each variable.
    The *risk* is (attack − control) ÷ (1 − control).

    When to use it: to answer whether the file allows singling out in the sense of the European data
    protection authorities. When not: without people who were left out at random (add a step that samples);
    where the unusual ones were left out on purpose, they are a poor control.

    Examples
    --------
    The oldest is told by the file; where nobody was left out, there is no control:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = sdc.Microdata(pd.DataFrame({"age": [30, 30, 50, 50, 70]}))
    >>> found = sdc.risk.SinglingOut(keys=["age"], together=1).assess(people, people)
    >>> found.value("attack_rate"), found.value("people_right"), found.value("risk")
    (1.0, 1, None)
    """

    name = "singling_out"
    title = "Singling out"
    purpose = "Whether a person in the file can be picked out."
    shared_tab = "three_criteria"
    declares = SINGLING_OUT.every
    tables = (rates(SINGLING_OUT), attacks(WORDS))
    examples = (
        {"guesses": 60},
        {"keys": ["age", "school", "bonus"], "together": 1, "guesses": 40, "seed": 3},
        {"keys": ["age", "zip", "school", "bonus"], "together": 2, "sets": 4, "guesses": 50, "held_out": 10},
    )

    def outcome(self, original: Microdata, masked: Microdata, progress: Progress) -> Outcome:
        """Return what statements reach; see `Criterion`."""
        names = self.key_names(original)
        known, left = levels(
            original, masked, names, all_needed=bool(self.keys), progress=progress.part(0.0, 0.1)
        )
        size = min(self.together, len(known))
        sets = drawn_sets(len(known), size, self.sets, generator(self.seed, SETS)) if size else []
        released, others = released_and_left_out(original, masked)
        made = self._made(Released(known), sets, progress.part(0.1, 0.6))
        holders = Holders([level.before for level in known])
        checker = _Checker(holders, masked, len(original), released)
        checked = [
            [checker.check(guess, part) for guess in guesses]
            for guesses, part in progress.part(0.6, 1.0).over(made, "People of whom it is true")
        ]
        size_of = (len(released), len(others))
        attacks = tuple(
            _attack(", ".join(known[at].name for at in some), part, size_of)
            for some, part in zip(sets, checked, strict=True)
        )
        every = [one for part in checked for one in part]
        return Outcome(
            words=WORDS,
            declares=SINGLING_OUT,
            attacks=attacks,
            headline=_attack("all sets", every, size_of) if every else None,
            nothing=NO_PREDICATE if len(masked) else Reason(Why.NO_RECORDS, NOTHING_RELEASED),
            notes=(*_notes(len(known), size, len(sets)), *left),
        )

    def _made(self, released: Released, sets: Sequence[Places], progress: Progress) -> list[list[Guess]]:
        """Return the guesses of each set."""
        each, extra = divmod(self.guesses, max(len(sets), 1))
        more = set(generator(self.seed, EXTRA).permutation(len(sets))[:extra].tolist())
        made = []
        for place, part in progress.over(range(len(sets)), "Predicates"):
            some, number = sets[place], each + (place in more)
            rng = generator(self.seed, DRAWS + place)
            if len(some) == 1:
                made.append(univariate(released, some[0], number, rng))
            else:
                made.append(multivariate(released, some, number, rng, part))
        return made


class _Checker:
    """Holds guesses against the original records."""

    def __init__(self, holders: Holders, masked: Microdata, records: int, released: np.ndarray) -> None:
        self._holders, self._masked = holders, masked
        self._is_released = np.zeros(records, dtype=bool)
        self._is_released[released] = True

    def check(self, guess: Guess, progress: Progress) -> CheckedGuess:
        progress.at(0.0, "People of whom it is true")
        holders = np.concatenate([*self._holders.holding(guess.predicate), np.array([], dtype=np.int64)])
        mine = holders[self._is_released[holders]]
        return CheckedGuess(
            guess,
            released=len(mine),
            left_out=len(holders) - len(mine),
            own=bool((mine == self._masked.rows[guess.record]).any()),
            holder=int(mine[0]) if len(mine) else -1,
            blind=self._singles_out(guess.blind),
        )

    def _singles_out(self, predicate: tuple[Condition, ...]) -> bool:
        seen = 0
        for some in self._holders.holding(predicate):
            seen += int(self._is_released[some].sum())
            if seen > 1:
                return False
        return seen == 1


def _attack(name: str, checked: Sequence[CheckedGuess], size: tuple[int, int]) -> Attack:
    """Return the attack of some guesses, and what they reach about as many others."""
    released, left_out = size
    right = [one for one in checked if one.released == 1]
    control = compared = None
    if enough(left_out):
        people = min(released, left_out)
        control = rate(one_drawn(left_out, one.left_out, people) for one in checked)
        if people < released:
            compared = rate(_among(one, released, people) for one in checked)
    return Attack(
        name=name,
        rate=rate(float(one.released == 1) for one in checked),
        naive=rate(float(one.blind) for one in checked),
        control=control,
        right=np.unique(np.array([one.holder for one in right], dtype=np.int64)),
        left_out=left_out,
        compared=compared,
    )


def _among(one: CheckedGuess, released: int, people: int) -> float:
    """Return how likely a guess is right among so many of the released, its own person always among them."""
    if one.own:
        return none_drawn(released - 1, one.released - 1, people - 1)
    return one_drawn(released - 1, one.released, people - 1)


def _notes(variables: int, size: int, sets: int) -> list[Sentence]:
    notes = [plain("A missing value makes no statement, and no statement is true of it.")]
    if sets < comb(variables, size) and size:
        words = "{sets} of {most} sets of variables were drawn, each as likely as any other."
        notes.append(sentence(words, sets=sets, most=comb(variables, size)))
    if size:
        words = "A statement is about {n}; every set of them got equally many guesses, or all that it has."
        number = sentence("{variables} variable", "{variables} variables", "variables", variables=size)
        notes.append(sentence(words, n=number))
    return notes
