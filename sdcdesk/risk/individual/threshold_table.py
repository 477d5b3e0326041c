"""Thresholds: how many released records have a larger individual risk than each of them."""

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Bound, Quantity, Reason, Why
from sdcdesk.core.results.findings import Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.individual.risks import IndividualRisks
from sdcdesk.risk.thresholds import counts_above, thresholds


def threshold_section(risks: IndividualRisks) -> Section:
    """Return the section with the number of records above every threshold.

    Parameters
    ----------
    risks
        The risks of all released records.

    Returns
    -------
    Section
        A curve and the table behind it.
    """
    places = thresholds(risks.threshold)
    counts = counts_above(risks.risk, places)
    frame = pd.DataFrame({"threshold": places, "records": counts})
    frame["share"] = counts / risks.records if risks.records else np.nan
    title = "Records above each threshold"
    table = Table(
        name="thresholds",
        title=title,
        about=plain(
            "Released records whose individual risk is larger than a threshold; equal ones do not count."
        ),
        columns=(
            Column(
                "threshold",
                "Threshold",
                SHARE,
                "Individual risk.",
                "key",
                Secrecy.PUBLIC,
                limits=tuple(places),
            ),
            Column(
                "records",
                "Records above",
                RECORDS,
                "Released records with a larger risk.",
                bound=Bound.ESTIMATE,
            ),
            Column(
                "share", "Of all", SHARE, "The same, divided by the released records.", bound=Bound.ESTIMATE
            ),
        ),
        frame=frame,
        undefined={"share": Reason(Why.NO_RECORDS, NOTHING_RELEASED)},
        rows=lambda at: risks.rows_above(places[at]),
        row_title=lambda at: sentence("with a risk above {risk}", risk=Quantity(places[at], SHARE)),
    )
    plot = Plot(
        name="thresholds_plot",
        title=title,
        kind="curves",
        table=table.name,
        x=Axis("Threshold of the individual risk", column="threshold", unit=SHARE, scale="log"),
        y=Axis("Records above it", unit=RECORDS, least=0.0),
        series=(Series("records", "Records above"),),
        about=plain("Where the curve is flat, another threshold would hardly count other records."),
        figure="records_above",
    )
    return Section(name="thresholds", title=title, blocks=(plot, table))
