"""Measure of inference: how often a confidential value is guessed as that of the nearest released record."""

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import Reason, Why
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Percentage, Sentence, plain, sentence
from sdcdesk.risk.criteria.attack import Attack, strongest
from sdcdesk.risk.criteria.criterion import SecretChoices
from sdcdesk.risk.criteria.declared import INFERENCE
from sdcdesk.risk.criteria.outcome import Outcome, Words
from sdcdesk.risk.criteria.people import People, drawn_people
from sdcdesk.risk.criteria.rates import Rate, rate
from sdcdesk.risk.criteria.secrets import Secret, secret
from sdcdesk.risk.criteria.sources import Nearby, Sources
from sdcdesk.risk.criteria.tables import attacks, rates
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.keys.confidential_names import confidential_names
from sdcdesk.risk.linkage.compared import compared

WORDS = Words(
    name="inference",
    attacks="Guesses by confidential variable",
    variables="Guessed",
    meaning="The confidential variable.",
    with_file="Somebody who knows the key variables of a person in this file finds {what} right in {attack} "
    "of cases by taking it from the nearest record.",
    compared="Somebody who knows the key variables of a person in this file finds {what} right in {attack} "
    "of cases by taking it from the nearest record, and in {control} of cases where the person is not in it.",
    row_title="whose value is probably found",
    row_title_by_attack="whose value is probably found, by {attack}",
    people="Records whose value is probably found.",
    joint=True,
)

NO_TARGET = Reason(
    Why.NOT_APPLICABLE, "No confidential variable of the masked file has a value to be guessed."
)
MISSING = "A missing confidential value is not guessed at, and a guess that finds none is wrong."
TIES = "Where several released records are equally near, one of them is drawn: what counts is the chance."


class Inference(SecretChoices):
    """How often somebody who knows a person's keys guesses a confidential value right by the file.

    The intruder knows the original values of the key variables of a person, looks for the nearest record of
    the masked file, and takes the confidential value of that record. The distance is that of record linkage
    by distance. If several records are equally near, he draws one, and what counts is the chance that it is
    right. A guess is right if it is

    - the same category; at the recoded level where a recipe recoded the variable, so that the truth lies in
      the released category;
    - of numbers, no farther from the truth than the tolerance, 5 % of the truth; of a truth of 0, exactly 0.

    A missing value is not guessed at, and a guess that finds none is wrong. Targets are people whose records
    were released, drawn at random; the *control* are as many whose records were left out by sampling or
    suppression, at least 100: what the file says of people in general is right about them too. A *blind*
    guess is the value of a random released record. The *risk* is (attack − control) ÷ (1 − control). Where
    there are several confidential variables, the figures are of the one with the highest upper end; for a
    variable without a control the rate of the attack stands in, for its risk is at most that.

    When to use it: to answer whether the file allows inference in the sense of the European data protection
    authorities. When not: without people who were left out at random (add a step that samples), for then what
    the file says of one person and of all cannot be told apart.

    Examples
    --------
    The illness of each person can be read off by age, though nobody was left out to compare with:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = sdc.Microdata(pd.DataFrame({"age": [30, 50, 70, 70], "ill": list("abab")}))
    >>> found = sdc.risk.Inference(keys=["age"], variables=["ill"]).assess(people, people)
    >>> found.value("attack_rate"), found.value("naive_rate"), found.value("risk")
    (0.75, 0.5, None)
    """

    name = "inference"
    version = 2
    title = "Inference"
    purpose = "Whether a confidential value of a person can be guessed."
    shared_tab = "three_criteria"
    guesses_values = True
    declares = INFERENCE.every
    tables = (rates(INFERENCE), attacks(WORDS))
    examples = (
        {},
        {
            "keys": ["age", "school"],
            "variables": ["income"],
            "tolerance": 20,
            "ordinal": "printed",
            "guesses": 30,
            "held_out": 10,
            "seed": 4,
        },
    )

    def outcome(self, original: Microdata, masked: Microdata, progress: Progress) -> Outcome:
        """Return what guesses reach; see `Criterion`."""
        keys = self.key_names(original)
        names = confidential_names(self.title, self.variables, original, keys)
        known = compared(
            *(original, masked, keys, self.ordinal),
            all_needed=bool(self.keys),
            progress=progress.part(0.0, 0.1),
        )
        released = [name for name in names if name in masked]
        secrets, left = self._secrets(original, masked, released, progress)
        people = [drawn_people(original, masked, one.known, self.guesses, self.seed) for one in secrets]
        attacks: tuple[Attack, ...] = ()
        if len(masked) and people:
            # Whoever is asked for several variables is looked up once.
            everybody = np.unique(np.concatenate([one.everybody for one in people]))
            sources = Sources(known, everybody)
            near = sources.nearby(range(len(known.variables)), 1, progress.part(0.1, 0.9))
            attacks = tuple(
                _attack(one, near, everybody, drawn)
                for one, drawn in zip(secrets, people, strict=True)
                if len(drawn.targets)
            )
        headline = strongest(attacks)
        nothing = NO_TARGET if len(masked) else Reason(Why.NO_RECORDS, NOTHING_RELEASED)
        return Outcome(
            words=WORDS,
            declares=INFERENCE,
            attacks=attacks,
            headline=headline,
            nothing=nothing,
            notes=(*self._notes(names, released, secrets), *left, *known.notes),
        )

    def _secrets(
        self, original: Microdata, masked: Microdata, names: list[str], progress: Progress
    ) -> tuple[list[Secret], list[Sentence]]:
        """Return the variables that can be guessed, and why others cannot; one that was named must be."""
        found, left = [], []
        for name in names:
            progress.check()
            try:
                found.append(secret(original, masked, name, self.tolerance / 100))
            except DataError as error:
                if self.variables:
                    raise
                left.append(sentence("Left out: {why}", why=error.message))
        return found, left

    def _notes(
        self, names: tuple[str, ...], released: list[str], secrets: list[Secret]
    ) -> tuple[Sentence, ...]:
        notes = [plain(MISSING), plain(TIES)]
        if any(one.is_number for one in secrets):
            words = "A guessed number is right within {tolerance} of the truth."
            notes.append(sentence(words, tolerance=Percentage(self.tolerance)))
        absent = [name for name in names if name not in released]
        if absent:
            words = "Not in the masked file, so that nothing is learnt of it: {names}."
            notes.append(sentence(words, names=", ".join(absent)))
        return tuple(notes)


def _attack(one: Secret, near: Nearby, everybody: np.ndarray, people: People) -> Attack:
    """Return what taking the value of the nearest record reaches for one variable."""
    right, every = one.right(near, everybody)
    targets, others = (np.searchsorted(everybody, some) for some in (people.targets, people.others))
    control: Rate | None = rate(right[others] / every[others]) if len(others) else None
    return Attack(
        name=one.name,
        rate=rate(right[targets] / every[targets]),
        naive=rate(one.blind(people.targets)),
        control=control,
        right=people.targets[2 * right[targets] > every[targets]],
        left_out=people.left_out,
    )
