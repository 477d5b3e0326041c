"""Outcome of one criterion: its attacks, the one that stands for it, and the words about them."""

from dataclasses import dataclass

from sdcdesk.core.numbers.quantity import SHARE, Bound, Quantity, Reason, Why
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.risk.criteria.attack import Attack
from sdcdesk.risk.criteria.declared import Declares
from sdcdesk.risk.criteria.people import LEAST_CONTROL
from sdcdesk.risk.criteria.rates import Excess, Rate

ALL_RIGHT = Reason(
    Why.ZERO_DIVISOR,
    "All guesses about people who are not in the file are right, so nothing is left that the file could add.",
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
    found, found_by, people
        What the people about whom a guess was right are: as the title of their rows, the same with {attack},
        and as the meaning of the column that counts them.
    """

    name: str
    attacks: str
    variables: str
    meaning: str
    with_file: str
    compared: str
    found: str
    found_by: str
    people: str


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
    """

    words: Words
    declares: Declares
    attacks: tuple[Attack, ...]
    headline: Attack | None
    nothing: Reason
    notes: tuple[Sentence, ...] = ()

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
        return Quantity(found.share, SHARE, bound, interval=found.interval)

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
            return Quantity(None, SHARE, reason=no_control(attack.left_out))
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
        return Quantity(found.shown, SHARE, bound_of(attack), interval=(found.low, found.high))

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
        return Quantity(found.low, SHARE, bound), Quantity(found.high, SHARE, bound)

    def _excess(self, attack: Attack | None) -> Excess | Reason:
        if attack is None or not attack.rate.guesses:
            return self.nothing
        if attack.control is None:
            return no_control(attack.left_out)
        return attack.risk or ALL_RIGHT


def no_control(left_out: int) -> Reason:
    """Return why there is no risk without a control, and what can be done.

    Parameters
    ----------
    left_out
        How many people are not in the file, and could be guessed about.

    Returns
    -------
    Reason
        Too few.
    """
    return Reason(
        Why.TOO_FEW,
        sentence(
            "Not defined: no control. {n} record that could be guessed about was left out, and at least "
            "{least} are needed; hold some out, or add a step that samples.",
            "Not defined: no control. {n} records that could be guessed about were left out, and at least "
            "{least} are needed; hold some out, or add a step that samples.",
            "n",
            n=left_out,
            least=LEAST_CONTROL,
        ),
    )


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
