"""Rates of right guesses: with the file, about others, and blindly, with their intervals."""

from dataclasses import replace

from sdcdesk.core.numbers.quantity import SHARE, Quantity
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.plot import Axis, BarStyle, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import plain
from sdcdesk.risk.criteria.declared import GUESSES, Declares
from sdcdesk.risk.criteria.outcome import Outcome
from sdcdesk.risk.criteria.rates import Rate

RATES = DeclaredTable[Outcome](
    name="rates",
    title="Right guesses",
    about=plain(
        "How often guesses are right about people in the file (attack; at equal size: among as few "
        "people as the control has), about people who are not in it (control), and with random knowledge "
        "(blind); with 95 % intervals after Wilson."
    ),
    columns=(
        Column("who", "Guesses", None, "With the file, of others, or blindly.", "key", Secrecy.PUBLIC).cells(
            lambda outcome: [who for who, *_ in _rates(outcome)]
        ),
        Column("guesses", "Number", GUESSES, "All of them.").cells(
            lambda outcome: [outcome.guesses(rate) for *_, rate, _ in _rates(outcome)]
        ),
        Column("share", "Right", SHARE, "Divided by all guesses of the row.").cells(
            lambda outcome: [share for *_, share in _rates(outcome)]
        ),
        Column("low", "From", SHARE, "Lower end of Wilson's 95 % interval.").cells(
            lambda outcome: [outcome.share(rate.interval[0], rate) for *_, rate, _ in _rates(outcome)]
        ),
        Column("high", "To", SHARE, "Upper end of Wilson's 95 % interval.").cells(
            lambda outcome: [outcome.share(rate.interval[1], rate) for *_, rate, _ in _rates(outcome)]
        ),
    ),
    empty=lambda outcome: outcome.nothing.text,
    plots=(
        Plot(
            name="rates_plot",
            title="Right guesses",
            kind="intervals",
            x=Axis("Guesses", column="who"),
            y=Axis("guesses that are right", unit=SHARE, least=0.0),
            series=(Series("share", "Right guesses", low="low", high="high"),),
            about=plain(
                "What the attack reaches beyond the control is the risk; beyond blind guesses, its use."
            ),
        ),
    ),
)


def rates(declares: Declares, name: str = "rates") -> DeclaredTable[Outcome]:
    """Return the rates of the attack that the figures are of, as a criterion declares them.

    Parameters
    ----------
    declares
        The figures of the criterion.
    name
        Name of the table.

    Returns
    -------
    DeclaredTable[Outcome]
        Without rows where nothing was guessed; without a control where there is none.
    """
    plots = tuple(replace(plot, name=f"{name}_plot") for plot in RATES.plots)
    return replace(RATES, name=name, follows=declares.people.name, plots=plots)


def rate_blocks(outcome: Outcome, declared: DeclaredTable[Outcome]) -> tuple[Plot | Table, ...]:
    """Return the rates as interval bars, each in the look of who guesses, and as their table.

    Parameters
    ----------
    outcome
        What the attacks reached.
    declared
        As the criterion declares the table.

    Returns
    -------
    tuple[Plot or Table, ...]
        As they stand in a section.
    """
    looks = tuple(look for _, look, *_ in _rates(outcome))
    return tuple(
        replace(block, styles=looks) if isinstance(block, Plot) else block
        for block in declared.blocks(outcome)
    )


def _rates(outcome: Outcome) -> list[tuple[str, BarStyle, Rate, Quantity]]:
    """Return who guesses, how that is drawn, the guesses, and their rate as it is written everywhere."""
    attack = outcome.headline
    if attack is None:
        return []
    rates: list[tuple[str, BarStyle, Rate, Quantity]] = [
        ("attack", "filled", attack.rate, outcome.attack_rate(attack))
    ]
    if attack.compared is not None:
        compared = outcome.rate_against_control(attack)
        rates.append(("at equal size", "filled", attack.compared, compared))
    if attack.control is not None:
        rates.append(("control", "hollow", attack.control, outcome.control_rate(attack)))
    return [*rates, ("blind", "hatched", attack.naive, outcome.rate(attack.naive))]
