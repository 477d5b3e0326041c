"""Comparison of the values of categorical variables."""

from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar, Literal

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.parameters import NOT_IDENTIFIERS, Accepts, FieldDisplay, parameter
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings
from sdcdesk.core.results.without_original import LOSS_UNKNOWN
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.loss.categorical_findings import COLUMNS, DISTANCE, VARIABLES_COMPARED, to_findings
from sdcdesk.loss.category_tables import CROSSED, SHARES, ComparedCategories, category_sections
from sdcdesk.loss.coarser_labels import CoarserLabels, coarser_labels
from sdcdesk.loss.comparison import Comparison, compare
from sdcdesk.loss.headline_parts import count_merged_categories
from sdcdesk.loss.selection import selected


class CategoricalComparison(Measure):
    """Mean distance between the original and the masked category of a record.

    For each categorical variable V, the mean over the t records of the masked file of a distance
    between the original category c and the masked category c′:

    - *nominal*: 0 if they are equal, else 1;
    - *ordinal*: the number of places between them in the order of the categories, divided by |D(V)|, the
      number of categories. D(V) holds all declared categories of the original, observed or not; where
      none are declared, the values that occur in it.

    The paper counts both ends, (places + 1)/|D(V)|, so that even equal files lose 1/|D(V)| a value; choose
    `printed` for its numbers.

    If the variable was recoded, both files are compared after the recoding, in the order of the masked
    categories, so that only other changes (swapping, suppression, PRAM) count; what the recoding itself
    costs is in the headline loss. This needs the recipe. A masked file that comes from no recipe, and a
    variable that was changed but not recoded, are compared at the categories of the original. A masked
    value outside them then has no distance, and the variable is refused: with an error if you named
    it, else it is left out and reported.

    A value that is missing in both files has distance 0, in one of them 1. Records count equally;
    sampling weights are not used. Records that were left out are not looked at; without a masked
    record nothing is defined. All variables together: the mean over the variables compared.

    When to use: after swapping, PRAM, rounding of ordered categories, or suppression of cells.

    When not: to judge what a recoding costs, or what happens to tables. Distances of single records say
    nothing about the distribution of the variable: a file with its records shuffled keeps every
    frequency, and is far away in this measure.

    A label that stands for the original category and for others is *coarser*, and at distance 0: what it
    costs is in the headline loss and in EBIL. Recodings make such labels, local recoding gives them to single
    records, and of a masked file that comes from no recipe an interval is one that its description gives to a
    label, ends included. A label that is known to stand for other categories is at the distance of a
    changed one.

    The table `variables` has for each variable its `distance`; the `level` at which it was compared
    (original or recoded); what `recoding` lost, the mean of (original categories under the masked one − 1) ÷
    (their number − 1), as in the headline loss; the number of `categories` |D(V)|; the divisor `records`;
    and how many of these became `coarser`, were `changed` from one category to another, `blanked` (missing
    in the masked file only) and `filled` (missing in the original only). The table `shares` has for each
    category of the level the records and their share in each whole file, a missing value being one more
    category, and `crossed` how many masked records of each original category have which masked one; of a
    variable with more than 200 categories, or pairs of them, the 200 that moved most.

    Example
    -------
    Of two records, one moves three places in an order of four:

    >>> import pandas as pd
    >>> from sdcdesk.core.data.microdata import Microdata
    >>> from sdcdesk.core.data.variable import Scale, Variable
    >>> from sdcdesk.loss import CategoricalComparison
    >>> grade = Variable(name="grade", scale=Scale.ORDINAL, categories=("A", "B", "C", "D"))
    >>> original = Microdata(pd.DataFrame({"grade": ["A", "B"]}), [grade])
    >>> masked = original.assign({"grade": pd.Series(["D", "B"])})
    >>> CategoricalComparison().assess(original, masked).value("distance")
    0.375
    """

    concern: ClassVar[Concern] = Concern.LOSS
    version: ClassVar[int] = 2
    name: ClassVar[str] = "categorical_comparison"
    title: ClassVar[str] = "Comparison of categories"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, section 4"
    )
    purpose: ClassVar[str] = "How far categories are from those of the same records in the original."
    declares: ClassVar[tuple[Declared, ...]] = (DISTANCE,)
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = (VARIABLES_COMPARED, SHARES, CROSSED)
    counts_values: ClassVar[bool] = True
    needs_original: ClassVar[str] = LOSS_UNKNOWN
    examples = (
        {},
        {"variables": ["school"], "ordinal": "printed"},
    )

    variables: tuple[str, ...] = parameter(
        (),
        "Variables",
        "The variables to compare; none named: all nominal and ordinal ones but identifiers and household "
        "numbers.",
        FieldDisplay(empty="all nominal and ordinal ones"),
        accepts=Accepts(scales=(Scale.NOMINAL, Scale.ORDINAL), roles=NOT_IDENTIFIERS),
    )
    ordinal: Literal["metric", "printed"] = parameter(
        "metric",
        "Distance of ordered categories",
        "The places between two categories, or the categories from one to the other with both ends as in "
        "the paper; either is divided by the number of categories.",
        FieldDisplay(choices={"metric": "Places between", "printed": "Both ends counted, as printed"}),
    )

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        names, notes = selected(self.variables, original, masked, Scale.NOMINAL, Scale.ORDINAL)
        rows, categories = [], []
        for name, _ in progress.over(names, self.title):
            try:
                compared = compare(original, masked, name)
                labels = coarser_labels(original, masked, name, compared)
                rows.append(self._row(name, compared, labels))
                categories.append(ComparedCategories(original, masked, name, compared, labels))
            except DataError as error:
                if self.variables:
                    raise
                notes.append(sentence("Left out: {why}", why=error.message))
        table = pd.DataFrame(rows, columns=[column.name for column in COLUMNS])
        distances = table["distance"].tolist()
        table["distance"] = table["distance"].astype("float64")
        if (table["level"] == "recoded").any():
            recoded = ", ".join(table.loc[table["level"] == "recoded", "variable"])
            words = "Recoded, so the distance does not count what recoding lost; the table does: {names}."
            notes.append(sentence(words, names=recoded))
        if table.empty:
            notes.append(plain("No variable has categories in both files, so nothing is compared."))
        mean = float(sum(distances) / len(distances)) if distances else np.nan
        found = to_findings(table, mean, len(masked), notes, printed=self.ordinal == "printed")
        return replace(found, sections=(*found.sections, *category_sections(categories)))

    def _row(self, name: str, compared: Comparison, labels: CoarserLabels) -> list[Any]:
        """Return the row of a variable, or raise `DataError` if it has values outside D(V).

        Its distance has no error of rounding, so that a limit may equal the mean of several.
        """
        outside = compared.records(compared.outside & ~labels.known)
        if outside:
            raise DataError(
                sentence(
                    "{name}: {n} masked record holds a value that is none of the original's categories; "
                    "declare it missing or among the categories, or compare by a recipe that knows the "
                    "recoding.",
                    "{name}: {n} masked records hold a value that is none of the original's categories; "
                    "declare it missing or among the categories, or compare by a recipe that knows the "
                    "recoding.",
                    "n",
                    name=name,
                    n=outside,
                ),
                name,
            )
        records = int(compared.counts.sum())
        ends = compared.placed if self.ordinal == "printed" else 0
        alike = labels.kept & (not compared.recoded)
        apart = np.where(alike, 0, compared.counts)
        places = int(apart @ (compared.places + ends))
        distance = int(apart[compared.whole].sum()) + Fraction(places, max(compared.domain, 1))
        return [
            name,
            distance / records if records else np.nan,
            "recoded" if compared.recoded else "original",
            _lost_by_recoding(compared) if records else np.nan,
            compared.domain,
            records,
            compared.records(labels.coarser),
            compared.records(compared.changed & ~labels.kept),
            compared.records(compared.blanked),
            compared.records(compared.filled),
        ]


def _lost_by_recoding(compared: Comparison) -> float:
    """Return the mean over the records of what recoding took from their category, 0…1."""
    if not compared.recoded:
        return 0.0
    present = compared.before >= 0
    merged, most = count_merged_categories(compared)
    lost = int(compared.counts[present] @ merged[compared.before[present]])
    return lost / (most * int(compared.counts.sum()))
