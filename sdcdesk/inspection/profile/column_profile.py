"""Profile of a column: figures and distribution of a variable, and what both say in words."""

from dataclasses import dataclass

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.locale import NEUTRAL, UNDEFINED, Locale
from sdcdesk.core.text.number_text import count_text, rounded_text
from sdcdesk.core.text.sentence import counted, localised, sentence
from sdcdesk.core.text.value_text import value_text
from sdcdesk.inspection.profile.bins import Scale
from sdcdesk.inspection.profile.distribution import Distribution, distribution
from sdcdesk.inspection.profile.value_summary import Profile, profile

MOST_BARS = 82
"""From so many different values on they are told apart by the variable, not counted: no histogram."""


@dataclass(frozen=True, slots=True, eq=False)
class ColumnProfile:
    """What one variable looks like.

    Attributes
    ----------
    variable
        Its description at that time.
    profile
        Its figures.
    distribution
        Its values, on the scale that shows most; None where they cannot be put in order.
    problem
        Why they cannot, in a sentence.
    """

    variable: Variable
    profile: Profile
    distribution: Distribution | None
    problem: str = ""

    @property
    def categories(self) -> tuple[str, ...]:
        """Its categories as they are written; none where it has bins."""
        known = self.distribution.categories if self.distribution is not None else None
        return () if known is None else tuple(value_text(value) for value in known)

    @property
    def has_bars(self) -> bool:
        """Whether a histogram tells something: names and numbers of persons have none."""
        spread = self.distribution
        if spread is None or not len(spread.counts):
            return False
        return spread.edges is not None or self.profile.different < MOST_BARS

    @property
    def has_scales(self) -> bool:
        """Whether its bins can be of one width or of one ratio."""
        binned = self.distribution is None or self.distribution.edges is not None
        return binned and (self.profile.largest or 0) > 0

    def figures(self, locale: Locale = NEUTRAL) -> tuple[tuple[str, str], ...]:
        """Return captions and figures, in the order in which they are read.

        Parameters
        ----------
        locale
            Signs of the point and of groups of digits.

        Returns
        -------
        tuple[tuple[str, str], ...]
            Texts for people.
        """
        it = self.profile
        found: list[tuple[str, str]] = []
        if it.mean is not None:
            found += [("Mean", _number(it.mean, locale)), ("Median", _number(it.median, locale))]
        if it.smallest is not None:
            found += [("Smallest", _number(it.smallest, locale)), ("Largest", _number(it.largest, locale))]
        found.append(("Missing", count_text(it.missing, locale)))
        found.append(("Different values", count_text(it.different, locale)))
        if it.kind != "text":
            return (*found, ("Whole numbers", "yes" if it.kind == "whole number" else "no"))
        most = it.most_frequent if it.its_records > 1 else UNDEFINED
        return (*found, ("In one record only", count_text(it.alone, locale)), ("Most frequent", most))

    def note(self, locale: Locale = NEUTRAL) -> str:
        """Return its kind, and in how many records it is known.

        Parameters
        ----------
        locale
            Signs of the point and of groups of digits.

        Returns
        -------
        str
            Without a full stop.
        """
        it = self.profile
        words = "{kind}, {present} of {records}" if it.missing else "{kind}, all {records}"
        return sentence(
            words, kind=it.kind, present=it.records - it.missing, records=counted(it.records, "record")
        ).written(locale)

    def axis(self, locale: Locale = NEUTRAL) -> str:
        """Return what stands below its histogram.

        Parameters
        ----------
        locale
            Signs of the point and of groups of digits.

        Returns
        -------
        str
            Unit, scale and records left out; empty where nothing is to be told.
        """
        spread = self.distribution
        parts = [self.variable.unit] if self.variable.unit else []
        if spread is not None and spread.scale == "logarithmic":
            parts.append("logarithmic")
        if spread is not None and spread.outside:
            parts.append(sentence("{n} of zero or less not shown", n=spread.outside).written(locale))
        return ", ".join(parts)

    def counted(self, locale: Locale = NEUTRAL) -> tuple[tuple[str, str], ...]:
        """Return what the distribution counts.

        Parameters
        ----------
        locale
            How numbers are written.

        Returns
        -------
        tuple
            Names and values as text: bars, if there are any, and records.
        """
        bars = [] if self.distribution is None else [("Bars", len(self.distribution.counts))]
        rows = (*bars, ("Records counted", self.profile.records - self.profile.missing))
        return tuple((name, count_text(number, locale)) for name, number in rows)

    def why_no_bars(self, locale: Locale = NEUTRAL) -> str:
        """Return why there is no histogram.

        Parameters
        ----------
        locale
            Signs of the point and of groups of digits.

        Returns
        -------
        str
            A sentence; meant for looks without a histogram.
        """
        if self.problem:
            return localised(self.problem, locale)
        if self.profile.different == 0:
            return "It holds no values."
        if self.profile.alone == self.profile.different:
            return "Every value occurs in one record only: there is nothing to count."
        words = "{n} different values are too many for a chart."
        return sentence(words, n=self.profile.different).written(locale)


def column_profile(
    data: Microdata, name: str, scale: Scale | None = None, progress: Progress = SILENT
) -> ColumnProfile:
    """Return the profile of a variable, on a scale or on the one that shows most.

    Parameters
    ----------
    data
        The records.
    name
        The variable.
    scale
        "linear" or "logarithmic"; None: the one that shows most.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    ColumnProfile
        Without a distribution where the values cannot be put in order.
    """
    found = profile(data, name, progress.part(0, 0.6))
    progress.at(0.6)
    try:
        spread = distribution(data, name, scale=scale or found.suggested_scale)
    except SdcError as error:
        return ColumnProfile(data.variable(name), found, None, error.message)
    return ColumnProfile(data.variable(name), found, spread)


def _number(number: float | None, locale: Locale) -> str:
    if number is None:
        return UNDEFINED
    return rounded_text(number, locale)
