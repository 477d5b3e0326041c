"""Legible text: names and words of others, safe for a terminal and a document."""

import unicodedata

_BIDIRECTIONAL = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def legible(text: str) -> str:
    """Return a text in which signs that control a terminal or turn the direction of writing are spelt out.

    Parameters
    ----------
    text
        From the data or from the user.

    Returns
    -------
    str
        Safe to print.
    """
    return "".join(map(_sign, text)) if not text.isascii() or not text.isprintable() else text


def _sign(sign: str) -> str:
    if sign in _BIDIRECTIONAL or unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp"):
        return sign.encode("unicode_escape").decode("ascii")
    return sign
