"""Tables of guesses: how often they are right, and every attack that was made."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Quantity
from sdcdesk.core.results.column import Column, DeclaredColumn, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.plot import Axis, BarStyle, Plot, Series
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.criteria.attack import Attack
from sdcdesk.risk.criteria.declared import GUESSES, Declares
from sdcdesk.risk.criteria.outcome import Outcome, Words
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
        public_key("who", "Guesses", meaning="With the file, of others, or blindly.").cells(
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
    styles = tuple(style for _, style, *_ in _rates(outcome))
    return tuple(
        replace(block, styles=styles) if isinstance(block, Plot) else block
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


GUESSED: DeclaredColumn[Outcome] = Column("guesses", "Guesses", GUESSES, "About people in the file.").cells(
    lambda outcome: [outcome.guesses(one.rate) for one in outcome.ranked]
)

RIGHT: DeclaredColumn[Outcome] = Column(
    "share", "Right", SHARE, "Guesses with the file, divided by all of them.", bar="risk"
).cells(lambda outcome: [outcome.attack_rate(one) for one in outcome.ranked])

COMPARED: tuple[DeclaredColumn[Outcome], ...] = (
    Column("control", "Of others", SHARE, "The same guesses about people who are not in the file.").cells(
        lambda outcome: [outcome.control_rate(one) for one in outcome.ranked]
    ),
    Column("naive", "Blindly", SHARE, "As many guesses with random knowledge.").cells(
        lambda outcome: [outcome.rate(one.naive) for one in outcome.ranked]
    ),
    Column("risk", "Risk", SHARE, "(attack − control) ÷ (1 − control), between 0 and 1.").cells(
        lambda outcome: [outcome.risk(one) for one in outcome.ranked]
    ),
    Column("most", "At most", SHARE, "Upper end of its 95 % interval.").cells(
        lambda outcome: [outcome.ends(one)[1] for one in outcome.ranked]
    ),
)

REMARK: DeclaredColumn[Outcome] = Column(
    "strength", "Remark", None, "A weak attack is no better than blind guesses."
).cells(lambda outcome: ["weak attack" if one.is_weak else "" for one in outcome.ranked])


def attacks(words: Words, name: str = "attacks", *, summary: bool = False) -> DeclaredTable[Outcome]:
    """Return the table of all attacks that guessed, as a criterion declares it.

    Parameters
    ----------
    words
        Words of the criterion.
    name
        Name of the table.
    summary
        Whether it has the few columns that stand beside the other criteria, without bars.

    Returns
    -------
    DeclaredTable[Outcome]
        Its rows show the people about whom a guess is probably right.
    """
    attack: DeclaredColumn[Outcome] = public_key("attack", words.variables, meaning=words.meaning).cells(
        lambda outcome: [one.name for one in outcome.ranked]
    )
    people: DeclaredColumn[Outcome] = Column("people", "People", RECORDS, words.people).cells(
        lambda outcome: [
            outcome.with_contributions(Quantity(len(one.right), RECORDS), one.rate, 1.0)
            for one in outcome.ranked
        ]
    )
    few = (attack, GUESSED, replace(RIGHT, bar=""))
    return DeclaredTable(
        name=name,
        title="Attacks" if summary else words.attacks,
        columns=few if summary else (attack, GUESSED, RIGHT, *COMPARED, people, REMARK),
        empty=lambda outcome: outcome.nothing.text,
        rows=lambda outcome, at: np.unique(outcome.ranked[at].right),
        row_title=lambda outcome, at: sentence(words.row_title_by_attack, attack=outcome.ranked[at].name),
        joint=words.joint,
    )


def attack_table(outcome: Outcome, declared: DeclaredTable[Outcome]) -> Table:
    """Return the attacks that guessed, with what the strongest is.

    Parameters
    ----------
    outcome
        What the attacks reached.
    declared
        As the criterion declares the table.

    Returns
    -------
    Table
        The strongest first.
    """
    return declared.table(outcome, about=_strongest(outcome.ranked, pooled=outcome.pooled))


def _strongest(attacks: Sequence[Attack], *, pooled: bool) -> Sentence:
    if not attacks:
        return plain("Every attack that was made.")
    words = "The strongest is {name}: its risk, or without a control its rate, is the highest."
    if not pooled:
        words = (
            "The strongest is {name}, of which the figures are: the upper end of its interval is the highest."
        )
    return sentence(words, name=attacks[0].name)
