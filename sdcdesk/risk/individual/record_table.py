"""Records at risk: the released records with the largest individual risks."""

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Bound
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import plain
from sdcdesk.risk.disclosure.breakdown import strongest
from sdcdesk.risk.individual.risks import IndividualRisks
from sdcdesk.risk.keys.key_values import listed_records

MOST = 200
"""Records that are listed."""


def record_table(risks: IndividualRisks) -> Table:
    """Return the released records with the largest risks, with their key values.

    Parameters
    ----------
    risks
        The risks of all released records.

    Returns
    -------
    Table
        One row for each record, the largest risk first; all columns are marked as values of the data.
    """
    chosen = strongest(risks.risk, MOST)
    positions = risks.masked.rows[chosen]
    frame, columns = listed_records(risks.masked, risks.keys, chosen)
    frame["size"] = risks.estimate.released.sizes[chosen]
    frame["people"] = risks.estimate.of_records[chosen]
    frame["risk"] = risks.risk[chosen]
    secret, estimate = Secrecy.RECORD, Bound.ESTIMATE
    columns += [
        Column("size", "Records with its key", RECORDS, "Released records.", secrecy=secret),
        Column(
            "people", "People with its key", NUMBER, "Sum of the weights.", secrecy=secret, bound=estimate
        ),
        Column("risk", "Individual risk", SHARE, "Expected 1 ÷ people.", secrecy=secret, bound=estimate),
    ]
    if risks.households is not None:
        frame["household"] = risks.households.risk[risks.households.of_record[chosen]]
        words = "That at least one released member is found."
        columns.append(Column("household", "Household risk", SHARE, words, secrecy=secret, bound=estimate))
    return Table(
        name="records_at_risk",
        title="Records with the largest risk",
        about=plain(
            "The released records that are most likely linked to the right person, the largest risk first."
        ),
        columns=tuple(columns),
        frame=frame,
        empty="No record is released.",
        rows=lambda at: positions[at : at + 1],
        row_title=lambda at: f"record {positions[at] + 1}",
        capped=20,
    )
