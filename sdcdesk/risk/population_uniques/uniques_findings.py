"""Findings of the population uniques: all estimates side by side."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Bound, Quantity, Reason, Why
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import Sentence, joined, plain, sentence
from sdcdesk.risk.data_intrusion import Intrusion
from sdcdesk.risk.population_uniques import declared
from sdcdesk.risk.population_uniques.dankar import believed
from sdcdesk.risk.population_uniques.estimate import Estimate
from sdcdesk.risk.population_uniques.log_linear_model import model_words
from sdcdesk.risk.population_uniques.sample import Sample
from sdcdesk.risk.population_uniques.sample_measure import Sampled

Estimates = Mapping[str, Estimate | Reason]

MODELS = {
    "zayatz": "Zayatz",
    "pitman": "Pitman",
    "snb": "Slide negative binomial",
    "poisson_gamma": "Poisson–gamma",
    "log_linear": "Log-linear",
}
"""Estimators as people call them, in the order of the table."""

NO_ESTIMATE = Reason(Why.NOT_APPLICABLE, "There is no estimate; the last column says why.")


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
            *(_share(one, estimates[one.name], sampled.sample) for one in declared.ESTIMATORS),
            intrusion.figure,
        ),
        notes=(*_rule_notes(sampled.sample, estimates), *(Note(plain(note)) for note in notes)),
    )
    return Findings(sections=(headline, _beside(sampled, estimates)))


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
    alone = sampled.released.sizes == 1

    def rows() -> np.ndarray:
        found: np.ndarray = sampled.masked.rows[alone]
        return found

    number = Quantity(int(np.count_nonzero(alone)), RECORDS)
    return declared.UNIQUES.figure(number, rows=rows, row_title="alone with their key")


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
        return declared.FRACTION.figure(Quantity(None, SHARE, reason=sample))
    fraction = Quantity(sample.fraction, SHARE)
    steps = (
        ("Released records", Quantity(sample.records, RECORDS)),
        ("People in the population", Quantity(float(sample.population), NUMBER)),
        ("Sampling fraction", fraction),
    )
    return declared.FRACTION.figure(fraction, computation=steps)


def _taken(sample: Sample | Reason, estimates: Estimates) -> str | None:
    """Return the estimator that the rule takes; None where there is none, or nothing is estimated."""
    return None if isinstance(sample, Reason) or sample.whole else believed(sample.fraction, estimates)


def _rule_notes(sample: Sample | Reason, estimates: Estimates) -> tuple[Note, ...]:
    name = _taken(sample, estimates)
    if name is None:
        return ()
    return (Note(plain(f"The rule takes the estimate of this model: {MODELS[name]}.")),)


def _by_rule(sampled: Sampled, estimates: Estimates) -> Figure:
    sample = sampled.sample
    name = _taken(sample, estimates)
    figure = _share(declared.BY_RULE, estimates[name or "zayatz"], sample)
    if name is None:
        return figure
    return declared.BY_RULE.figure(
        figure.quantity, computation=(("Estimator that the rule takes", MODELS[name]), *figure.computation)
    )


def _share(figure: Declared, estimate: Estimate | Reason, sample: Sample | Reason) -> Figure:
    """Return the population uniques by one model, divided by the people."""
    if isinstance(sample, Reason):
        return figure.figure(Quantity(None, SHARE, reason=sample))
    if isinstance(estimate, Reason):
        return figure.figure(Quantity(None, SHARE, reason=estimate))
    share = Quantity(estimate.people / sample.population, SHARE, estimate.bound)
    steps = (
        *estimate.steps,
        ("People who are alone with their key", Quantity(estimate.people, NUMBER, estimate.bound)),
        ("People in the population", Quantity(float(sample.population), NUMBER)),
        ("Population uniques", share),
    )
    return figure.figure(share, computation=steps)


def _columns(bound: Bound) -> tuple[Column, ...]:
    return (
        Column("estimator", "Estimator", None, "The model.", "key", Secrecy.PUBLIC),
        Column("people", "Population uniques", NUMBER, "People who are alone with their key.", bound=bound),
        Column("share", "Of the population", SHARE, "Divided by all people.", bound=bound, bar="risk"),
        Column(
            "of_uniques",
            "Of those alone here",
            SHARE,
            "How likely a released record that is alone with its key is alone in the population: "
            "P(F = 1 | f = 1).",
            bound=bound,
        ),
        Column("draws", "Draws", None, "Whether it needs equal weights, or uses that of each record."),
        Column("fitted", "Fitted", None, "Parameters of the model, or why there is no estimate."),
    )


def _beside(sampled: Sampled, estimates: Estimates) -> Section:
    sample, rows = sampled.sample, []
    for name, words in MODELS.items():
        estimate, numbers = estimates[name], (np.nan, np.nan, np.nan)
        if isinstance(estimate, Estimate) and isinstance(sample, Sample):
            alone = np.nan if estimate.of_uniques is None else estimate.of_uniques
            numbers = (estimate.people, estimate.people / sample.population, alone)
        draws = "by weights" if name == "log_linear" and sampled.unequal else "equal"
        rows.append((words, *numbers, draws, _fitted(name, estimate, sampled)))
    whole = isinstance(sample, Sample) and sample.whole
    columns = _columns(Bound.EXACT if whole else Bound.ESTIMATE)
    table = Table(
        name="estimators",
        title="Estimators side by side",
        about=plain("What each model says of the same sample; where they differ much, none is sure."),
        columns=columns,
        frame=pd.DataFrame(
            {
                column.name: pd.Series(cells, dtype=object if column.unit is None else "float64")
                for column, cells in zip(columns, zip(*rows, strict=True), strict=True)
            }
        ),
        undefined=dict.fromkeys(("people", "share", "of_uniques"), NO_ESTIMATE),
    )
    plot = Plot(
        name="estimators_plot",
        title=table.title,
        kind="bars",
        table=table.name,
        x=Axis("Estimator", column="estimator"),
        y=Axis("Population uniques of all people", unit=SHARE, least=0.0),
        series=(Series("share", "Of the population"),),
        about=plain("Where a bar is missing, the model has no estimate, and the table says why."),
    )
    return Section(name="estimators", title=table.title, blocks=(plot, table))


def _fitted(name: str, estimate: Estimate | Reason, sampled: Sampled) -> Sentence:
    """Return the parameters of a model in words, or why there are none."""
    if isinstance(estimate, Reason):
        return estimate.text if isinstance(estimate.text, Sentence) else plain(estimate.text)
    if estimate.bound is Bound.EXACT:
        return plain("counted: the file is the whole population")
    words = [sentence("{name} = {value}", name=name, value=value) for name, value in estimate.steps]
    if name == "log_linear":
        words.insert(0, model_words(sampled.terms, sampled.names))
    return joined(words) if words else plain("nothing")
