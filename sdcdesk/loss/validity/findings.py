"""Findings of analytical validity: how much was kept within tolerances, by kind, variable and subdomain."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, isclose, isnan

import numpy as np

from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED, Contributions, coarse
from sdcdesk.core.numbers.quantity import (
    NUMBER,
    RECORDS,
    SHARE,
    VARIABLES,
    Quantity,
    Reason,
    Why,
    count_unit,
)
from sdcdesk.core.results.column import Column, DeclaredColumn, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Block, Declared, Findings, Note, Section
from sdcdesk.core.text.sentence import Sentence, plain
from sdcdesk.loss.validity.checks import Check, Kind
from sdcdesk.loss.validity.subdomains import Subdomains

INTERESTING = 6
"""Variables that a file must keep on its subdomains to be interesting to analysts (Winkler)."""

MOST_LISTED = 5_000
"""Checks that are listed, those that were not kept first."""

SUBDOMAINS = count_unit("subdomain")
CHECKS = count_unit("check")

MEANS = Declared("means_kept", "Means kept", SHARE, better="more").means(
    "Share of the means of continuous variables, in all subdomains, that moved by no more than the tolerance."
)
COVARIANCES = Declared("covariances_kept", "Covariances kept", SHARE, better="more").means(
    "Share of the variances and covariances, in all subdomains, that moved by no more than the tolerance."
)
DISTRIBUTIONS = Declared("distributions_kept", "Distributions kept", SHARE, better="more").means(
    "Share of the distributions of continuous variables, in all subdomains, whose chosen characteristic "
    "moved by no more than the tolerance."
)
TABLES_KEPT = Declared("tables_kept", "Tables kept", SHARE, better="more").means(
    "Share of the tables of which no more records than the tolerance would have to be in another cell to "
    "give the shares of the original, in all subdomains."
)
VALID = Declared("subdomains_valid", "Valid subdomains", SHARE, better="more").means(
    "Share of the subdomains that are analytically valid: all that was checked in them is within its "
    "tolerance."
)
INTEREST = Declared("subdomains_interesting", "Interesting subdomains", SHARE, better="more").means(
    "Share of the subdomains that are analytically interesting: at least six variables can be validly "
    "analysed in them."
)
VARIABLES_VALID = Declared("variables_valid", "Valid variables", VARIABLES, better="more").means(
    "Variables that can be validly analysed in every subdomain: with categories those whose tables are kept; "
    "with numbers those whose mean, variance and distribution are kept, and the covariances with the others "
    "of these. From six on the file is analytically interesting."
)
OF_KIND: dict[Kind, Declared] = {
    "mean": MEANS,
    "covariance": COVARIANCES,
    "distribution": DISTRIBUTIONS,
    "table": TABLES_KEPT,
}
DECLARES = (*OF_KIND.values(), VALID, INTEREST, VARIABLES_VALID)

NO_RECORD = Reason(Why.NO_RECORDS, "No record is released.")
NO_SUBDOMAIN = Reason(Why.TOO_FEW, "No subdomain has records enough to be looked at.")
NOTHING_OF_KIND = Reason(Why.NOT_APPLICABLE, "Nothing of this kind is there to be checked.")

TITLES: dict[Kind, str] = {
    "mean": "mean",
    "covariance": "covariance",
    "distribution": "distribution",
    "table": "table",
}


@dataclass(frozen=True, eq=False)
class Checked:
    """What was checked.

    Attributes
    ----------
    subdomains
        Where.
    checks
        All of them.
    numbers, categories
        Variables with numbers and with categories.
    valid
        bool (subdomains, variables), see `valid_variables`.
    released
        Masked records.
    """

    subdomains: Subdomains
    checks: Sequence[Check]
    numbers: Sequence[str]
    categories: Sequence[str]
    valid: np.ndarray
    released: int

    @property
    def reason(self) -> Reason | None:
        """Why nothing is found; None: something is."""
        if self.released == 0:
            return NO_RECORD
        return None if len(self.subdomains.names) else NO_SUBDOMAIN

    @cached_property
    def of_subdomain(self) -> list[list[Check]]:
        """The checks of each subdomain."""
        found: list[list[Check]] = [[] for _ in self.subdomains.names]
        for check in self.checks:
            found[check.subdomain].append(check)
        return found

    @cached_property
    def behind(self) -> Contributions | None:
        """What single values have to do with that anything was kept, of the check that tells most."""
        return told_by(self.checks)

    def kept(self, checks: Iterable[Check], kind: Kind) -> Quantity:
        """Return the share of checks of a kind that are within their tolerance.

        Parameters
        ----------
        checks
            Some of the checks.
        kind
            Those that count.

        Returns
        -------
        Quantity
            With what single values have to do with it.
        """
        some = [check for check in checks if check.kind == kind]
        if self.reason or not some:
            return Quantity(None, SHARE, reason=self.reason or NOTHING_OF_KIND)
        share = sum(check.kept for check in some) / len(some)
        return Quantity(share, SHARE, contributions=told_by(some))

    def whole(self, value: float, declared: Declared) -> Quantity:
        """Return a number that follows from all checks.

        Parameters
        ----------
        value
            The number.
        declared
            Its figure.

        Returns
        -------
        Quantity
            With what single values have to do with it.
        """
        reason = self.reason or (None if self.checks else NOTHING_OF_KIND)
        if reason:
            return Quantity(None, declared.unit, reason=reason)
        return Quantity(value, declared.unit, contributions=self.behind)

    @property
    def valid_shares(self) -> list[float]:
        """For each variable the share of the subdomains in which it is valid; 0 where there are none."""
        shares = self.valid.mean(axis=0) if len(self.valid) else np.zeros(self.valid.shape[1])
        return [float(share) for share in shares]

    @cached_property
    def listed(self) -> list[Check]:
        """Checks that are listed: those that were not kept first, then by subdomain."""
        return sorted(self.checks, key=lambda check: check.kept)[:MOST_LISTED]


def told_by(checks: Sequence[Check]) -> Contributions | None:
    """Return what single values have to do with which of some checks are kept.

    Parameters
    ----------
    checks
        At least one.

    Returns
    -------
    Contributions
        Of the check that tells most: the narrower its tolerance beside its values, the more. Of tolerances
        other than 1, 2 and 5 times a power of ten nothing is told: what is kept within 31 % and not within
        30 % is known to 1 %.
    """
    if not checks:
        return None
    behind = [check.behind for check in checks]
    if NEVER_PUBLISHED in behind or not all(isclose(one.tolerance, coarse(one.tolerance)) for one in checks):
        return NEVER_PUBLISHED
    most = min(behind, key=lambda one: one.rest / one.largest if one.largest > 0 else inf)
    return Contributions(min(one.values for one in behind), most.largest, most.rest)


BY_VARIABLE = DeclaredTable[Checked](
    name="variables",
    title="By variable",
    columns=(
        public_key("variable", "Variable").cells(lambda found: [*found.numbers, *found.categories]),
        Column("kind", "Analysed as", None, secrecy=Secrecy.PUBLIC).cells(
            lambda found: ["numbers"] * len(found.numbers) + ["categories"] * len(found.categories)
        ),
        Column("valid", "Valid in", SHARE, "Subdomains in which it can be validly analysed.").cells(
            lambda found: [found.whole(share, VALID) for share in found.valid_shares]
        ),
    ),
    empty="No variable has numbers or categories in both files.",
    joint=True,
)


def _kept_of_kind(kind: Kind) -> DeclaredColumn[Checked]:
    """Return the column of how much of a kind each subdomain kept."""
    declared = OF_KIND[kind]
    return Column(declared.name, declared.title, SHARE, "Within the tolerance.").cells(
        lambda found: [found.kept(some, kind) for some in found.of_subdomain]
    )


BY_SUBDOMAIN = DeclaredTable[Checked](
    name="subdomains",
    title="By subdomain",
    about=plain("Records that agree in the variables that split the file."),
    columns=(
        Column("subdomain", "Subdomain", None, "", "key", Secrecy.RECORD).cells(
            lambda found: list(found.subdomains.names)
        ),
        Column("before", "Original", RECORDS, "Records of the original.", "before").cells(
            lambda found: found.subdomains.records_before
        ),
        Column("after", "Masked", RECORDS, "Masked records.", "after").cells(
            lambda found: found.subdomains.records_after
        ),
        *map(_kept_of_kind, OF_KIND),
        Column("variables_valid", "Valid variables", VARIABLES, "That can be validly analysed.").cells(
            lambda found: found.valid.sum(axis=1)
        ),
    ),
    empty="No subdomain has records enough to be looked at.",
    rows=lambda found, at: np.flatnonzero(found.subdomains.before == at),
    row_title=lambda _found, _at: "of this subdomain",
)

LISTED_CHECKS = DeclaredTable[Checked](
    name="checks",
    title="Checks",
    about=plain(
        "All that was checked, what was not kept first; differences in units of what tolerances are."
    ),
    columns=(
        Column("subdomain", "Subdomain", None, "", "key", Secrecy.RECORD).cells(
            lambda found: [found.subdomains.names[check.subdomain] for check in found.listed]
        ),
        public_key("kind", "Check").cells(lambda found: [TITLES[check.kind] for check in found.listed]),
        public_key("variables", "Variables").cells(
            lambda found: [", ".join(check.names) for check in found.listed]
        ),
        Column("difference", "Difference", NUMBER, "By how much it moved.").cells(
            lambda found: [
                None if isnan(check.difference) or check.difference == inf else check.difference
                for check in found.listed
            ],
            undefined=Reason(
                Why.TOO_FEW, "It is not defined in the masked file, or constant in the original."
            ),
        ),
        Column("tolerance", "Tolerance", NUMBER, "By how much it may move.", secrecy=Secrecy.PUBLIC).cells(
            lambda found: [check.tolerance for check in found.listed]
        ),
        Column("kept", "Kept", None, "Whether it is within the tolerance.", secrecy=Secrecy.DERIVED).cells(
            lambda found: ["yes" if check.kept else "no" for check in found.listed]
        ),
    ),
    empty="Nothing is there to be checked.",
)


def to_findings(checked: Checked, notes: Sequence[Sentence]) -> Findings:
    """Return the findings.

    Parameters
    ----------
    checked
        What was checked.
    notes
        What was left out, and why.

    Returns
    -------
    Findings
        All declared figures, and tables by variable, by subdomain and of the single checks.
    """
    valid = [bool(some) and all(check.kept for check in some) for some in checked.of_subdomain]
    interesting = checked.valid.sum(axis=1) >= INTERESTING
    figures: list[Block] = [
        declared.figure(checked.kept(checked.checks, kind)) for kind, declared in OF_KIND.items()
    ]
    steps = (
        ("Subdomains", Quantity(len(valid), SUBDOMAINS)),
        ("Checks in all of them", Quantity(len(checked.checks), CHECKS)),
    )
    for declared, value in (
        (VALID, sum(valid) / max(len(valid), 1)),
        (INTEREST, float(interesting.mean()) if len(interesting) else 0.0),
        (VARIABLES_VALID, int(checked.valid.all(axis=0).sum())),
    ):
        figures.append(declared.figure(checked.whole(value, declared), computation=steps))
    blocks = (*figures, BY_VARIABLE.table(checked))
    section = Section(name="validity", blocks=blocks, notes=tuple(map(Note, notes)))
    return Findings(sections=(section, BY_SUBDOMAIN.section(checked), LISTED_CHECKS.section(checked)))
