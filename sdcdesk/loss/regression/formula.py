"""Formula of a linear model, as it is typed: what is explained, and by which terms."""

import re
from dataclasses import dataclass
from itertools import combinations

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import sentence

FUNCTIONS = ("log", "sqrt", "square", "category")
"""What can be written around a variable: natural logarithm, square root, square, its values as categories."""

EXAMPLE = "income ~ age + sex"

_TOKEN = re.compile(
    r"\s*(?:(?P<mark>[~+:*()])|`(?P<quoted>[^`]+)`|(?P<name>[^\s~+:*()`]+))",
)


@dataclass(frozen=True, slots=True)
class FormulaVariable:
    """A variable in a formula.

    Attributes
    ----------
    name
        Its name.
    function
        One of `FUNCTIONS`; empty: as it is.
    """

    name: str
    function: str = ""

    @property
    def text(self) -> str:
        """How it is written: "log(income)"."""
        return f"{self.function}({self.name})" if self.function else self.name


Term = tuple[FormulaVariable, ...]
"""Variables that are multiplied with one another."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A linear model.

    Attributes
    ----------
    outcome
        What is explained.
    terms
        What explains it; in order, each once.
    constant
        Whether the model has a constant.
    """

    outcome: FormulaVariable
    terms: tuple[Term, ...]
    constant: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all variables, each once."""
        used = [self.outcome, *(variable for term in self.terms for variable in term)]
        return tuple(dict.fromkeys(variable.name for variable in used))

    @classmethod
    def parsed(cls, text: str) -> "Formula":
        """Read a formula.

        Parameters
        ----------
        text
            "log(income) ~ age + sex + age:sex": `a:b` multiplies, `a*b` stands for `a + b + a:b`, `0 +`
            leaves the constant out. Names with blanks or signs stand in backticks.

        Returns
        -------
        Formula
            Interactions with the same variables are one.

        Raises
        ------
        ParameterError
            It is no formula; the sentence says what is missing.
        """
        outcome, mark, explaining = _tokens(text).partition("~")
        if not mark:
            wrong = (
                "The formula has no ~ between what is explained and what explains it; write it as {example}."
            )
            raise ParameterError(sentence(wrong, example=EXAMPLE), "formula")
        if "~" in explaining.marks:
            raise ParameterError(
                "The formula has more than one ~; explain one variable at a time.", "formula"
            )
        explained = outcome.variable()
        outcome.require_end()
        terms: list[Term] = []
        constant = True
        while True:
            if explaining.is_number("0"):
                constant = False
            elif not explaining.is_number("1"):
                terms += explaining.product()
            if not explaining.take("+"):
                break
        explaining.require_end()
        once: dict[tuple[str, ...], Term] = {}
        for term in terms:
            once.setdefault(tuple(sorted(one.text for one in term)), term)
        if not once and not constant:
            raise ParameterError(
                "The formula explains the variable by nothing; name one behind the ~.", "formula"
            )
        return cls(explained, tuple(once.values()), constant)


@dataclass(slots=True)
class _Tokens:
    """Marks and names of a formula, taken one after another."""

    kinds: list[str]
    texts: list[str]
    at: int = 0

    @property
    def marks(self) -> list[str]:
        return [text for kind, text in zip(self.kinds, self.texts, strict=True) if kind == "mark"]

    def partition(self, mark: str) -> tuple["_Tokens", str, "_Tokens"]:
        """Return what stands before and behind the first such mark."""
        places = zip(self.kinds, self.texts, strict=True)
        place = next((n for n, (kind, text) in enumerate(places) if (kind, text) == ("mark", mark)), None)
        if place is None:
            return self, "", _Tokens([], [])
        behind = _Tokens(self.kinds[place + 1 :], self.texts[place + 1 :])
        return _Tokens(self.kinds[:place], self.texts[:place]), mark, behind

    def take(self, mark: str) -> bool:
        """Go on behind a mark, if it is the next."""
        is_next = self.at < len(self.kinds) and (self.kinds[self.at], self.texts[self.at]) == ("mark", mark)
        self.at += is_next
        return is_next

    def is_number(self, digit: str) -> bool:
        """Go on behind a bare 0 or 1, if it is the next."""
        is_next = self.at < len(self.kinds) and (self.kinds[self.at], self.texts[self.at]) == ("name", digit)
        self.at += is_next
        return is_next

    def variable(self) -> FormulaVariable:
        """Return the variable that comes next."""
        kind, text = self._next()
        function = ""
        if kind == "name" and self.take("("):
            function = text
            if function not in FUNCTIONS:
                wrong = "The formula knows no function {function}; those it knows are {functions}."
                words = sentence(wrong, function=function, functions=", ".join(FUNCTIONS))
                raise ParameterError(words, "formula")
            kind, text = self._next()
            if not self.take(")"):
                raise ParameterError("A bracket of the formula is not closed.", "formula")
        return FormulaVariable(text, function)

    def product(self) -> list[Term]:
        """Return the terms of a product: one for `a:b`, three for `a*b`."""
        sides: list[Term] = [(self.variable(),)]
        crossed = False
        while True:
            if self.take(":"):
                if crossed:
                    wrong = (
                        "The formula mixes : and * in one term; write the products that you want one by one."
                    )
                    raise ParameterError(wrong, "formula")
                sides[-1] = (*sides[-1], self.variable())
            elif self.take("*"):
                crossed = True
                sides.append((self.variable(),))
            else:
                break
        sizes = range(1, len(sides) + 1)
        return [sum(chosen, ()) for size in sizes for chosen in combinations(sides, size)]

    def require_end(self) -> None:
        """Refuse what cannot be read."""
        if self.at < len(self.kinds):
            wrong = (
                "The formula cannot be read from {place} on; put + between terms, and backticks around names."
            )
            raise ParameterError(sentence(wrong, place=self.texts[self.at]), "formula")

    def _next(self) -> tuple[str, str]:
        if self.at >= len(self.kinds) or self.kinds[self.at] == "mark":
            raise ParameterError("The formula lacks a variable beside one of its signs.", "formula")
        self.at += 1
        return self.kinds[self.at - 1], self.texts[self.at - 1]


def _tokens(text: str) -> _Tokens:
    found, at = _Tokens([], []), 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None:
            raise ParameterError("A backtick of the formula is not closed.", "formula")
        kind = match.lastgroup or ""
        found.kinds.append(kind)
        found.texts.append(match[kind])
        at = match.end()
    return found
