"""Words of jobs that the user may stop: what is said while one runs, and once it was stopped."""

from typing import NamedTuple

from sdcdesk.core.text.sentence import sentence


class JobWords(NamedTuple):
    """What is said of a job.

    Attributes
    ----------
    running
        While it runs.
    stopped
        Once the user has stopped it.
    """

    running: str
    stopped: str


def reading_words(name: str) -> JobWords:
    """Return what is said of the reading of a file."""
    return JobWords(sentence("Reading {name}", name=name), sentence("Stopped: reading {name}", name=name))


def opening_words(name: str) -> JobWords:
    """Return what is said of the opening of a project."""
    return JobWords(sentence("Opening {name}", name=name), sentence("Stopped: opening {name}", name=name))
