"""Analytical validity and interest: what users of the file find as they would have in the original."""

from collections.abc import Sequence
from typing import Any, ClassVar

from sdcdesk.core.data.crossed_names import crossed_places
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.numeric import is_numeric
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure, Unpaired
from sdcdesk.core.operations.parameters import NOT_IDENTIFIERS, Accepts, FieldDisplay, parameter
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings
from sdcdesk.core.results.without_original import LOSS_UNKNOWN
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.loss.ctbil.tables import LevelledVariable
from sdcdesk.loss.selection import selected, with_categories
from sdcdesk.loss.validity.checks import Characteristic, Check, Tolerances, moment_checks, table_checks
from sdcdesk.loss.validity.findings import (
    BY_SUBDOMAIN,
    BY_VARIABLE,
    DECLARES,
    LISTED_CHECKS,
    Checked,
    to_findings,
)
from sdcdesk.loss.validity.subdomains import subdomains
from sdcdesk.loss.validity.valid_variables import valid_variables

MOST_SUBDOMAINS = 2_000
MOST_CHECKS = 500_000
"""More would take minutes, and nobody looks at them."""


class Validity(Measure):
    """Whether the file is analytically valid and interesting (Winkler): what it keeps on subdomains.

    A file is *analytically valid* where it keeps approximately (1) means and covariances on a few
    subdomains, (2) the margins of a few tables, and (3) at least one characteristic of distributions.
    It is *analytically interesting* where at least six variables on important subdomains can be validly
    analysed. What are the subdomains, the tables and *approximately* hangs on what the file is for:
    choose them.

    Subdomains are the records that agree in all variables named, in each file by itself and, where these were
    recoded, in the recoded categories; a missing value is a category of its own. Those with fewer records of
    the original than asked for are not looked at, and counted. Without such variables the whole file is the
    only subdomain. In each of them is checked whether

    - each mean m of a continuous variable has |m′ − m| ≤ tolerance · S, where S is its standard deviation in
      that subdomain of the original (÷ n − 1);
    - each covariance and variance v of variables i and j has |v′ − v| ≤ tolerance · S_i S_j;
    - the distribution of each of these variables has kept its characteristic: the largest difference of the
      distribution *functions* (the statistic of Kolmogorov and Smirnov) is at most the tolerance, or the
      *quartile* that moved most moved by no more than tolerance · S;
    - each table has kept its shares: Σ|x/n − x′/t|/2 over its cells, the share of
      records that would have to be in another cell, is at most the tolerance.

    A difference that equals its tolerance is kept. Missing values: a mean, variance or distribution takes the
    present values, a covariance the records with both; in a table they are a category. What is not defined in
    the original (no value, one value for a variance) is not checked; what is only not defined in the masked
    file is not kept. A constant variable has S = 0, and must stay as it is. Records count equally; sampling
    weights are not used. Who is who need not be known.

    A variable with categories can be validly analysed in a subdomain where all tables that it is in are
    kept; one with numbers where its mean, variance and distribution are, and its covariances with all others
    of these.

    When to use: to say for which users a file is fit, and which of their results it keeps.

    When not: without knowing what users do. That all is within its tolerance says nothing of other analyses.

    Public documents tell what was kept if all tolerances are 1, 2 or 5 times a power of ten, as 20 %, and
    wide beside the values: others would enclose single ones.

    The table `variables` has for each variable the share of subdomains in which it is valid, `subdomains`
    for each subdomain its records and what it kept, and `checks` single checks, at most 5,000, those that
    were not kept first.

    Example
    -------
    One income of four moved to another region:

    >>> import pandas as pd
    >>> from sdcdesk.core.data.microdata import Microdata
    >>> from sdcdesk.loss import Validity
    >>> regions = ["north", "north", "south", "south"]
    >>> original = Microdata(pd.DataFrame({"region": regions, "income": [10.0, 20.0, 40.0, 50.0]}))
    >>> masked = original.assign({"income": pd.Series([10.0, 20.0, 50.0, 50.0])})
    >>> found = Validity(subdomains=["region"], fewest=2).assess(original, masked)
    >>> found.value("means_kept"), found.value("subdomains_valid"), found.value("variables_valid")
    (0.5, 0.5, 0)
    """

    concern: ClassVar[Concern] = Concern.LOSS
    name: ClassVar[str] = "validity"
    title: ClassVar[str] = "Analytical validity"
    source: ClassVar[str] = (
        "Winkler (1998), Re-identification methods for evaluating the confidentiality of analytically valid "
        "microdata; Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, "
        "section 4"
    )
    purpose: ClassVar[str] = "Which means, covariances, tables and distributions are kept on subdomains."
    declares: ClassVar[tuple[Declared, ...]] = DECLARES
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = (BY_VARIABLE, BY_SUBDOMAIN, LISTED_CHECKS)
    unpaired: ClassVar[Unpaired] = "beside"
    compares_all: ClassVar[bool] = True
    needs_original: ClassVar[str] = LOSS_UNKNOWN
    examples = (
        {},
        {
            "subdomains": ["school"],
            "variables": ["income", "bonus"],
            "margins": ["zip × age", "zip"],
            "characteristic": "quartiles",
            "fewest": 20,
            "mean_tolerance": 20.0,
            "covariance_tolerance": 40.0,
            "distribution_tolerance": 30.0,
            "table_tolerance": 15.0,
        },
    )

    subdomains: tuple[str, ...] = parameter(
        (),
        "Subdomains",
        "Variables that split the file: records that agree in all of them are one subdomain.",
        FieldDisplay(empty="one subdomain, the whole file"),
        accepts=Accepts(scales=tuple(Scale), roles=NOT_IDENTIFIERS),
    )
    variables: tuple[str, ...] = parameter(
        (),
        "Numbers",
        "Variables whose means, covariances and distributions are checked; none named: all that are "
        "continuous in both files but identifiers and household numbers.",
        FieldDisplay(empty="all continuous ones"),
        accepts=Accepts(scales=(Scale.CONTINUOUS,), roles=NOT_IDENTIFIERS),
    )
    margins: tuple[str, ...] = parameter(
        (),
        "Tables",
        "Tables to check: variables joined by ×, or by *; none named: the own table of each variable with "
        "categories in the original or, recoded, in the masked file, but of those that split it, identifiers "
        "and household numbers.",
        FieldDisplay(empty="sex × region; status"),
    )
    mean_tolerance: float = parameter(
        5.0,
        "Tolerance of means",
        "By how much a mean may move, in % of the standard deviation in the subdomain.",
        FieldDisplay(unit="%"),
        ge=0.0,
        le=1000.0,
    )
    covariance_tolerance: float = parameter(
        10.0,
        "Tolerance of covariances",
        "By how much a covariance may move, in % of the product of both standard deviations.",
        FieldDisplay(unit="%"),
        ge=0.0,
        le=1000.0,
    )
    table_tolerance: float = parameter(
        5.0,
        "Tolerance of tables",
        "How many records may be in another cell, in % of the records of the subdomain.",
        FieldDisplay(unit="%"),
        ge=0.0,
        le=1000.0,
    )
    characteristic: Characteristic = parameter(
        "function",
        "Characteristic",
        "What is compared of a distribution.",
        FieldDisplay(choices={"function": "Distribution function", "quartiles": "Quartiles"}),
    )
    distribution_tolerance: float = parameter(
        5.0,
        "Tolerance of distributions",
        "By how much the characteristic may move, in % of the records or, of quartiles, of the standard "
        "deviation.",
        FieldDisplay(unit="%"),
        ge=0.0,
        le=1000.0,
    )
    fewest: int = parameter(
        30,
        "Fewest records",
        "Subdomains with fewer records of the original are not looked at: a single record moves their means.",
        FieldDisplay(unit="records", more=True),
        ge=1,
    )

    @property
    def by_record(self) -> tuple[str, ...]:
        """Names of what needs to know who is who: nothing, for subdomains are those of each whole file."""
        return ()

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        split, gone = self._levelled(self.subdomains, original, masked)
        if len(split) < len(self.subdomains):
            raise DataError(
                sentence(
                    "{names} is not in the masked file, so it cannot split it; choose another variable.",
                    names=", ".join(name for name in self.subdomains if name not in masked),
                ),
                "subdomains",
                title=self.title,
            )
        within = subdomains(original, masked, split, self.fewest)
        if len(within.names) > MOST_SUBDOMAINS:
            words = "there are {groups} subdomains, and at most {most} can be looked at; recode them first."
            raise DataError(
                sentence(words, groups=len(within.names), most=MOST_SUBDOMAINS),
                "subdomains",
                title=self.title,
            )
        progress.at(0.2, "Subdomains")
        numbers, not_numbers = self._numbers(original, masked)
        chosen, tables, left_out = self._tabulated(original, masked)
        if len(within.names) * (len(tables) + (len(numbers) + 2) ** 2 / 2) > MOST_CHECKS:
            words = "there would be more than {most} checks; name fewer variables, tables or subdomains."
            raise DataError(sentence(words, most=MOST_CHECKS), "variables", title=self.title)
        checks: list[Check] = []
        if numbers:
            before, after = ([data.numbers(name) for name in numbers] for data in (original, masked))
            checks += moment_checks(within, numbers, before, after, self._tolerances, self.characteristic)
        progress.at(0.6, "Tables")
        names = [one.name for one in chosen]
        codes = [(one.before, one.after) for one in chosen]
        checks += table_checks(within, names, codes, tables, self._tolerances.table)
        valid = valid_variables(checks, numbers, names, len(within.names))
        notes = [*gone, *not_numbers, *left_out, *_too_small(within.left_out, self.fewest)]
        return to_findings(Checked(within, checks, numbers, names, valid, len(masked)), notes)

    @property
    def _tolerances(self) -> Tolerances:
        """The tolerances as shares."""
        return Tolerances(
            self.mean_tolerance / 100,
            self.covariance_tolerance / 100,
            self.distribution_tolerance / 100,
            self.table_tolerance / 100,
        )

    def _numbers(self, original: Microdata, masked: Microdata) -> tuple[list[str], list[Sentence]]:
        """Return the variables with numbers in both files, and sentences on those without."""
        released, notes = selected(self.variables, original, masked, Scale.CONTINUOUS)
        names = [name for name in released if is_numeric(original, name) and is_numeric(masked, name)]
        numbers = {*names}
        others = [name for name in released if name not in numbers]
        large = [name for name in names if original.beyond_exact(name) or masked.beyond_exact(name)]
        if large and not self.variables:
            names = [name for name in names if name not in large]
            words = "Whole numbers beyond 2^53, whose last digits arithmetic would lose, left out: {names}."
            notes.append(sentence(words, names=", ".join(large)))
        if others:
            words = "Not continuous in both files and left out: {names}."
            notes.append(sentence(words, names=", ".join(others)))
        return names, notes

    def _tabulated(
        self, original: Microdata, masked: Microdata
    ) -> tuple[list[LevelledVariable], list[tuple[int, ...]], list[Sentence]]:
        """Return the variables of the tables, their places in each, and sentences on those that cannot be."""
        if not self.margins:
            names, notes = with_categories((), original, masked)
            names = [name for name in names if name not in self.subdomains]
            found, others = self._levelled(names, original, masked, named=False)
            return found, [(place,) for place in range(len(found))], [*notes, *others]
        names = [
            one.name for one in original.variables if one.role is not Role.IDENTIFIER and one.name in masked
        ]
        terms = [crossed_places(text, names, _no_table(text)) for text in self.margins]
        used = sorted({place for term in terms for place in term})
        found, _ = self._levelled([names[place] for place in used], original, masked)
        return found, [tuple(used.index(place) for place in term) for term in terms], []

    @staticmethod
    def _levelled(
        names: Sequence[str], original: Microdata, masked: Microdata, *, named: bool = True
    ) -> tuple[list[LevelledVariable], list[Sentence]]:
        found, notes = [], []
        for name in names:
            if name not in masked:
                continue
            try:
                found.append(LevelledVariable.from_files(original, masked, name))
            except DataError as error:
                if named:
                    raise
                notes.append(sentence("Left out: {why}", why=error.message))
        return found, notes


def _no_table(text: str) -> DataError:
    words = (
        "{text} is no table of variables that are in both files; join their names by ×, each once, "
        "identifiers left out."
    )
    return DataError(sentence(words, text=short(text)), "margins", title=Validity.title)


def _too_small(subdomains_left_out: int, fewest: int) -> list[Sentence]:
    if not subdomains_left_out:
        return []
    one = "{groups} subdomain has fewer than {size} records and is not looked at."
    many = "{groups} subdomains have fewer than {size} records and are not looked at."
    return [sentence(one, many, "groups", groups=subdomains_left_out, size=fewest)]
