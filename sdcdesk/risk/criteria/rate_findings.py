"""Rates of right guesses as findings: with the file, about others, and blindly, with their intervals."""

import pandas as pd

from sdcdesk.core.plot import Axis, Look, Plot, Series
from sdcdesk.core.quantity import SHARE
from sdcdesk.core.sentence import plain
from sdcdesk.core.table import Column, Secrecy, Table
from sdcdesk.risk.criteria.declared import GUESSES
from sdcdesk.risk.criteria.outcome import Outcome
from sdcdesk.risk.criteria.rates import Rate


def rate_blocks(outcome: Outcome, name: str = "rates") -> tuple[Plot, Table]:
    """Return the rates of the attack that the figures are of, as interval bars and as their table.

    Parameters
    ----------
    outcome
        What the attacks reached.
    name
        Name of the table.

    Returns
    -------
    tuple[Plot, Table]
        Without rows where nothing was guessed; without a control where there is none.
    """
    table = _table(outcome, name)
    plot = Plot(
        name=f"{name}_plot",
        title=table.title,
        kind="intervals",
        table=name,
        x=Axis("Guesses", column="who"),
        y=Axis("guesses that are right", unit=SHARE, least=0.0),
        series=(Series("share", "Right guesses", low="low", high="high"),),
        looks=tuple(look for _, look, _ in _rates(outcome)),
        about=plain("What the attack reaches beyond the control is the risk; beyond blind guesses, its use."),
    )
    return plot, table


def _rates(outcome: Outcome) -> list[tuple[str, Look, Rate]]:
    attack = outcome.headline
    if attack is None:
        return []
    rates: list[tuple[str, Look, Rate]] = [("attack", "filled", attack.rate)]
    if attack.compared is not None:
        rates.append(("at equal size", "filled", attack.compared))
    if attack.control is not None:
        rates.append(("control", "hollow", attack.control))
    return [*rates, ("blind", "hatched", attack.naive)]


def _table(outcome: Outcome, name: str) -> Table:
    rates = [(who, rate) for who, _, rate in _rates(outcome)]
    frame = pd.DataFrame(
        {
            "who": pd.Series([who for who, _ in rates], dtype=object),
            "guesses": pd.Series([rate.guesses for _, rate in rates], dtype="int64"),
            "share": pd.Series([rate.share for _, rate in rates], dtype="float64"),
            "low": pd.Series([rate.interval[0] for _, rate in rates], dtype="float64"),
            "high": pd.Series([rate.interval[1] for _, rate in rates], dtype="float64"),
        }
    )
    columns = (
        Column("who", "Guesses", None, "With the file, of others, or blindly.", "key", Secrecy.PUBLIC),
        Column("guesses", "Number", GUESSES, "All of them."),
        Column("share", "Right", SHARE, "Divided by all guesses of the row."),
        Column("low", "From", SHARE, "Lower end of Wilson's 95 % interval."),
        Column("high", "To", SHARE, "Upper end of Wilson's 95 % interval."),
    )
    return Table(
        name=name,
        title="Right guesses",
        about=plain(
            "How often guesses are right about people in the file (attack; at equal size: among as few "
            "people as the control has), about people who are not in it (control), and with random knowledge "
            "(blind); with 95 % intervals after Wilson."
        ),
        columns=columns,
        frame=frame,
        empty=outcome.nothing.text,
        follows=outcome.declares.people.name,
    )
