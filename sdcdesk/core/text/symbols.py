"""Symbols of figures and formulas ("DR_W", "w_ij"): what follows the underscore stands below the line.

Names of variables have longer parts or other letters around, and stay as they are.
"""

import re
from html import escape

SYMBOLS = re.compile(r"\b(DR|[A-Za-z](?=_ij|_ji|_11))_(W|min|max|link|ij|ji|11)\b")
"""Symbols in texts that may name variables, too."""

FORMULAS = re.compile(r"\b(DR|RF|max|min|[A-Za-zΣπλμ]′?)_(W|min|max|link|[A-Za-z0-9]{1,2})(?![A-Za-z0-9_])")
"""Symbols in texts of our own."""


def subscripts(markup: str, symbols: re.Pattern[str] = SYMBOLS) -> str:
    """Return HTML in which symbols have their subscripts.

    Parameters
    ----------
    markup
        Escaped text.
    symbols
        Which of them.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> subscripts("DR_W of Amount_Billed")
    'DR<sub>W</sub> of Amount_Billed'
    """
    return symbols.sub(r"\1<sub>\2</sub>", markup)


def symbol_text(symbol: str) -> str:
    """Return the symbol of a figure as HTML: what follows the underscore stands below the line.

    Parameters
    ----------
    symbol
        "DR_min".

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> symbol_text("DR_min")
    'DR<sub>min</sub>'
    """
    name, _, below = symbol.partition("_")
    return escape(name) + (f"<sub>{escape(below)}</sub>" if below else "")
