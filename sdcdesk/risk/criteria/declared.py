"""Figures of the three criteria, before anything is computed."""

from dataclasses import dataclass, fields, replace
from functools import partial

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, count_unit
from sdcdesk.core.results.findings import Declared

SOURCE = "Article 29 Working Party, Opinion 05/2014 (WP216); Giomi et al. 2023"

GUESSES = count_unit("guess", "guesses")

HELD_OUT = Declared("held_out", "Held out for the control", RECORDS, source=SOURCE).means(
    "Records that were drawn and held out, so that the recipe ran once on the others, and what it "
    "made of these was attacked. 0: the masked file itself was attacked."
)

PEOPLE = "people_right"


@dataclass(frozen=True, slots=True)
class Declares:
    """The figures of one criterion.

    Attributes
    ----------
    risk, least, most
        What guesses with the file reach beyond those about others, and the ends of its interval.
    attack, control, naive
        Rates of right guesses.
    people
        About whom guesses were right; the others could be computed from their number.
    """

    risk: Declared
    least: Declared
    most: Declared
    attack: Declared
    control: Declared
    naive: Declared
    people: Declared

    @property
    def every(self) -> tuple[Declared, ...]:
        """All of them, in the order in which they are read."""
        rates = (self.attack, self.control, self.naive)
        return (self.risk, self.most, self.least, self.people, *rates, HELD_OUT)

    @property
    def summary(self) -> tuple[Declared, ...]:
        """Those that stand beside the other criteria."""
        return (self.risk, self.people)

    def among(self, criterion: str) -> "Declares":
        """Return the figures with names that tell them from those of other criteria.

        Parameters
        ----------
        criterion
            Name of the criterion, which theirs begin with.

        Returns
        -------
        Declares
            The same otherwise.
        """
        names = (field.name for field in fields(self))
        return Declares(**{name: _named(getattr(self, name), criterion) for name in names})


def _named(figure: Declared, criterion: str) -> Declared:
    """Return a figure whose name, and the names that it refers to, begin with that of its criterion."""
    between = tuple(f"{criterion}_{name}" for name in figure.between)
    follows = f"{criterion}_{figure.follows}" if figure.follows else ""
    return replace(figure, name=f"{criterion}_{figure.name}", between=between, follows=follows)


def declares(*, title: str, risk: str, attack: str, naive: str, people: str, people_meaning: str) -> Declares:
    """Declare the figures of one criterion.

    Parameters
    ----------
    title, risk, attack, naive
        Title of the risk; meanings of the risk and of the rates of right guesses, by the attack and blind.
    people, people_meaning
        Title and meaning of the number of people about whom guesses were right.

    Returns
    -------
    Declares
        A limit on the risk or on the attack is judged by the upper end of its interval.
    """
    rate = partial(Declared, unit=SHARE, source=SOURCE, follows=PEOPLE)
    ends = ("risk_least", "risk_most")
    return Declares(
        risk=rate("risk", title, meaning=risk, better="less", between=ends),
        least=rate("risk_least", "Lower end of the risk").means(
            "The lower end of the 95 % interval of the risk, by error propagation; at least 0."
        ),
        most=rate("risk_most", "Upper end of the risk", better="less").means(
            "The upper end of the 95 % interval of the risk, by error propagation; at most 1."
        ),
        attack=rate("attack_rate", "Right guesses with the file", meaning=attack, better="less"),
        control=rate("control_rate", "Right guesses about others").means(
            "How often the same guesses are right about people who are not in the file: what holds for "
            "people in general, and no fault of the file. Divided by all such guesses."
        ),
        naive=rate("naive_rate", "Right blind guesses", meaning=naive),
        people=Declared(PEOPLE, people, RECORDS, people_meaning, better="less", source=SOURCE),
    )


SINGLING_OUT = declares(
    title="Risk of singling out",
    risk="How much more often a guess with the file singles out exactly one person where people are in "
    "the file than where they are not: (attack − control) ÷ (1 − control), each the middle of its "
    "Wilson interval. A limit is judged by the upper end of the 95 % interval.",
    attack="How often a guess with the file singles out exactly one person, where people are in the "
    "file. Divided by all such guesses. A limit is judged by the upper end of Wilson's 95 % interval.",
    naive="How often a guess with random knowledge singles out exactly one person, where people are in "
    "the file. Divided by all such guesses.",
    people="Singled out",
    people_meaning="Records of the original, among those that were released and guessed about, for which "
    "alone a guess of this attack holds.",
)

LINKABILITY = declares(
    title="Risk of linkability",
    risk="How much more often a guess with the file joins two sources about a person where people are "
    "in the file than where they are not: (attack − control) ÷ (1 − control), each the middle of its "
    "Wilson interval. A limit is judged by the upper end of the 95 % interval.",
    attack="How often a guess with the file joins two sources about a person, where people are in the "
    "file. Divided by all such guesses. A limit is judged by the upper end of Wilson's 95 % interval.",
    naive="How often a guess with random knowledge joins two sources about a person, where people are "
    "in the file. Divided by all such guesses.",
    people="Probably joined",
    people_meaning="Records of the original, among those that were released and guessed about, for which "
    "the strongest attack joins two sources with a chance of more than one half.",
)

INFERENCE = declares(
    title="Risk of inference",
    risk="How much more often a guess with the file finds a confidential value where people are in the "
    "file than where they are not: (attack − control) ÷ (1 − control), each the middle of its Wilson "
    "interval. A limit is judged by the upper end of the 95 % interval.",
    attack="How often a guess with the file finds a confidential value, where people are in the file. "
    "Divided by all such guesses. A limit is judged by the upper end of Wilson's 95 % interval.",
    naive="How often a guess with random knowledge finds a confidential value, where people are in the "
    "file. Divided by all such guesses.",
    people="Probably inferred",
    people_meaning="Records of the original, among those that were released and guessed about, of which the "
    "strongest attack finds the value with a chance of more than one half.",
)
