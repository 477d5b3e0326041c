"""Criterion measures: parameters of the three attacks, and the sets of variables that they draw."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import comb
from typing import ClassVar

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.parameters import KEY_LIKE, NOT_IDENTIFIERS, Accepts, FieldDisplay, parameter
from sdcdesk.core.random.randomness import LARGEST_SEED
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.progress import Progress
from sdcdesk.risk.criteria.declared import SOURCE
from sdcdesk.risk.criteria.findings import to_findings
from sdcdesk.risk.criteria.held_out import Attacked, without
from sdcdesk.risk.criteria.outcome import Outcome
from sdcdesk.risk.keys.key_measure import IntruderMeasure
from sdcdesk.risk.linkage.compared import Ordinal

Places = tuple[int, ...]
"""Places of variables, ascending."""


class Criterion(IntruderMeasure):
    """A criterion of anonymity, measured by an attack.

    Attributes
    ----------
    guesses_values
        Whether it counts how often confidential values are guessed right.
    """

    source = SOURCE
    also_for_original = False
    compares_all = True
    guesses_values: ClassVar[bool] = False
    needs_original = (
        "Whether a guess about a person is right is told by the person's original values, which are not "
        "known of a released file alone; assess it beside its original."
    )

    guesses: int = parameter(
        2000,
        "Guesses",
        "How many guesses are made about people in the file, and as many about people who are not; all that "
        "there are, where there are fewer.",
        ge=1,
        le=100_000,
    )
    seed: int = parameter(
        0,
        "Seed",
        "Of the random numbers by which people and guesses are drawn; the same seed makes the same guesses.",
        FieldDisplay(more=True),
        ge=0,
        le=LARGEST_SEED,
    )
    held_out: float = parameter(
        0.0,
        "Held out",
        "Where a recipe leaves out fewer than 100 records, there is no control. Then so many are drawn and "
        "held out, and the recipe runs once on the others: that file is attacked, and it stands for the one "
        "that is released.",
        FieldDisplay(unit="% of the records"),
        ge=0,
        le=90,
    )

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        attacked = self.attacked(original, masked, progress.part(0.0, 0.1))
        return to_findings(self.tried(original, attacked.masked, progress.part(0.1, 1.0)), attacked)

    def tried(self, original: Microdata, masked: Microdata, progress: Progress) -> Outcome:
        """Return what the attacks reach, and whether it follows from values that strangers do not know.

        Parameters
        ----------
        original, masked, progress
            See `outcome`.

        Returns
        -------
        Outcome
            A public document tells its numbers in steps of some guesses, where they count such values.
        """
        found = self.outcome(original, masked, progress)
        secret = set(original.named(Role.CONFIDENTIAL)) & set(self.key_names(original))
        return replace(found, secret=original.fingerprint) if self.guesses_values or secret else found

    def outcome(self, original: Microdata, masked: Microdata, progress: Progress) -> Outcome:
        """Return what the attacks on a file reach.

        Parameters
        ----------
        original
            The initial file.
        masked
            The file that is attacked.
        progress
            Receives how far the work is.

        Returns
        -------
        Outcome
            With the words of the criterion.

        Raises
        ------
        DataError
            The measure does not fit the data.
        """
        raise NotImplementedError

    def attacked(self, original: Microdata, masked: Microdata, progress: Progress) -> Attacked:
        """Return the file that is attacked: the masked one, or one that was made without some records.

        Parameters
        ----------
        original, masked
            Both files.
        progress
            Receives how far the work is.

        Returns
        -------
        Attacked
            With the number of records that were held out.

        Raises
        ------
        DataError
            Records are to be held out, and the steps that made the file are not known.
        """
        if not self.held_out:
            return Attacked(masked, 0)
        return without(original, masked, self.held_out / 100, self.seed, progress)


class NearestCriterion(Criterion):
    """A criterion whose attack looks for the nearest released records."""

    ordinal: Ordinal = parameter(
        "metric",
        "Distance of ordered categories",
        "The places between two categories, or the categories from one to the other with both ends; either "
        "is divided by the number of categories.",
        FieldDisplay(
            choices={"metric": "Places between", "printed": "Both ends counted, as printed"}, more=True
        ),
    )


def drawn_sets(variables: int, size: int, most: int, rng: np.random.Generator) -> list[Places]:
    """Return sets of variables: all, or so many that are drawn evenly.

    Parameters
    ----------
    variables
        Number of variables.
    size
        Variables of a set.
    most
        Sets.
    rng
        Random numbers.

    Returns
    -------
    list of Places
        Different ones, ascending.
    """
    if comb(variables, size) <= most:
        return list(combinations(range(variables), size))
    drawn: set[Places] = set()
    while len(drawn) < most:
        drawn.add(tuple(sorted(rng.permutation(variables)[:size].tolist())))
    return sorted(drawn)


def drawn_splits(variables: int, most: int, rng: np.random.Generator) -> list[tuple[Places, Places]]:
    """Return ways to split variables into two parts: all, or so many that are drawn evenly.

    Parameters
    ----------
    variables
        Number of variables.
    most
        Splits.
    rng
        Random numbers.

    Returns
    -------
    list of two Places
        Different ones; the part with the first variable comes first.
    """
    if variables < 2:
        return []
    if 2 ** (variables - 1) - 1 <= most:
        return [(one, _rest(variables, one)) for one in _first_parts(variables)]
    drawn: set[Places] = set()
    while len(drawn) < most:
        others = np.flatnonzero(rng.random(variables - 1) < 0.5) + 1
        if len(others) < variables - 1:
            drawn.add((0, *others.tolist()))
    return [(one, _rest(variables, one)) for one in sorted(drawn, key=lambda one: (len(one), one))]


def _first_parts(variables: int) -> Iterator[Places]:
    for size in range(variables - 1):
        for others in combinations(range(1, variables), size):
            yield (0, *others)


def _rest(variables: int, one: Places) -> Places:
    return tuple(at for at in range(variables) if at not in one)


class StatementChoices(Criterion):
    """What statements are made that could single somebody out."""

    together: int = parameter(
        3,
        "Variables together",
        "A statement is about so many variables at once, or about all where there are fewer; 1: about the "
        "values of one variable.",
        FieldDisplay(unit="variables"),
        ge=1,
    )
    sets: int = parameter(
        20,
        "Sets of variables",
        "So many sets are drawn where there are more of them; each gets equally many guesses.",
        FieldDisplay(more=True),
        ge=1,
        le=1000,
    )


class SourceChoices(NearestCriterion):
    """What two sources know that could be joined."""

    first: tuple[str, ...] = parameter(
        (),
        "First source",
        "The key variables that the first source knows; the second one knows the others. Left empty: all "
        "splits into two sources are tried.",
        FieldDisplay(empty="all splits"),
        accepts=Accepts(scales=KEY_LIKE.scales, roles=NOT_IDENTIFIERS),
    )
    nearest: int = parameter(
        1,
        "Nearest records",
        "So many nearest records are taken for each source.",
        FieldDisplay(unit="records"),
        ge=1,
        le=10,
    )
    splits: int = parameter(
        20,
        "Splits",
        "So many splits are drawn where there are more of them.",
        FieldDisplay(more=True),
        ge=1,
        le=1000,
    )


class SecretChoices(NearestCriterion):
    """What is not to be inferred, and which guess of it is right."""

    variables: tuple[str, ...] = parameter(
        (),
        "Confidential variables",
        "What an intruder should not learn. Left empty: all variables with the role confidential.",
        FieldDisplay(empty="all with the role confidential"),
        accepts=Accepts(roles=(Role.CONFIDENTIAL, Role.OTHER), otherwise=Role.CONFIDENTIAL),
    )
    tolerance: float = parameter(
        5.0,
        "Tolerance",
        "A guessed number is right if it differs from the truth by at most so many percent of it.",
        FieldDisplay(unit="%"),
        ge=0,
        le=1000,
    )
