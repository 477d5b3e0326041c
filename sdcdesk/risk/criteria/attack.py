"""An attack: its right guesses about people in the file, beside those about others and blind ones."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.risk.criteria.rates import Excess, Rate, excess, is_weak


@dataclass(frozen=True, slots=True, eq=False)
class Attack:
    """What an attack with some variables reached.

    Attributes
    ----------
    name
        The variables.
    rate
        Guesses about people in the file.
    naive
        As many with random knowledge.
    control
        Guesses about people who are not in the file; None: there are too few of them.
    compared
        The rate that the control is held against, where that is another one.
    right
        int64 (k,), positions in the original of the people about whom a guess is probably right.
    left_out
        How many people are not in the file, and could be guessed about.
    """

    name: str
    rate: Rate
    naive: Rate
    control: Rate | None
    right: np.ndarray
    left_out: int
    compared: Rate | None = None

    @property
    def against_control(self) -> Rate:
        """The rate that the control is held against."""
        return self.rate if self.compared is None else self.compared

    @property
    def risk(self) -> Excess | None:
        """What it reaches beyond the control; None: not defined."""
        return None if self.control is None else excess(self.against_control, self.control)

    @property
    def is_weak(self) -> bool:
        """Whether it is no better than blind guessing."""
        return is_weak(self.rate, self.naive)

    @property
    def middle(self) -> tuple[float, float]:
        """The risk, where it is defined, and the middle of the interval of the rate."""
        risk = self.risk
        return (-1.0 if risk is None else risk.value, self.rate.estimate)

    @property
    def worst(self) -> tuple[float, float]:
        """Upper ends of the risk and of the rate: the strongest has the highest.

        Without a control the risk is not known, but at most the rate.
        """
        most = self.rate.interval[1]
        if self.control is None:
            return most, most
        risk = self.risk
        return (-1.0 if risk is None else risk.value + risk.half_width, most)


def strongest(attacks: tuple[Attack, ...]) -> Attack | None:
    """Return the attack with the highest upper end of its risk: if it keeps a limit, all others do.

    Parameters
    ----------
    attacks
        Attacks of one criterion.

    Returns
    -------
    Attack or None
        The first of equal ones.
    """
    guessed = [attack for attack in attacks if attack.rate.guesses]
    return max(guessed, key=lambda attack: attack.worst, default=None)
