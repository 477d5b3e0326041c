"""Figures and table of population uniques: by several models, and by the rule that chooses among them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from sdcdesk.core.numbers.quantity import (
    EXPECTED_NUMBER,
    NUMBER,
    RECORDS,
    SHARE,
    Bound,
    Quantity,
    Reason,
    Why,
)
from sdcdesk.core.results.column import Column, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.text.sentence import Sentence, joined, plain, sentence
from sdcdesk.risk.data_intrusion import Intrusion
from sdcdesk.risk.population_uniques.estimate import Estimate
from sdcdesk.risk.population_uniques.log_linear_model import model_text
from sdcdesk.risk.population_uniques.sample import Sample
from sdcdesk.risk.population_uniques.sample_measure import Sampled

FEW = 0.1
"""Sampling fraction up to which the Pitman model is chosen."""


def chosen_estimator(fraction: float, estimates: Mapping[str, Estimate | Reason]) -> str | None:
    """Return the estimator that the rule takes.

    Up to a sampling fraction of 10 % it is Pitman's, and Zayatz's where that one fails; beyond, the smaller
    one of Zayatz's and of the slide negative binomial one. Dankar, El Emam, Neisa and Roffey 2012.

    Parameters
    ----------
    fraction
        Share of the population that was drawn, π.
    estimates
        By the names of the estimators: "pitman", "zayatz" and "snb".

    Returns
    -------
    str or None
        One of these names; None where none of those that the rule would take is estimable.
    """
    people = {name: each.people for name, each in estimates.items() if isinstance(each, Estimate)}
    if fraction <= FEW:
        wanted = [name for name in ("pitman", "zayatz") if name in people]
        return wanted[0] if wanted else None
    return min((name for name in ("zayatz", "snb") if name in people), key=people.__getitem__, default=None)


LOG_LINEAR_SOURCE = "Skinner and Holmes 1998; Skinner and Shlomo 2008"

UNIQUES = Declared(
    "sample_uniques", "Records alone with their key", RECORDS, symbol="f_1", better="less"
).means(
    "Released records that share their key values with no other released record: only they can be "
    "alone in the population."
)

FRACTION = Declared(
    "sampling_fraction", "Sampling fraction", SHARE, symbol="π", secrecy=Secrecy.PUBLIC
).means("Released records divided by the people of the population.")


by_model = partial(Declared, unit=SHARE, better="less")

BY_RULE = by_model(
    "by_rule", "Population uniques by rule", source="Dankar, El Emam, Neisa and Roffey 2012"
).means(
    "People who are alone with their key in the population, divided by all of its people, by the estimator "
    "that was best in experiments: up to a sampling fraction of 10 % that of Pitman, beyond the smaller one "
    "of those of Zayatz and of the slide negative binomial model. A released record is as likely one of "
    "them."
)
ZAYATZ = by_model("zayatz", "Uniques by Zayatz", source="Zayatz 1991").means(
    "People who are alone with their key in the population, divided by all of its people, as if groups of "
    "the population were as large as those of the sample. A released record is as likely one of them."
)
PITMAN = by_model("pitman", "Uniques by Pitman", source="Pitman 1995; Hoshino 2001").means(
    "People who are alone with their key in the population, divided by all of its people, by the Pitman "
    "sampling formula. A released record is as likely one of them."
)
SNB = by_model(
    "snb", "Uniques by slide binomial", source="Chen and Keller-McNulty 1998; Haas and Stokes 1998"
).means(
    "People who are alone with their key in the population, divided by all of its people, by the slide "
    "negative binomial model. A released record is as likely one of them."
)
POISSON_GAMMA = by_model(
    "poisson_gamma", "Uniques by Poisson–gamma", source="Bethlehem, Keller and Pannekoek 1990"
).means(
    "People who are alone with their key in the population, divided by all of its people, by the "
    "Poisson–gamma model. A released record is as likely one of them."
)
LOG_NORMAL = by_model(
    "log_normal", "Uniques by log-normal", source="Skinner and Holmes 1993; Fienberg and Makov 1998"
).means(
    "People who are alone with their key in the population, divided by all of its people, by the Poisson "
    "log-normal model. A released record is as likely one of them."
)
DIRICHLET = by_model("dirichlet_multinomial", "Uniques by Dirichlet", source="Takemura 1999").means(
    "People who are alone with their key in the population, divided by all of its people, by the "
    "Dirichlet-multinomial model. A released record is as likely one of them."
)
LOG_LINEAR = by_model("log_linear", "Uniques by log-linear model", source=LOG_LINEAR_SOURCE).means(
    "People who are alone with their key in the population, divided by all of its people, by a log-linear "
    "model of the keys. A released record is as likely one of them."
)

ESTIMATORS = (ZAYATZ, PITMAN, SNB, POISSON_GAMMA, LOG_NORMAL, DIRICHLET, LOG_LINEAR)


Estimates = Mapping[str, Estimate | Reason]

MODELS = {
    "zayatz": "Zayatz",
    "pitman": "Pitman",
    "snb": "Slide negative binomial",
    "poisson_gamma": "Poisson–gamma",
    "log_normal": "Poisson log-normal",
    "dirichlet_multinomial": "Dirichlet-multinomial",
    "log_linear": "Log-linear",
}
"""Estimators as people call them, in the order of the table."""


@dataclass(frozen=True, slots=True, eq=False)
class BesideOthers:
    """Estimates of all models of the same sample.

    Attributes
    ----------
    sampled
        The released records.
    estimates
        What each model says, by its name.
    """

    sampled: Sampled
    estimates: Estimates

    @property
    def bound(self) -> Bound:
        """How they stand to the true numbers."""
        sample = self.sampled.sample
        whole = isinstance(sample, Sample) and sample.whole
        return Bound.EXACT if whole else Bound.ESTIMATE

    def numbers(self, number: Callable[[Estimate, Sample], float | None]) -> list[float]:
        """Return a number of each model.

        Parameters
        ----------
        number
            Gives it, by its estimate and the sample.

        Returns
        -------
        list[float]
            NaN where there is no estimate.
        """
        sample, found = self.sampled.sample, []
        for name in MODELS:
            estimate, told = self.estimates[name], None
            if isinstance(estimate, Estimate) and isinstance(sample, Sample):
                told = number(estimate, sample)
            found.append(np.nan if told is None else told)
        return found

    @property
    def draws(self) -> list[str]:
        """Whether each needs equal weights."""
        unequal = self.sampled.unequal
        return ["by weights" if name == "log_linear" and unequal else "equal" for name in MODELS]

    @property
    def fitted(self) -> list[Sentence]:
        """Parameters of each, or why there is no estimate."""
        return [_fitted(name, self.estimates[name], self.sampled) for name in MODELS]


NO_ESTIMATE = Reason(Why.NOT_APPLICABLE, "There is no estimate; the last column says why.")


SIDE_BY_SIDE = DeclaredTable[BesideOthers](
    name="estimators",
    solves=True,
    title="Estimators side by side",
    about=plain("What each model says of the same sample; where they differ much, none is sure."),
    columns=(
        public_key("estimator", "Estimator", meaning="The model.").cells(lambda _: list(MODELS.values())),
        Column("people", "Population uniques", EXPECTED_NUMBER, "People who are alone with their key.").cells(
            lambda models: models.numbers(lambda estimate, _: estimate.people),
            bound=lambda models: models.bound,
            undefined=NO_ESTIMATE,
        ),
        Column("share", "Of the population", SHARE, "Divided by all people.", bar="risk").cells(
            lambda models: models.numbers(lambda estimate, sample: estimate.people / sample.population),
            bound=lambda models: models.bound,
            undefined=NO_ESTIMATE,
        ),
        Column(
            "of_uniques",
            "Of those alone here",
            SHARE,
            "How likely a released record that is alone with its key is alone in the population: "
            "P(F = 1 | f = 1).",
        ).cells(
            lambda models: models.numbers(lambda estimate, _: estimate.of_uniques),
            bound=lambda models: models.bound,
            undefined=NO_ESTIMATE,
        ),
        Column("draws", "Draws", None, "Whether it needs equal weights, or uses that of each record.").cells(
            lambda models: models.draws
        ),
        Column("fitted", "Fitted", None, "Parameters of the model, or why there is no estimate.").cells(
            lambda models: models.fitted
        ),
    ),
    plots=(
        Plot(
            kind="bars",
            x=Axis("Estimator", column="estimator"),
            y=Axis("Population uniques of all people", unit=SHARE, least=0.0),
            series=(Series("share", "Of the population"),),
            about=plain("Where a bar is missing, the model has no estimate, and the table says why."),
        ),
    ),
)


def to_findings(
    sampled: Sampled, estimates: Estimates, intrusion: Intrusion, notes: Sequence[str]
) -> Findings:
    """Return the findings.

    Parameters
    ----------
    sampled
        The released records.
    estimates
        What each model says, by its name.
    intrusion
        The data intrusion factor.
    notes
        Remarks on keys and sample.

    Returns
    -------
    Findings
        All declared figures.
    """
    headline = Section(
        name="population_uniques",
        blocks=(
            uniques_figure(sampled),
            fraction_figure(sampled),
            _by_rule(sampled, estimates),
            *(_share(one, estimates[one.name], sampled.sample) for one in ESTIMATORS),
            intrusion.figure,
        ),
        notes=(*_rule_notes(sampled.sample, estimates), *(Note(plain(note)) for note in notes)),
    )
    return Findings(sections=(headline, SIDE_BY_SIDE.section(BesideOthers(sampled, estimates))))


def uniques_figure(sampled: Sampled) -> Figure:
    """Return the number of released records that are alone with their key.

    Parameters
    ----------
    sampled
        The released records.

    Returns
    -------
    Figure
        Counted, and with these records.
    """

    def alone() -> np.ndarray:
        places = np.concatenate([np.empty(0, dtype=np.int64), *sampled.counting.records(1, 1)])
        rows: np.ndarray = sampled.masked.rows[places]
        return rows

    number = Quantity(sampled.sizes.below(2).total, RECORDS)
    return UNIQUES.figure(number, rows=alone, row_title="alone with their key")


def fraction_figure(sampled: Sampled) -> Figure:
    """Return the sampling fraction.

    Parameters
    ----------
    sampled
        The released records.

    Returns
    -------
    Figure
        Or why it is not known.
    """
    sample = sampled.sample
    if isinstance(sample, Reason):
        return FRACTION.undefined(sample)
    fraction = Quantity(sample.fraction, SHARE)
    steps = (
        ("Released records", Quantity(sample.records, RECORDS)),
        ("People in the population", Quantity(float(sample.population), NUMBER)),
        ("Sampling fraction", fraction),
    )
    return FRACTION.figure(fraction, computation=steps)


def _taken(sample: Sample | Reason, estimates: Estimates) -> str | None:
    """Return the estimator that the rule takes; None where there is none, or nothing is estimated."""
    return (
        None if isinstance(sample, Reason) or sample.whole else chosen_estimator(sample.fraction, estimates)
    )


def _rule_notes(sample: Sample | Reason, estimates: Estimates) -> tuple[Note, ...]:
    name = _taken(sample, estimates)
    if name is None:
        return ()
    words = sentence("The rule takes the estimate of this model: {models}.", models=MODELS[name])
    return (Note(words, name=BY_RULE.name),)


def _by_rule(sampled: Sampled, estimates: Estimates) -> Figure:
    sample = sampled.sample
    name = _taken(sample, estimates)
    figure = _share(BY_RULE, estimates[name or "zayatz"], sample)
    if name is None:
        return figure
    return BY_RULE.figure(
        figure.quantity, computation=(("Estimator that the rule takes", MODELS[name]), *figure.computation)
    )


def _share(figure: Declared, estimate: Estimate | Reason, sample: Sample | Reason) -> Figure:
    """Return the population uniques by one model, divided by the people."""
    if isinstance(sample, Reason):
        return figure.undefined(sample)
    # All models rest on how many records are alone, and most on how many are in pairs.
    behind = sample.uniques, 2 * sample.of_size(2)
    if isinstance(estimate, Reason):
        return figure.figure(Quantity(None, SHARE, reason=estimate, people=behind))
    share = Quantity(estimate.people / sample.population, SHARE, estimate.bound, people=behind)
    steps = (
        *estimate.steps,
        ("People who are alone with their key", Quantity(estimate.people, EXPECTED_NUMBER, estimate.bound)),
        ("People in the population", Quantity(float(sample.population), NUMBER)),
        ("Population uniques", share),
    )
    return figure.figure(share, computation=steps)


def _fitted(name: str, estimate: Estimate | Reason, sampled: Sampled) -> Sentence:
    """Return the parameters of a model in words, or why there are none."""
    if isinstance(estimate, Reason):
        return estimate.text if isinstance(estimate.text, Sentence) else plain(estimate.text)
    if estimate.bound is Bound.EXACT:
        return plain("counted: the file is the whole population")
    words = [sentence("{name} = {value}", name=name, value=value) for name, value in estimate.steps]
    if name == "log_linear":
        words.insert(0, model_text(sampled.terms, sampled.names))
    return joined(words) if words else plain("nothing")
