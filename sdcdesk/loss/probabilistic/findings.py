"""Findings of the probabilistic information loss: five kinds of parameters, and each variable."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.numbers.quantity import SCORE, Quantity, Reason, Why, count_unit, number
from sdcdesk.core.results.column import Column, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.text.sentence import Sentence, plain
from sdcdesk.loss.continuous_findings import NOTHING_COMPARED
from sdcdesk.loss.probabilistic.discrepancies import PARAMETERS, ProbabilisticLosses, mean_of

PARAMETER_CELLS = count_unit("parameter")

TITLES = {
    "means": "Means",
    "variances": "Variances",
    "covariances": "Covariances",
    "correlations": "Correlations",
    "quantiles": "Quantiles",
}

NO_PARAMETER = Reason(Why.TOO_FEW, "There are too few values or variables for one such parameter.")
NO_RECORD = Reason(Why.NO_RECORDS, "No record is released.")
ALL_CONSTANT = Reason(Why.ZERO_DIVISOR, "All variables are constant in the original, or have too few values.")

LOSS = Declared("probabilistic_loss", "Probabilistic loss", SCORE, better="less").means(
    "Mean of the losses of means, variances, covariances, correlations and quantiles, as far as they are "
    "defined. A parameter that changed by 1 standard error of the original loses 68, by 2 loses 95, of 100."
)
OF_PARAMETERS = {
    parameter: Declared(f"loss_of_{parameter}", title, SCORE, better="less").means(
        "Mean over all of them of 100·P(|Z| ≤ |θ′ − θ| ÷ √Var), θ before and θ′ after masking, Var the "
        "sampling variance of θ in the original, Z standard normal: how likely a smaller change is by "
        "sampling alone."
    )
    for parameter, title in TITLES.items()
}

DECLARES = (LOSS, *OF_PARAMETERS.values())

KINDS = DeclaredTable[pd.DataFrame](
    name="parameters",
    title="Losses by parameter",
    about=plain("0 of 100: nothing changed; 100: changed by far more than sampling would."),
    columns=(
        public_key("parameter", "Parameters"),
        Column(
            "loss",
            "Loss",
            SCORE,
            "Mean over the parameters.",
            "value",
            Secrecy.DERIVED,
            undefined=NO_PARAMETER,
        ),
        Column("compared", "Compared", PARAMETER_CELLS, "Parameters that are defined in both files."),
        Column("not_defined", "Not defined", PARAMETER_CELLS, "Left out of the mean."),
    ),
    plots=(
        Plot(
            kind="bars",
            x=Axis("Parameters", column="parameter"),
            y=Axis("Loss", unit=SCORE, least=0.0, most=100.0),
            series=(Series("loss", "Loss", "loss"),),
            about=plain("A bar for each kind of parameters."),
        ),
    ),
)

VARIABLES = DeclaredTable[pd.DataFrame](
    name="variables",
    title="Losses by variable",
    about=plain(
        "Means over the parameters that a variable has to do with; pairs count for both of their variables."
    ),
    columns=(
        public_key("variable", "Variable"),
        *(
            Column(parameter, title, SCORE, "", "value", Secrecy.DERIVED, undefined=NO_PARAMETER)
            for parameter, title in TITLES.items()
        ),
    ),
    empty="No variable is compared.",
)

TABLES = (KINDS, VARIABLES)


def to_findings(losses: ProbabilisticLosses, notes: Sequence[Sentence], why: Reason) -> Findings:
    """Return the findings.

    Parameters
    ----------
    losses
        Losses of all parameters.
    notes
        What was left out, and why.
    why
        Why nothing is defined, where nothing is.

    Returns
    -------
    Findings
        All declared figures and tables.
    """
    means = {parameter: losses.loss(parameter) for parameter in PARAMETERS}
    defined = np.array([loss for loss in means.values() if not np.isnan(loss)])
    whole = _quantity(mean_of(defined), why)
    figures: list[Figure] = [LOSS.figure(whole, computation=_computation(means, whole))]
    figures += [
        OF_PARAMETERS[parameter].figure(_quantity(loss, NO_PARAMETER if len(losses.names) else why))
        for parameter, loss in means.items()
    ]
    kinds = [(TITLES[one], means[one], *_counts(losses, one)) for one in PARAMETERS]
    by_variable = {parameter: losses.by_variable(parameter) for parameter in PARAMETERS}
    return Findings(
        sections=(
            Section(
                name="parameters",
                about=plain(
                    "Changes of parameters of the file, held against their own sampling errors. The larger "
                    "the file, the smaller these are, and the more any change costs."
                ),
                blocks=(
                    *figures,
                    *KINDS.blocks(
                        pd.DataFrame(kinds, columns=["parameter", "loss", "compared", "not_defined"])
                    ),
                ),
                notes=tuple(map(Note, notes)),
            ),
            VARIABLES.section(pd.DataFrame({"variable": list(losses.names), **by_variable})),
        )
    )


def _quantity(value: float, why: Reason) -> Quantity:
    """Return a loss: whoever knows the released parameter and its error would compute the original one."""
    return number(value, SCORE, why, contributions=NEVER_PUBLISHED)


def _computation(means: dict[str, float], whole: Quantity) -> tuple[tuple[str, Quantity | str], ...]:
    defined = [
        (TITLES[one], _quantity(loss, NO_PARAMETER)) for one, loss in means.items() if not np.isnan(loss)
    ]
    return (*defined, ("Their mean", whole)) if defined else ()


def _counts(losses: ProbabilisticLosses, parameter: str) -> tuple[int, int]:
    defined, undefined = losses.counted(parameter)
    return len(defined), undefined


def why_none(*, any_continuous: bool, released: bool) -> Reason:
    """Return why no loss is defined, where none is.

    Parameters
    ----------
    any_continuous
        Whether there is a variable that is continuous in both files.
    released
        Whether there is a masked record.

    Returns
    -------
    Reason
        For the whole measure.
    """
    if not any_continuous:
        return NOTHING_COMPARED
    return ALL_CONSTANT if released else NO_RECORD
