"""Variables of the key finder, ranked by what they add to the unique records, with reasons in words."""

import numpy as np
import pandas as pd

from sdcdesk.core.data.variable import Role
from sdcdesk.core.data.variable_names import others_know
from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, Bound, Quantity
from sdcdesk.core.results.findings import Section
from sdcdesk.core.results.table import Column, Table
from sdcdesk.core.text.sentence import Sentence, joined, plain, sentence
from sdcdesk.risk.key_finder.found_keys import FoundKeys


def variables_section(keys: FoundKeys) -> Section:
    """Return the section that ranks the variables.

    Parameters
    ----------
    keys
        Whom the variables tell apart.

    Returns
    -------
    Section
        A table, with those first that add most to the others of a small set.
    """
    found = keys.uniqueness
    # What adds equally much is ranked by what all others cannot do without it.
    order = np.lexsort((-found.marginal, -found.mean))
    alone = np.array([found.unique[(at,)] for at in range(len(keys.names))], dtype=np.int64)
    frame = pd.DataFrame(
        {
            "variable": np.array(keys.names, dtype=object)[order],
            "role": pd.Series([str(keys.masked.variable(keys.names[at]).role) for at in order], dtype=object),
            "alone": alone[order],
            "marginal": found.marginal[order],
            "mean": found.mean[order],
            "reason": pd.Series([_reason(keys, at, int(alone[at])) for at in order], dtype=object),
        }
    )
    table = Table(
        name="variables",
        title="Variables by what they add",
        about=plain(
            "Without a variable that adds much, fewer records are unique: it is a key if others know it."
        ),
        columns=_columns(Bound.ESTIMATE if found.estimated else Bound.EXACT),
        frame=frame,
        rows=lambda at: keys.rows_lost_without(int(order[at])),
        row_title=lambda at: f"not unique without {keys.names[order[at]]}",
    )
    return Section(name="variables", title="Variables", blocks=(table,))


def _columns(bound: Bound) -> tuple[Column, ...]:
    return (
        Column("variable", "Variable", role="key"),
        Column("role", "Role"),
        Column("alone", "Unique alone", RECORDS, "Records that the variable alone tells apart."),
        Column(
            "marginal", "Lost without it", RECORDS, "Records unique by all variables, but not without this."
        ),
        Column(
            "mean",
            "Added on average",
            NUMBER,
            "Records that it makes unique in a set, on average over all sets up to the largest size.",
            bound=bound,
        ),
        Column("reason", "Why"),
    )


def _reason(keys: FoundKeys, at: int, alone: int) -> Sentence:
    """Return in words what a variable adds."""
    found = keys.uniqueness
    reasons: list[Sentence] = []
    if alone:
        reasons.append(
            sentence("Alone it singles out {n} record.", "Alone it singles out {n} records.", "n", n=alone)
        )
    if found.mean[at] > 0:
        mean = Quantity(float(found.mean[at]), NUMBER, Bound.ESTIMATE if found.estimated else Bound.EXACT)
        reasons.append(sentence("In a small set it adds {mean} unique records on average.", mean=mean))
    lost = int(found.marginal[at])
    if lost:
        reasons.append(
            sentence(
                "Without it, {n} record less is unique by all variables.",
                "Without it, {n} records fewer are unique by all variables.",
                "n",
                n=lost,
            )
        )
    elif found.whole.any():
        reasons.append(plain("The others together single out as many records without it."))
    if not reasons:
        return plain("It singles out nobody.")
    name = keys.names[at]
    if keys.masked.variable(name).role is Role.OTHER and others_know(name):
        reasons.append(plain("Others know it, by its name: it suggests itself as a key."))
    return joined(reasons, " ")
