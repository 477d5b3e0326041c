"""Printable text: names and words of others, safe for a terminal and a document."""

import unicodedata

LONGEST = 80
"""Characters of what others wrote that a message repeats."""

_JOINERS = "\u200c\u200d"
"""Signs that nobody sees and that scripts need."""

_BIDIRECTIONAL = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def printable(text: str, kept: str = "") -> str:
    """Return a text in which signs that control, hide or turn text are spelt out.

    Parameters
    ----------
    text
        From the data or from the user.
    kept
        Signs that stay.

    Returns
    -------
    str
        Safe to print.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(sign if sign in kept else _sign(sign) for sign in text)


def short(text: str, longest: int = LONGEST) -> str:
    """Return a text as a message repeats it: its beginning, where it is long.

    Parameters
    ----------
    text
        What a user or a file says.
    longest
        Characters of the result at most.

    Returns
    -------
    str
        With "…" in place of what is left out.
    """
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def elided(name: str, longest: int) -> str:
    """Return a name with its middle left out, where it is long: its ends tell it from others.

    Parameters
    ----------
    name
        Name or label of a variable.
    longest
        Characters of the result at most, 3 or more.

    Returns
    -------
    str
        With "…" in place of what is left out.
    """
    if len(name) <= longest:
        return name
    end = (longest - 1) // 2
    return f"{name[: longest - 1 - end].rstrip()}…{name[-end:].lstrip()}"


def _sign(sign: str) -> str:
    if unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") or _hides(sign):
        return sign.encode("unicode_escape").decode("ascii")
    return sign


def _hides(sign: str) -> bool:
    """Return whether a sign turns the direction of writing, or is there without being seen."""
    if unicodedata.category(sign) != "Cf" or sign in _JOINERS:
        return False
    return sign in _BIDIRECTIONAL or unicodedata.bidirectional(sign) == "BN"
