"""Formula texts: codes that a spreadsheet would compute instead of show, and how they are written."""

import re

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""What begins like a formula, or like one that was made harmless."""

_NUMBER = re.compile(r"[-+]?(\d+([.,]\d*)?|[.,]\d+)([eE][-+]?\d+)?")


def neutralised(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    Parameters
    ----------
    text
        A code, or the name of a column.

    Returns
    -------
    str
        With an apostrophe before what begins like a formula, or with apostrophes before that; numbers stay.
    """
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def restored(text: str) -> str:
    """Return the text that `neutralised` made harmless.

    Parameters
    ----------
    text
        As it stands in a file.

    Returns
    -------
    str
        Without the apostrophe.
    """
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
