"""Measure of distance-based record linkage."""

from collections.abc import Iterator
from itertools import combinations
from typing import Self

from pydantic import model_validator

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.measure import RecordRisk
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.risk.linkage.compared import MISSING, Compared, Ordinal, compared
from sdcdesk.risk.linkage.distance_findings import DECLARES, SOURCE, TABLES, Linkage, to_findings
from sdcdesk.risk.linkage.linkage_measure import RIGHT, LinkageMeasure
from sdcdesk.risk.linkage.links import Links, Ties, links

LARGEST = 1e6
"""Weight at most: beyond, the digits of all other variables would be lost."""


def _key_names(original: DescribedFrame) -> tuple[str, ...]:
    """Return what can have a weight."""
    return original.named(Role.KEY)


class DistanceLinkage(LinkageMeasure):
    """Share of released records that an intruder links to the right ones by taking the nearest.

    The intruder has the original values of some key variables, with names, and links every released record to
    the record of the original at the smallest distance. The distance of two records is the sum of the squared
    distances of their variables:

    - *continuous*: (x − x′) ÷ the standard deviation of the original (÷ n − 1). A variable whose values
      are all equal has none, and is left out and named;
    - *nominal*: 0 if equal, else 1; or, of names and addresses that may be written differently, 1 − their
      similarity: after Jaro and Winkler, or the share of letters that stay (Levenshtein). Texts are compared
      without regard to upper and lower case and to superfluous blanks, at most 4,000 different ones of up to
      200 letters; a variable that a recipe recoded is equal or not;
    - *ordinal*: the places between both categories ÷ |D(V)|, the number of categories that the original
      declares. The paper counts both ends, (places + 1) ÷ |D(V)|, also of equal categories; choose `printed`
      for that.

    A value that is missing in both records has distance 0, in one of them 1. Variables count equally, unless
    `weights` says by what the squared distances of some of them are multiplied: an intruder trusts some of
    his knowledge more. A weight of 0 leaves a variable out. Which record is the right one, where that is the
    nearest in all variables, is found without weights. Where a
    recipe knows how a variable was recoded, both files are compared at the recoded level; a category that is
    none of the original's, and that no recoding explains, has no place in an order: the variable is refused
    if you named it, else left out and reported.

    If several records of the original are equally near, the intruder draws one of them blindly, and is right
    one time in as many (`expected`); `strict` counts only records whose right one alone is nearest,
    `generous` all whose right one is among the nearest. Distances whose squares differ by less than a
    billionth are equal. The nearest records are found exactly, never approximately.

    When to use it: after noise, swapping, microaggregation, PRAM or rounding, where counting equal keys says
    little. When not: for a file that was recoded or sampled only, where the disclosure risk is exact; or
    where the intruder has not the values of your original but other ones of his own, against which this is
    what he could achieve at best.

    Examples
    --------
    Ages after noise. The second and third are nearest to their own record, the first to another's:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = sdc.Microdata(pd.DataFrame({"age": [20, 31, 70]}))
    >>> noisy = people.assign({"age": pd.Series([28, 33, 66])})
    >>> found = sdc.risk.DistanceLinkage(keys=["age"]).assess(people, noisy)
    >>> found.record("chance").tolist(), round(found.value("linked"), 4)
    ([0.0, 1.0, 1.0], 0.6667)
    """

    name = "distance_linkage"
    title = "Record linkage by distance"
    source = SOURCE
    purpose = "How many records an intruder links by taking the nearest one."
    declares = DECLARES
    tables = TABLES
    record_risk = RecordRisk("chance", "linked")
    needs_original = (
        "Released records are linked with those of the original, which is not known of a released file alone."
    )
    examples = (
        {"subsets": 1},
        {"keys": ["age", "zip", "bonus"], "ordinal": "printed", "ties": "strict", "right": "nearest"},
        {"keys": ["age", "zip"], "comparator": "jaro_winkler", "texts": ["zip"]},
        {"keys": ["age", "zip", "school"], "weights": {"age": 4.0, "school": 0.5}},
    )

    ordinal: Ordinal = parameter(
        "metric",
        "Distance of ordered categories",
        "The places between two categories, or the categories from one to the other with both ends as in the "
        "paper; either is divided by the number of categories.",
        FieldDisplay(choices={"metric": "Places between", "printed": "Both ends counted, as printed"}),
    )
    ties: Ties = parameter(
        "expected",
        "Equally near records",
        "What counts where several records of the original are equally near: the chance of the right one, "
        "only a right one that is alone, or every right one that is among them.",
        FieldDisplay(
            choices={
                "expected": "one of them is drawn",
                "strict": "are no link",
                "generous": "are a right link if one is right",
            }
        ),
    )
    weights: dict[str, float] = parameter(
        {},
        "Weights of variables",
        "By what the squared distances of a key variable are multiplied, at least 0; left out: 1.",
        FieldDisplay(more=True, empty="all alike", rows=_key_names),
    )
    subsets: int = parameter(
        0,
        "Fewer variables",
        "Also links by every combination of up to so many of the key variables; 0: only by all of them.",
        FieldDisplay(unit="variables", more=True),
        ge=0,
        le=10,
    )

    @model_validator(mode="after")
    def _weights_are_possible(self) -> Self:
        for name, weight in self.weights.items():
            if not 0 <= weight <= LARGEST:
                words = "the weight of {name} is not between 0 and {most}; correct it"
                raise FieldError("weights", sentence(words, name=short(name), most=LARGEST))
        return self

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        names = self.key_names(original)
        known = compared(
            original,
            masked,
            names,
            self.ordinal,
            all_needed=bool(self.keys),
            as_texts=self.comparison(original, names),
            progress=progress.part(0.0, 0.1),
        )
        self._check_weights(names)
        progress.at(0.1, "Nearest records")
        rest = self.rest(original, masked, known, self.ordinal)
        whole = known.beside(rest).space() if self.right == "nearest" else None
        known = known.weighted(self.weights)
        left_out = tuple(note for note in rest.notes if note not in known.notes)
        some = list(self._some(known))
        end = 0.1 + 0.9 / (1 + len(some))
        by_all = links(known.space(), masked.rows, whole, progress.part(0.1, end))
        by_some: list[tuple[tuple[str, ...], Links]] = [
            (chosen, links(known.space(chosen), masked.rows, whole, part))
            for chosen, part in progress.part(end, 1.0).over(some, "Fewer variables")
        ]
        linkage = Linkage(masked, known, by_all, tuple(by_some), self.ties)
        return to_findings(linkage, (plain(RIGHT[self.right]), plain(MISSING), *known.notes, *left_out))

    def _check_weights(self, names: tuple[str, ...]) -> None:
        """Refuse the weight of a variable that is no key, rather than ignore it."""
        strange = [name for name in self.weights if name not in names]
        if strange:
            words = "{name} is none of the key variables, so it cannot have a weight; leave it out."
            raise DataError(sentence(words, name=short(strange[0])), "weights")
        if all(self.weights.get(name, 1.0) == 0 for name in names):
            raise DataError("All key variables have the weight 0; give one of them more.", "weights")

    def _some(self, known: Compared) -> Iterator[tuple[str, ...]]:
        """Walk through the combinations of fewer variables than are known."""
        names = [one.name for one in known.variables if one.weight]
        for number in range(1, min(self.subsets, len(names) - 1) + 1):
            yield from combinations(names, number)
