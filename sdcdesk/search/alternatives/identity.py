"""Identity of a comparison: digests of the data and of all of a project that a figure hangs on."""

import hashlib
import json

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ProjectError
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.project import Project
from sdcdesk.search.alternatives.comparison import Comparison

PARTS = {"variables", "weights", "hierarchies", "scenarios", "rules", "recipe", "measures"}
"""Parts of a project that the figures of an alternative hang on; the others are names, texts and choices."""


def project_identity(project: Project) -> str:
    """Return a digest of all of a project that the figures of an alternative hang on.

    Parameters
    ----------
    project
        The project; title, axes and notes may change.

    Returns
    -------
    str
        SHA-256 as hexadecimal digits. It would prove a guess at the seed, as the project itself would tell
        it, so that it is in internal documents only.
    """
    versions = {measure.name: measure.version for measure in MEASURES}
    written = {**project.model_dump(mode="json", include=PARTS), "versions": versions}
    return hashlib.sha256(json.dumps(written, sort_keys=True).encode()).hexdigest()


def data_identity(data: Microdata) -> str:
    """Return the digest of a file; in internal documents only, for it would prove a guess at values.

    Parameters
    ----------
    data
        The initial file.

    Returns
    -------
    str
        SHA-256 as hexadecimal digits.
    """
    return data.fingerprint()


def require_same(done: Comparison, begun: Comparison) -> None:
    """Refuse what was done with other data, or in another project.

    Parameters
    ----------
    done
        What an earlier run has done.
    begun
        The comparison that it is to be part of.

    Raises
    ------
    ProjectError
        The data or the project have changed since.
    """
    if done.data != begun.data:
        raise ProjectError(
            "What is done already belongs to other data than these; begin the comparison anew.", "data"
        )
    if done.project != begun.project:
        raise ProjectError(
            "What is done already belongs to another project, or to this one before its scenarios, measures, "
            "variables, hierarchies, rules or recipe changed; begin the comparison anew.",
            "project",
        )
