"""Outcome of one criterion: its attacks, the one that stands for it, and the words about them."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from sdcdesk.core.numbers.contributions import counted_values
from sdcdesk.core.numbers.quantity import SHARE, Bound, Quantity, Reason, Why
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.risk.criteria.attack import Attack
from sdcdesk.risk.criteria.declared import GUESSES, Declares
from sdcdesk.risk.criteria.people import LEAST_CONTROL
from sdcdesk.risk.criteria.rates import Excess, Rate

ALL_RIGHT = Reason(
    Why.ZERO_DIVISOR,
    "All guesses about people who are not in the file are right, so nothing is left that the file could add.",
)

NO_CONTROL = Reason(
    Why.TOO_FEW,
    sentence(
        "Not defined: no control. Fewer than {least} records that could be guessed about were left out; hold "
        "some out, or add a step that samples.",
        least=LEAST_CONTROL,
    ),
)


@dataclass(frozen=True, slots=True)
class Words:
    """Words of one criterion.

    Attributes
    ----------
    name, attacks
        Name of its first section, and title of the table of its attacks.
    variables, meaning
        Title and meaning of the column that names an attack.
    with_file
        What the rate of the attack says of a person in the file: a sentence with {attack} and {what}.
    compared
        The same where there is a control, with {control}.
    row_title, row_title_by_attack, people
        What the people about whom a guess was right are: as the title of their rows, the same with {attack},
        and as the meaning of the column that counts them.
    joint
        Whether an attack uses all variables that are compared, though its name is that of one.
    """

    name: str
    attacks: str
    variables: str
    meaning: str
    with_file: str
    compared: str
    row_title: str
    row_title_by_attack: str
    people: str
    joint: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What the attacks of a criterion reached.

    Attributes
    ----------
    words, declares
        Of the criterion.
    attacks
        All of them.
    headline
        The one that the figures are of; None: nothing could be guessed.
    nothing
        Why nothing could be guessed.
    notes
        Remarks on variables and on what was guessed.
    secret
        Original values, where guesses count what strangers do not know of them; see `Contributions.secret`.
    """

    words: Words
    declares: Declares
    attacks: tuple[Attack, ...]
    headline: Attack | None
    nothing: Reason
    notes: tuple[Sentence, ...] = ()
    secret: Callable[[], str] | None = None

    @property
    def ranked(self) -> tuple[Attack, ...]:
        """The attacks that guessed, the strongest first.

        Where the figures are of all together, they made unequally many guesses. Then the middles of their
        intervals are compared, since the upper end is the highest where little is known.
        """
        guessed = [attack for attack in self.attacks if attack.rate.guesses]
        return tuple(sorted(guessed, key=lambda one: one.middle if self.pooled else one.worst, reverse=True))

    @property
    def pooled(self) -> bool:
        """Whether the figures are of all attacks together, and not of one."""
        return all(attack is not self.headline for attack in self.attacks)

    def with_contributions(self, quantity: Quantity, found: Rate, one: float) -> Quantity:
        """Return a number with what one guess has to do with it, where it counts original values.

        Parameters
        ----------
        quantity
            Any that follows from the guesses.
        found
            The guesses.
        one
            How far it moves as one of them is right or not.

        Returns
        -------
        Quantity
            A public document tells it in steps of some guesses; the same object where values are known.
        """
        if self.secret is None or not quantity.value:
            return quantity
        return replace(quantity, contributions=counted_values(found.guesses, one, self.secret))

    def guesses(self, found: Rate) -> Quantity:
        """Return the number of guesses, which says how many values are present.

        Parameters
        ----------
        found
            The guesses.

        Returns
        -------
        Quantity
            A whole number.
        """
        return self.with_contributions(Quantity(found.guesses, GUESSES), found, 1.0)

    def share(self, value: float, found: Rate) -> Quantity:
        """Return a share that follows from right guesses, as an end of the interval of their rate.

        Parameters
        ----------
        value
            0…1.
        found
            The guesses; there must be some.

        Returns
        -------
        Quantity
            Without an interval.
        """
        return self.with_contributions(Quantity(value, SHARE), found, 1 / found.guesses)

    def rate(self, found: Rate | None, bound: Bound = Bound.ESTIMATE) -> Quantity:
        """Return a rate as a number with its interval.

        Parameters
        ----------
        found
            Right guesses; None: nothing was guessed.
        bound
            How it stands to what it estimates.

        Returns
        -------
        Quantity
            Right guesses divided by all.
        """
        if found is None or not found.guesses:
            return Quantity(None, SHARE, reason=self.nothing)
        rate = Quantity(found.share, SHARE, bound, interval=found.interval)
        return self.with_contributions(rate, found, 1 / found.guesses)

    def control_rate(self, attack: Attack | None) -> Quantity:
        """Return the rate of guesses about people who are not in the file, or why there is none.

        Parameters
        ----------
        attack
            None: nothing could be guessed.

        Returns
        -------
        Quantity
            With its interval.
        """
        if attack is not None and attack.control is None:
            return Quantity(None, SHARE, reason=NO_CONTROL)
        return self.rate(attack.control if attack else None)

    def attack_rate(self, attack: Attack | None) -> Quantity:
        """Return the rate of an attack; if it is weak, at least that: a better one may do more.

        Parameters
        ----------
        attack
            None: nothing could be guessed.

        Returns
        -------
        Quantity
            With its interval.
        """
        if attack is None:
            return Quantity(None, SHARE, reason=self.nothing)
        return self.rate(attack.rate, bound_of(attack))

    def rate_against_control(self, attack: Attack) -> Quantity:
        """Return the rate that the control is held against: that of the attack, or of as few people.

        Parameters
        ----------
        attack
            With a control.

        Returns
        -------
        Quantity
            With its interval.
        """
        return self.attack_rate(attack) if attack.compared is None else self.rate(attack.compared)

    def risk(self, attack: Attack | None) -> Quantity:
        """Return the risk of an attack, or why it is not defined.

        Parameters
        ----------
        attack
            None: nothing could be guessed.

        Returns
        -------
        Quantity
            With its interval; if the attack is weak, at least that.
        """
        found = self._excess(attack)
        if isinstance(found, Reason):
            return Quantity(None, SHARE, reason=found)
        risk = Quantity(found.clipped, SHARE, bound_of(attack), interval=(found.low, found.high))
        return self.risk_with_contributions(risk, attack)

    def ends(self, attack: Attack | None) -> tuple[Quantity, Quantity]:
        """Return the ends of the interval of the risk of an attack, or why they are not defined.

        Parameters
        ----------
        attack
            None: nothing could be guessed.

        Returns
        -------
        tuple[Quantity, Quantity]
            The lower and the upper one.
        """
        found = self._excess(attack)
        if isinstance(found, Reason):
            none = Quantity(None, SHARE, reason=found)
            return none, none
        bound = bound_of(attack)
        low, high = (Quantity(end, SHARE, bound) for end in (found.low, found.high))
        return self.risk_with_contributions(low, attack), self.risk_with_contributions(high, attack)

    def risk_with_contributions(self, quantity: Quantity, attack: Attack | None) -> Quantity:
        """Return the risk of an attack, or what follows from it, with what one guess has to do with it.

        Parameters
        ----------
        quantity
            The number.
        attack
            With a control.

        Returns
        -------
        Quantity
            See `told`; the fewer others are guessed wrongly, the more one guess counts.
        """
        if attack is None or attack.control is None or not quantity.defined:
            return quantity
        rate, control = attack.against_control, attack.control
        fewer = rate if rate.guesses < control.guesses else control
        return self.with_contributions(quantity, fewer, 1 / (fewer.guesses * (1 - control.estimate)))

    def _excess(self, attack: Attack | None) -> Excess | Reason:
        if attack is None or not attack.rate.guesses:
            return self.nothing
        if attack.control is None:
            return NO_CONTROL
        return attack.risk or ALL_RIGHT


def bound_of(attack: Attack | None) -> Bound:
    """Return how the numbers of an attack stand to the risk: a weak attack shows only what it is at least.

    Parameters
    ----------
    attack
        The attack.

    Returns
    -------
    Bound
        So a limit is never kept because an attack was too weak to break it.
    """
    return Bound.AT_LEAST if attack is not None and attack.is_weak else Bound.ESTIMATE
