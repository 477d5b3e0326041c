"""Whole numbers on the command line, as of what is tried or listed."""

import argparse


def at_least_one(text: str) -> int:
    """Return a whole number from 1.

    Parameters
    ----------
    text
        "5".

    Returns
    -------
    int
        From 1.

    Raises
    ------
    argparse.ArgumentTypeError
        It is no whole number, or less than 1.
    """
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("must be a whole number, 1 or more")
    return int(text)
