"""Rates of right guesses as findings: with the file, about others, and blindly, with their intervals."""

import pandas as pd

from sdcdesk.core.numbers.quantity import SHARE, Quantity
from sdcdesk.core.results.plot import Axis, Look, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import plain
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
        looks=tuple(look for _, look, *_ in _rates(outcome)),
        about=plain("What the attack reaches beyond the control is the risk; beyond blind guesses, its use."),
    )
    return plot, table


def _rates(outcome: Outcome) -> list[tuple[str, Look, Rate, Quantity]]:
    """Return who guesses, how that is drawn, the guesses, and their rate as it is written everywhere."""
    attack = outcome.headline
    if attack is None:
        return []
    rates: list[tuple[str, Look, Rate, Quantity]] = [
        ("attack", "filled", attack.rate, outcome.attack_rate(attack))
    ]
    if attack.compared is not None:
        compared = outcome.rate_against_control(attack)
        rates.append(("at equal size", "filled", attack.compared, compared))
    if attack.control is not None:
        rates.append(("control", "hollow", attack.control, outcome.control_rate(attack)))
    return [*rates, ("blind", "hatched", attack.naive, outcome.rate(attack.naive))]


def _table(outcome: Outcome, name: str) -> Table:
    found = _rates(outcome)
    rates = [rate for *_, rate, _ in found]
    frame = pd.DataFrame(
        {
            "who": pd.Series([who for who, *_ in found], dtype=object),
            "guesses": pd.Series([rate.guesses for rate in rates], dtype="int64"),
            "share": pd.Series([share for *_, share in found], dtype=object),
            "low": pd.Series([rate.interval[0] for rate in rates], dtype="float64"),
            "high": pd.Series([rate.interval[1] for rate in rates], dtype="float64"),
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
