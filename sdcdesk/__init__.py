"""Statistical disclosure control of microdata: mask, and watch disclosure risk against information loss.

The public face of the engine::

    import sdcdesk as sdc

    data = sdc.read("people.csv", roles={"age": "key", "sex": "key", "income": "confidential"})
    recipe = sdc.Recipe(seed=7).then(sdc.masking.Microaggregation(variables=["age"], k=3))
    masked = recipe.apply(data)
    sdc.risk.DisclosureRisk().assess(data, masked).value("dr_weighted")

Parts are imported when they are first used, so that the command line answers at once.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sdcdesk.core.text.display import display_with

# Products of matrices take one thread each: with several their last digits would hang on how many processors
# there are, and threads that wait for one another take many times as long as a small product itself. What the
# user has set stands; it has an effect until numpy is imported.
for _threads in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ.setdefault(_threads, "1")

if TYPE_CHECKING:
    from sdcdesk import hierarchies, loss, masking, risk, search, tables
    from sdcdesk.core.data.microdata import Microdata
    from sdcdesk.core.data.variable import Interval, Role, Scale, Variable
    from sdcdesk.core.results.limit import Limit
    from sdcdesk.core.running.errors import SdcError
    from sdcdesk.core.running.progress import Cancelled, Progress
    from sdcdesk.document.grid import Grid, GridLine
    from sdcdesk.document.measures import MEASURES
    from sdcdesk.document.project import Project
    from sdcdesk.document.recipe import Recipe
    from sdcdesk.document.scenario import Scenario
    from sdcdesk.hierarchies.hierarchy import Hierarchy
    from sdcdesk.inspection import inspect
    from sdcdesk.io import (
        FORMATS,
        FileOptions,
        ReadOptions,
        WriteOptions,
        counted,
        read,
        write,
        write_codebook,
    )
    from sdcdesk.loss import LOSSES
    from sdcdesk.masking import METHODS
    from sdcdesk.masking.edit_rules.edit_rule import EditRule
    from sdcdesk.masking.finished_file.record_matching import match
    from sdcdesk.release.pipeline import Pipeline
    from sdcdesk.release.release_check import Release, check_release
    from sdcdesk.risk import RISKS
    from sdcdesk.search.alternatives.comparing import compare
    from sdcdesk.search.suggestion.suggest import suggest

    __version__: str

_PLACES = {
    "Cancelled": "core.running.progress",
    "EditRule": "masking.edit_rules.edit_rule",
    "FORMATS": "io",
    "FileOptions": "io",
    "Grid": "document.grid",
    "GridLine": "document.grid",
    "Hierarchy": "hierarchies.hierarchy",
    "Interval": "core.data.variable",
    "LOSSES": "loss",
    "Limit": "core.results.limit",
    "MEASURES": "document.measures",
    "METHODS": "masking",
    "Microdata": "core.data.microdata",
    "Pipeline": "release.pipeline",
    "Progress": "core.running.progress",
    "Project": "document.project",
    "RISKS": "risk",
    "ReadOptions": "io",
    "Recipe": "document.recipe",
    "Release": "release.release_check",
    "Role": "core.data.variable",
    "Scale": "core.data.variable",
    "Scenario": "document.scenario",
    "SdcError": "core.running.errors",
    "Variable": "core.data.variable",
    "WriteOptions": "io",
    "check_release": "release.release_check",
    "compare": "search.alternatives.comparing",
    "counted": "io",
    "inspect": "inspection",
    "match": "masking.finished_file.record_matching",
    "read": "io",
    "suggest": "search.suggestion.suggest",
    "write": "io",
    "write_codebook": "io",
}

__all__ = [
    "FORMATS",
    "LOSSES",
    "MEASURES",
    "METHODS",
    "RISKS",
    "Cancelled",
    "EditRule",
    "FileOptions",
    "Grid",
    "GridLine",
    "Hierarchy",
    "Interval",
    "Limit",
    "Microdata",
    "Pipeline",
    "Progress",
    "Project",
    "ReadOptions",
    "Recipe",
    "Release",
    "Role",
    "Scale",
    "Scenario",
    "SdcError",
    "Variable",
    "WriteOptions",
    "__version__",
    "check_release",
    "compare",
    "counted",
    "hierarchies",
    "inspect",
    "loss",
    "masking",
    "match",
    "read",
    "risk",
    "search",
    "suggest",
    "tables",
    "write",
    "write_codebook",
]


def __dir__() -> list[str]:
    """Return the public names, imported or not, so that completion offers them."""
    return sorted(__all__)


def _display(value: object) -> str:
    from sdcdesk.report.notebook import display

    return display(value)


display_with(_display)


def __getattr__(name: str) -> Any:
    if name in ("hierarchies", "loss", "masking", "risk", "search", "tables"):
        return import_module(f"sdcdesk.{name}")
    if name in _PLACES:
        return getattr(import_module(f"sdcdesk.{_PLACES[name]}"), name)
    if name == "__version__":
        return import_module("importlib.metadata").version("sdcdesk")
    raise AttributeError(f"module 'sdcdesk' has no attribute {name!r}")
