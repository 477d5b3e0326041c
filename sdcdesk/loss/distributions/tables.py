"""Tables of distributions, before anything is computed."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import NUMBER, SHARE, VALUES, Quantity, Reason, Why, variable_unit
from sdcdesk.core.results.column import Cells, Column, ColumnRole, DeclaredColumn, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.loss.changed_records import changed_records
from sdcdesk.loss.distributions.compared_variable import ComparedVariable

SHARES = tuple(range(1, 100))
"""Of 100 values, how many lie below the quantiles that are held against each other."""


CONSTANT = Reason(
    Why.ZERO_DIVISOR, "The variable is constant in the original, or no record has a value in both files."
)
NO_VALUE = Reason(Why.TOO_FEW, "One of the files has no value.")
NO_SHAPE = Reason(Why.TOO_FEW, "There are too few values, or all are equal.")


@dataclass(frozen=True, slots=True, eq=False)
class ComparedDistributions:
    """What was compared.

    Attributes
    ----------
    original, masked
        Both files.
    variables
        Each compared variable.
    drawn
        The one that is drawn; None: there is none.
    """

    original: Microdata
    masked: Microdata
    variables: tuple[ComparedVariable, ...]
    drawn: ComparedVariable | None

    @property
    def names(self) -> list[str]:
        """Names of the variables."""
        return [one.name for one in self.variables]

    def drawn_quantiles(self, side: int) -> np.ndarray:
        """Return the quantiles of the drawn variable in the original (0) or the masked file (1).

        Parameters
        ----------
        side
            Which file.

        Returns
        -------
        np.ndarray
            float64 (99,), or none where there is no variable; linear between neighbouring values.
        """
        if self.drawn is None:
            return np.empty(0)
        ordered = self.drawn.ordered[side]
        if not len(ordered):
            return np.full(len(SHARES), np.nan)
        found: np.ndarray = np.interp(
            np.array(SHARES) / 100 * (len(ordered) - 1), np.arange(len(ordered)), ordered
        )
        return found


def _il1s(found: ComparedDistributions) -> list[Quantity | None]:
    return [
        Quantity(one.gaps.il1s, NUMBER, contributions=one.gaps.contributions)
        if np.isfinite(one.gaps.il1s)
        else None
        for one in found.variables
    ]


DISTANCES = DeclaredTable[ComparedDistributions](
    name="distances",
    title="Distances by variable",
    about=plain("Each variable by itself; none of the numbers depends on its unit."),
    columns=(
        public_key("variable", "Variable").cells(lambda found: found.names),
        Column("il1s", "IL1s", NUMBER, "Mean of |x − x′| ÷ (√2·S) over the records with both values.").cells(
            _il1s, undefined=CONSTANT
        ),
        Column(
            "sse_sst",
            "SSE ÷ SST",
            NUMBER,
            "Σ (x − x′)² ÷ Σ (x − x̄)² over the records with both values.",
            secrecy=Secrecy.DERIVED,
        ).cells(lambda found: [one.gaps.squares for one in found.variables], undefined=CONSTANT),
        Column(
            "hellinger",
            "Hellinger distance",
            NUMBER,
            "Of the shares of the values in the classes, 0 … 1.",
            secrecy=Secrecy.DERIVED,
        ).cells(lambda found: [one.hellinger for one in found.variables], undefined=NO_VALUE),
        Column(
            "kolmogorov_smirnov",
            "Kolmogorov–Smirnov",
            NUMBER,
            "Largest difference of the distribution functions, 0 … 1.",
        ).cells(lambda found: [one.kolmogorov_smirnov for one in found.variables], undefined=NO_VALUE),
        Column("values", "Values compared", VALUES, "Records with a value in both files.").cells(
            lambda found: [one.gaps.values for one in found.variables]
        ),
    ),
    empty="No variable is continuous in both files, so nothing is compared.",
    rows=lambda found, at: changed_records(found.original, found.masked, found.names[at]),
    row_title=lambda found, at: sentence("with another {name}", name=found.names[at]),
    plots=(
        Plot(
            name="values_moved",
            title="How far values moved",
            kind="bars",
            x=Axis("Variable", column="variable"),
            y=Axis("IL1s", unit=NUMBER, least=0.0),
            series=(Series("il1s", "IL1s", "loss"),),
            about=plain("A bar for each variable: the mean change of a value in units of √2·S."),
        ),
        Plot(
            name="distributions_moved",
            title="How far distributions moved",
            kind="bars",
            x=Axis("Variable", column="variable"),
            y=Axis("Distance", unit=NUMBER, least=0.0),
            series=(Series("kolmogorov_smirnov", "Kolmogorov–Smirnov", "loss"),),
            about=plain("A bar for each variable: the largest difference of the distribution functions."),
        ),
    ),
)


def _moment(
    name: str, title: str, side: int, meaning: str, attribute: str
) -> DeclaredColumn[ComparedDistributions]:
    roles: tuple[ColumnRole, ColumnRole] = ("before", "after")
    unit = variable_unit() if attribute in ("mean", "deviation") else NUMBER

    def cells(found: ComparedDistributions) -> Cells:
        return [getattr(one.shapes[side], attribute) for one in found.variables]

    return Column(
        f"{name}_{roles[side]}",
        title,
        unit,
        meaning,
        roles[side],
        Secrecy.DERIVED,
        ("Original", "Masked")[side],
    ).cells(cells, undefined=NO_SHAPE)


MOMENTS = DeclaredTable[ComparedDistributions](
    name="moments",
    title="Moments",
    about=plain("Each file as a whole, without weights."),
    columns=(
        public_key("variable", "Variable").cells(lambda found: found.names),
        *(
            _moment(name, title, side, meaning, name)
            for side in (0, 1)
            for name, title, meaning in (
                ("mean", "Mean", ""),
                ("deviation", "Standard deviation", "Divided by values − 1."),
                (
                    "skewness",
                    "Skewness",
                    "m₃ ÷ √m₂³: 0 of a symmetric distribution, above 0 with a tail of large values.",
                ),
                (
                    "kurtosis",
                    "Kurtosis",
                    "m₄ ÷ m₂² − 3: 0 of a normal distribution, above 0 with heavier tails.",
                ),
            )
        ),
    ),
    empty="No variable is continuous in both files, so nothing is compared.",
)


def _classes(found: ComparedDistributions) -> list[Sentence]:
    """Return the classes of the drawn variable in words."""
    if found.drawn is None:
        return []
    edges = found.drawn.drawn_classes()[0].tolist()
    if not edges:
        return []
    within = [sentence("{low} to {high}", low=low, high=high) for low, high in pairwise(edges)]
    return [sentence("below {low}", low=edges[0]), *within, sentence("{high} and more", high=edges[-1])]


def _counts(found: ComparedDistributions, side: int) -> np.ndarray:
    return np.empty(0, np.int64) if found.drawn is None else found.drawn.drawn_classes()[1 + side]


def _shares(found: ComparedDistributions, side: int) -> np.ndarray:
    counts = _counts(found, side)
    return counts / max(int(counts.sum()), 1)


DISTRIBUTION = DeclaredTable[ComparedDistributions](
    name="distribution",
    title="Distribution",
    about=plain(
        "Values in classes of equal width between the 1 % and the 99 % quantile of the original; a class "
        "holds its lower end. The first and the last class are open."
    ),
    columns=(
        Column("class", "Values", None, "Of the variable that is drawn.", "key", Secrecy.RECORD).cells(
            _classes
        ),
        Column("share_before", "Original", SHARE, "Of all its present values.", "before").cells(
            lambda found: _shares(found, 0)
        ),
        Column("share_after", "Masked", SHARE, "Of all its present values.", "after").cells(
            lambda found: _shares(found, 1)
        ),
        Column("values_before", "Values before", VALUES, "In the original.", "before").cells(
            lambda found: _counts(found, 0)
        ),
        Column("values_after", "Values after", VALUES, "In the masked file.", "after").cells(
            lambda found: _counts(found, 1)
        ),
    ),
    empty="No variable has values in both files, so none is drawn.",
    plots=(
        Plot(
            name="overlaid",
            title="Original and masked values",
            kind="bars",
            x=Axis("Values", column="class"),
            y=Axis("Of all values", unit=SHARE, least=0.0),
            series=(Series("share_before", "Original", "before"), Series("share_after", "Masked", "after")),
            about=plain("Two bars for each class, hollow for the original and filled for the masked file."),
        ),
    ),
)

QUANTILES = DeclaredTable[ComparedDistributions](
    name="quantiles",
    title="Quantiles",
    about=plain("Of the variable that is drawn, linear between neighbouring values."),
    columns=(
        public_key("below", "Below", SHARE, "Of all values so many lie below.").cells(
            lambda found: [] if found.drawn is None else [share / 100 for share in SHARES]
        ),
        Column("before", "Original", variable_unit(), "", "before", Secrecy.RECORD).cells(
            lambda found: found.drawn_quantiles(0), undefined=NO_VALUE
        ),
        Column("after", "Masked", variable_unit(), "", "after", Secrecy.RECORD).cells(
            lambda found: found.drawn_quantiles(1), undefined=NO_VALUE
        ),
        Column("change", "Change", variable_unit(), "Masked minus original.", "change", Secrecy.RECORD).cells(
            lambda found: found.drawn_quantiles(1) - found.drawn_quantiles(0), undefined=NO_VALUE
        ),
    ),
    empty="No variable is continuous in both files, so nothing is compared.",
    plots=(
        Plot(
            name="quantiles_against_quantiles",
            title="Masked against original quantiles",
            kind="curves",
            x=Axis("Original", column="before", unit=variable_unit()),
            y=Axis("Masked", unit=variable_unit()),
            series=(Series("before", "Equal", "before"), Series("after", "Masked", "after")),
            about=plain(
                "A QQ plot: where the curve of the masked file leaves the straight line, quantiles moved."
            ),
        ),
    ),
)

TABLES = (DISTANCES, MOMENTS, DISTRIBUTION, QUANTILES)
