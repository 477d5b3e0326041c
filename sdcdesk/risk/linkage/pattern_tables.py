"""Tables of probabilistic record linkage: patterns, variables, and what fewer of them link."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, VARIABLES, Quantity, Reason, Why
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import plain
from sdcdesk.kernels.candidate_pairs import members
from sdcdesk.risk.linkage.pattern_links import PatternLinks, mean_share
from sdcdesk.risk.linkage.probabilistic_declared import PAIRS

NO_OTHERS = Reason(Why.TOO_FEW, "There are not both pairs that belong together and others.")


def pattern_table(links: PatternLinks, masked: Microdata) -> Table:
    """Return the patterns that occur, with their pairs and weights.

    Parameters
    ----------
    links
        By all variables.
    masked
        The masked file.

    Returns
    -------
    Table
        The highest weight first.
    """
    patterns, weights = links.patterns, links.weights
    occurring = np.flatnonzero(patterns.counts)
    by = weights.patterns if weights is not None else np.zeros(len(patterns.counts))
    occurring = occurring[np.lexsort((-occurring, -by[occurring]))]
    names = patterns.agreements.names
    frame = pd.DataFrame(
        {
            "agree": [
                ", ".join(names[place] for place in members(one)) or "none" for one in occurring.tolist()
            ],
            "pairs": patterns.counts[occurring],
            "right": patterns.true[occurring],
        }
    )
    for name, values in _chances(links).items():
        frame[name] = values[occurring]
    frame["decision"] = [
        "" if weights is None else weights.decision(weight) for weight in frame["weight"].tolist()
    ]
    bound = links.as_estimated
    columns = (
        Column("agree", "Agree in", None, "Variables with equal values.", "key", Secrecy.PUBLIC),
        Column("pairs", "Pairs", PAIRS, "Of a released record and one of the original."),
        Column("right", "Of the same person", RECORDS, "Released records whose right pair is one of these."),
        Column("weight", "Weight", NUMBER, "In bits; above 0 it speaks for a match.", bound=bound),
        Column(
            *("matching", "Among matches", SHARE, "Probability of the pattern in pairs of the same person."),
            bound=bound,
        ),
        Column(
            *("other", "Among others", SHARE, "Probability of the pattern in pairs of different people."),
            bound=bound,
        ),
        Column("decision", "Decision", None, "What becomes of a pair that is assigned."),
    )
    return Table(
        name="patterns",
        title="Agreement patterns",
        about=plain("All pairs of both files, by the variables in which they agree and no others."),
        columns=columns,
        frame=frame,
        empty="There are no pairs.",
        undefined=_undefined(links, "weight", "matching", "other"),
        rows=lambda at: np.unique(masked.rows[patterns.right == occurring[at]]),
        row_title=lambda at: f"agreeing with their own record in {frame['agree'].iloc[at]}",
    )


def _chances(links: PatternLinks) -> dict[str, np.ndarray]:
    weights = links.weights
    if weights is None:
        none = np.full(len(links.patterns.counts), np.nan)
        return {"weight": none, "matching": none, "other": none}
    return {"weight": weights.patterns, "matching": weights.matching, "other": weights.other}


def _undefined(links: PatternLinks, *names: str) -> dict[str, Reason]:
    return dict.fromkeys(names, links.reason) if links.weights is None else {}


def variable_table(links: PatternLinks) -> Table:
    """Return how likely each variable agrees, as the intruder sees it and as it is.

    Parameters
    ----------
    links
        By all variables.

    Returns
    -------
    Table
        In the order in which the variables were named.
    """
    variables, weights, known = links.patterns.agreements.variables, links.weights, links.patterns.known
    none = np.full(len(variables), np.nan)
    used = none, none, none, none
    if weights is not None:
        used = weights.mixture.matches, weights.mixture.others, weights.agree, weights.disagree
    true = (none, none) if known is None else (known.matches, known.others)
    data = {
        "variable": [one.name for one in variables],
        "level": ["recoded" if one.recoded else "original" for one in variables],
    }
    names = ("m", "u", "agree", "disagree", "true_m", "true_u")
    frame = pd.DataFrame(data | dict(zip(names, (*used, *true), strict=True)))
    one, other = "pairs of the same person", "pairs of different people"
    columns = (
        Column("variable", "Variable", None, "", "key", Secrecy.PUBLIC),
        Column("level", "Level", None, "At which both files are compared."),
        Column("m", "m", SHARE, f"Probability of agreement in {one}, as the intruder sees it."),
        Column("u", "u", SHARE, f"Probability of agreement in {other}, as the intruder sees it."),
        Column("agree", "If equal", NUMBER, "log₂(m ÷ u), in bits.", over="Weight"),
        Column("disagree", "If not", NUMBER, "log₂((1 − m) ÷ (1 − u)), in bits.", over="Weight"),
        Column("true_m", "m", SHARE, f"Share of {one} that agree.", over="True"),
        Column("true_u", "u", SHARE, f"Share of {other} that agree.", over="True"),
    )
    undefined = _undefined(links, *names[:4]) | dict.fromkeys(names[4:], NO_OTHERS)
    return Table(
        name="variables",
        title="Agreement of the variables",
        about=plain("How likely values are equal in pairs of the same person, and in other pairs."),
        columns=columns,
        frame=frame,
        empty="There is nothing to compare.",
        undefined=undefined,
    )


def combination_table(by_some: Sequence[tuple[tuple[str, ...], PatternLinks]], masked: Microdata) -> Table:
    """Return what an intruder links who knows only some of the variables.

    Parameters
    ----------
    by_some
        Names of variables, and the links by these alone.
    masked
        The masked file.

    Returns
    -------
    Table
        A row for each combination.
    """
    rows = []
    for names, links in by_some:
        found = links.assigned
        shares = (
            [Quantity(None, SHARE, reason=links.reason)] * 2
            if found is None
            else [
                Quantity(float(mean_share(numbers, links.records)), SHARE, links.bound(numbers))
                for numbers in (found.right_links, found.right)
            ]
        )
        rows.append((", ".join(names), len(names), *shares))
    frame = pd.DataFrame(rows, columns=["variables", "number", "linked", "right"])
    columns = (
        Column("variables", "Known variables", None, "", "key", Secrecy.PUBLIC),
        Column("number", "Their number", VARIABLES, "", "key", Secrecy.PUBLIC),
        Column("linked", "Linked by probability", SHARE, "Of the released records.", bar="risk"),
        Column("right", "Rightly assigned", SHARE, "Of the released records, without thresholds."),
    )
    return Table(
        name="combinations",
        title="What fewer variables link",
        about=plain("What an intruder who knows only some of the variables links by them."),
        columns=columns,
        frame=frame,
        rows=lambda at: np.unique(masked.rows[by_some[at][1].chance > 0]),
        row_title=lambda at: f"possibly linked by {', '.join(by_some[at][0])}",
    )
