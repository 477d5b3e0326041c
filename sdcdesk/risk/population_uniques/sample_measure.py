"""Sample measures: of how many people the file is a sample, and how a log-linear model takes the keys."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.role_variable import known_variable
from sdcdesk.core.data.sampling_weights import require_positive_values, sampling_weights, weight_name
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.contributions import single_value_contributions
from sdcdesk.core.numbers.quantity import NUMBER, Quantity, Reason, Why
from sdcdesk.core.operations.parameters import CONTINUOUS, FieldDisplay, parameter
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.counting.answers import SizeHistogram
from sdcdesk.counting.in_memory import InMemory
from sdcdesk.counting.key_codes import key_codes
from sdcdesk.counting.questions import Counting
from sdcdesk.kernels.counting import Groups
from sdcdesk.kernels.rounded_sums import rounded_sum
from sdcdesk.risk.declared import NO_GROUPS
from sdcdesk.risk.hidden_weights import weights_are_hidden, with_weights_hidden
from sdcdesk.risk.keys.key_measure import KeyMeasure
from sdcdesk.risk.population_uniques.log_linear import Cells, cells_of
from sdcdesk.risk.population_uniques.log_linear_model import MODELS, Model, Term, model_terms
from sdcdesk.risk.population_uniques.sample import Sample

CLOSE = 1e-9
"""A sum of weights may fall below the number of records by so much of it, which is rounding."""

UNIT = 2.0**-52
"""Each addition is off by less of the sum."""

MOST = 10**15
"""People at most; far beyond all of mankind, weights are wrong."""

UNKNOWN = Reason(
    Why.NOT_APPLICABLE,
    "Nothing says how many people the file was drawn from: no population size is given, and no variable has "
    "the role weight.",
)


def population_size(given: int | None, weight: str | None, counting: Counting) -> int | None:
    """Return how many people the original was drawn from.

    Parameters
    ----------
    given
        The size, where it was given.
    weight
        The variable with the sampling weights, where one was named.
    counting
        The original; all of its weights together stand for the population.

    Returns
    -------
    int or None
        N: the given size, else the sum of the weights, rounded; None where nothing says it.

    Raises
    ------
    DataError
        It is smaller than the file, several variables have the role weight, or weights are missing, zero or
        negative, or sum to an impossible number of people.
    """
    records = counting.initial_records
    if given is not None:
        if given < records:
            words = (
                "A population of {given} people cannot have {records} records of the original; correct the "
                "population size."
            )
            raise DataError(sentence(words, given=given, records=records), "population_size")
        return given
    name = known_variable(Role.WEIGHT, weight, counting.original)
    if name is None:
        return None
    people = _sum_of_weights(counting, name)
    if not records * (1 - CLOSE) <= people <= MOST:
        words = (
            "{name}: the weights of {records} records sum to fewer people than records, or to more than "
            "{most}; give each record the number of people that it stands for."
        )
        raise DataError(sentence(words, name=name, records=records, most=MOST), "weight")
    return max(round(people), records)


def _sum_of_weights(counting: Counting, name: str) -> float:
    """Return the sum of all weights of the original, as whole people."""
    if not isinstance(counting, InMemory):
        values, frequencies = counting.categories(name), counting.value_frequencies(name)
        require_positive_values(values, frequencies, counting.initial_records, name)
        return rounded_sum(values.to_numpy(dtype=np.float64)[frequencies > 0], frequencies[frequencies > 0])
    original = counting.original
    weights = sampling_weights(original, Microdata(original.frame, original.variables), name)
    with np.errstate(over="ignore"):
        people = float(weights.sum())
    # Where rounding could make one person more or less of it, the sum is rounded once only.
    unsure = people <= MOST and abs(people % 1 - 0.5) <= people * len(weights) * UNIT
    return rounded_sum(weights) if unsure else people


EQUAL = (
    "The released records are taken as a random sample in which everybody was as likely to be drawn; where "
    "weights differ much, or records were left out because they are rare, the estimates are off."
)
UNEQUAL = (
    "The sampling weights differ. Only the log-linear model uses that of each record; the estimators of "
    "Zayatz and Pitman, the slide negative binomial, Poisson–gamma, log-normal and Dirichlet-multinomial "
    "models, the rule that chooses among them, and the data intrusion factor need equal weights, and are off "
    "the more these differ."
)
"""What is said of how people were drawn."""

NO_ERRORS = (
    "The estimates have no standard error and no interval: the definitions used here give none. How far the "
    "models lie apart, and the tests of fit of the log-linear model, are signs of how sure they are."
)


@dataclass(frozen=True, slots=True, eq=False)
class Grouped:
    """Groups of a sample.

    Attributes
    ----------
    sample
        Their sizes, and the population.
    values
        For each key, how many values occur, a missing one included.
    unequal
        Whether sampling weights are used, and differ.
    groups
        Which record is in which; None where records are not in memory.
    cells
        Their key values; None likewise.
    """

    sample: Sample
    values: Sequence[int]
    unequal: bool
    groups: Groups | None
    cells: Cells | None


@dataclass(frozen=True, slots=True, eq=False)
class Sampled:
    """Released records as a sample.

    Attributes
    ----------
    counting
        Both files by the key variables.
    sizes
        How many records share a key.
    grouped
        Its groups; or why they, or the population, are not known.
    terms
        Interactions of the log-linear model.
    """

    counting: Counting
    sizes: SizeHistogram
    grouped: Grouped | Reason
    terms: list[Term]

    @property
    def masked(self) -> Microdata:
        """The masked file."""
        return self.counting.masked

    @property
    def names(self) -> tuple[str, ...]:
        """The key variables."""
        return self.counting.keys

    @property
    def sample(self) -> Sample | Reason:
        """Sizes of groups and the population; or why they are not known."""
        return self.grouped if isinstance(self.grouped, Reason) else self.grouped.sample

    @property
    def unequal(self) -> bool:
        """Whether sampling weights are used, and differ."""
        return not isinstance(self.grouped, Reason) and self.grouped.unequal


class SampleMeasure(KeyMeasure):
    """A measure that takes the released records as a sample of a population."""

    needs_original = ""
    unpaired = "beside"
    uses_confidential_values = True

    population_size: int | None = parameter(
        None,
        "People in the population",
        "How many people the original is a sample of. Left empty: the sum of the sampling weights of all its "
        "records.",
        FieldDisplay(unit="people", empty="by the sampling weights"),
        ge=1,
        le=MOST,
    )
    weight: str | None = parameter(
        None,
        "Sampling weights",
        "The variable that says how many people a record stands for. Left empty: the one with the role "
        "weight.",
        FieldDisplay(empty="the one with the role weight", when={"population_size": (None,)}),
        accepts=CONTINUOUS,
    )
    model: Model = parameter(
        "main",
        "Log-linear model",
        "Which keys hang together: interactions that are left out make the risk too large, too many of them "
        "too small.",
        FieldDisplay(choices=MODELS),
    )
    interactions: tuple[str, ...] = parameter(
        (),
        "Interactions",
        "Key variables joined by ×, or by *; each interaction holds those of all its parts.",
        FieldDisplay(empty="age × region; sex × region × status", when={"model": ("named",)}),
    )

    @model_validator(mode="after")
    def _interactions_are_named(self) -> Self:
        if self.model == "named" and not self.interactions:
            raise FieldError("interactions", "is empty; name an interaction, or choose main effects")
        return self

    @property
    def by_record(self) -> tuple[str, ...] | None:
        """Names of what needs to know who is who: all where weights of the original stand for people."""
        return None if self.population_size is None else ()

    def sampled(self, counting: Counting, progress: Progress = SILENT) -> Sampled:
        """Return the released records as a sample.

        Parameters
        ----------
        counting
            Both files by their keys.
        progress
            Asked whether to stop; nothing is reported to it.

        Returns
        -------
        Sampled
            Their groups, and the population.

        Raises
        ------
        DataError
            There are no keys, an interaction names something else, or weights or the population size are not
            possible.
        """
        terms = model_terms(self.model, self.interactions, counting.keys)
        sizes = counting.sizes_after(progress)
        people = population_size(self.population_size, self.weight, counting)
        grouped: Grouped | Reason
        if people is None:
            grouped = UNKNOWN
        elif sizes.groups is None:
            grouped = Reason(Why.NOT_APPLICABLE, NO_GROUPS)
        else:
            grouped = self._grouped(counting, Sample(sizes.sizes, sizes.groups, people))
        return Sampled(counting, sizes, grouped, terms)

    def _grouped(self, counting: Counting, sample: Sample) -> Grouped:
        """Return the groups of a sample, with their key values where records are in memory."""
        if isinstance(counting, InMemory) and counting.after.groups is not None:
            groups = counting.after.groups
            weights = self._weights(counting.original, counting.masked, sample.population)
            cells = cells_of(key_codes(counting.masked, counting.keys), groups, weights)
            return Grouped(sample, cells.sizes, weights is not None, groups, cells)
        occurring = [counting.value_frequencies(name) for name in counting.keys]
        values = [
            int(np.count_nonzero(one)) + (int(one.sum()) < counting.released_records) for one in occurring
        ]
        unequal = self.population_size is None and bool(
            np.count_nonzero(counting.value_frequencies(weight_name(self.weight, counting.original))) > 1
        )
        return Grouped(sample, values, unequal, None, None)

    def _weights(self, original: Microdata, masked: Microdata, people: int) -> np.ndarray | None:
        """Return for how many people each released record stands; None where all do for equally many.

        Where records were left out, the others stand for their people too.
        """
        if self.population_size is not None:
            return None
        weights = sampling_weights(original, masked, weight_name(self.weight, original))
        if not len(weights) or weights.max() == weights.min():
            return None
        # Summed in one order, so that the result does not hang on that of the released records.
        return weights * (people / float(np.sort(weights).sum()))

    def hiding_weights(self, findings: Findings, original: Microdata, masked: Microdata) -> Findings:
        """Return findings whose numbers give no sampling weight away that is not released.

        Parameters
        ----------
        findings
            Findings of this measure.
        original, masked
            Both files.

        Returns
        -------
        Findings
            The same ones where the size of the population is given.
        """
        if self.population_size is not None:
            return findings
        weight = known_variable(Role.WEIGHT, self.weight, original)
        return with_weights_hidden(findings, original, masked, weight) if weight else findings

    def sample_notes(self, sampled: Sampled, original: Microdata) -> tuple[str, ...]:
        """Return remarks on the keys and on the sample, which stand beside the figures.

        Parameters
        ----------
        sampled
            The released records.
        original
            The initial file.

        Returns
        -------
        tuple[str, ...]
            One sentence each.
        """
        notes: list[Sentence | str] = [*self.key_notes(sampled.names, sampled.masked)]
        if isinstance(sampled.sample, Sample):
            hidden = self.population_size is None and weights_are_hidden(
                original, sampled.masked, weight_name(self.weight, original)
            )
            size = sampled.sample.population
            people = Quantity(
                float(size),
                NUMBER,
                contributions=single_value_contributions(len(original), size) if hidden else None,
            )
            words = "The population is estimated by the sampling weights of the original: {people} people."
            if original.is_released:
                words = "The population is estimated by the sampling weights of the file: {people} people."
            if self.population_size is not None:
                words = "The population is given: {people} people."
            notes.append(sentence(words, people=people))
            notes.append(UNEQUAL if sampled.unequal else EQUAL)
            if not sampled.sample.whole and sampled.sample.refusal is None:
                notes.append(NO_ERRORS)
        left_out = sampled.counting.initial_records - sampled.counting.released_records
        if left_out:
            notes.append(
                sentence(
                    "{n} record of the original was left out; the sample is that of the others.",
                    "{n} records of the original were left out; the sample is that of the others.",
                    "n",
                    n=left_out,
                )
            )
        return tuple(notes)
