"""Names of variables as a file of another program can hold them."""

import re
from collections.abc import Iterable

_RESERVED = {
    "stata": frozenset(
        [
            "_all",
            "_b",
            "_coef",
            "_cons",
            "_n",
            "_N",
            "_pi",
            "_pred",
            "_rc",
            "_se",
            "_skip",
            "byte",
            "double",
            "float",
            "if",
            "in",
            "int",
            "long",
            "strL",
            "using",
            "with",
        ]
    ),
    "spss": frozenset(["ALL", "AND", "BY", "EQ", "GE", "GT", "LE", "LT", "NE", "NOT", "OR", "TO", "WITH"]),
    "sas": frozenset(("_N_", "_ERROR_", "_NUMERIC_", "_CHARACTER_", "_ALL_")),
}


def fitting_names(names: Iterable[str], program: str, length: int, *, signs: str = "_") -> dict[str, str]:
    """Return for each name one that a program can hold; the same where it can.

    Parameters
    ----------
    names
        Names of variables, all different.
    program
        "spss", "stata" or "sas", for its reserved words.
    length
        What a name may take: characters in Stata, bytes elsewhere.
    signs
        Characters that it may have besides letters and digits.

    Returns
    -------
    dict[str, str]
        New names by the old ones, different without regard to capitals, as these programs want it.
    """
    names = list(names)
    found: dict[str, str] = {}
    taken: set[str] = set()
    fits = {name: _fitting(name, program, length, signs) for name in names}
    # A name that fits is never taken away by one that was changed to be the same.
    for name in sorted(names, key=lambda name: fits[name] != name):
        base, new, number = fits[name], fits[name], 1
        while new.casefold() in taken:
            number += 1
            ending = f"_{number}"
            new = _cut(base, program, length - len(ending)) + ending
        taken.add(new.casefold())
        found[name] = new
    return {name: found[name] for name in names}


def _fitting(name: str, program: str, length: int, signs: str) -> str:
    letters = "A-Za-z0-9" if program == "sas" else r"\w"
    new = re.sub(rf"[^{letters}{re.escape(signs)}]", "_", name)
    if not new or not (new[0].isalpha() or new[0] in _FIRST[program]):
        new = f"V{new}"
    new = _cut(new, program, length).rstrip(".") or "V"
    reserved = _RESERVED[program]
    if new in reserved or new.upper() in reserved or (re.fullmatch(r"str\d+", new) and program == "stata"):
        new = _cut(new, program, length - 1) + "_"
    return new


_FIRST = {"stata": "_", "spss": "", "sas": "_"}
"""Signs with which a name may begin besides letters."""


def _cut(name: str, program: str, length: int) -> str:
    return name[:length] if program == "stata" else name.encode()[:length].decode(errors="ignore")
