"""Seed note: whether the seed of a project can be guessed, where that would betray anybody."""

import json
from functools import cache

from sdcdesk.core.random.secret_seed import guessable
from sdcdesk.document.project import Project
from sdcdesk.document.sample import sample_project


def seed_note(project: Project) -> str:
    """Return why the seed of a project should be replaced by one that nobody can guess.

    Parameters
    ----------
    project
        The project.

    Returns
    -------
    str
        Whole sentences; empty: its seed is a secret, or nothing hangs on it: no step and no protection of a
        table draws random numbers, or the data are those of the sample, which are made up and public with
        their seed.
    """
    draws = any(step.method.random for step in project.recipe.steps)
    draws |= any(table.protection is not None and table.protection.draws for table in project.tables)
    if not draws or project.data.sha256 == _sample_data():
        return ""
    return guessable(project.recipe.seed)


@cache
def _sample_data() -> str:
    """Return the hash of the sample's data."""
    written = json.loads(sample_project().read_text(encoding="utf-8"))
    return str(written["data"]["sha256"])
