"""Statistical disclosure control of microdata: mask, and watch disclosure risk against information loss.

The public face of the engine::

    import sdcdesk as sdc

    data = sdc.read("people.csv", roles={"age": "key", "sex": "key", "income": "confidential"})
    recipe = sdc.Recipe(seed=7).then(sdc.masking.Microaggregation(variables=["age"], k=3))
    masked = recipe.apply(data)
    sdc.risk.DisclosureRisk().assess(data, masked).value("dr_weighted")

Parts are imported when they are first used, so that the command line answers at once.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sdcdesk import loss, masking, risk
    from sdcdesk.core.errors import SdcError
    from sdcdesk.core.microdata import Microdata
    from sdcdesk.core.progress import Cancelled, Progress
    from sdcdesk.core.variable import Interval, Role, Scale, Variable
    from sdcdesk.document.project import Project
    from sdcdesk.document.recipe import Recipe
    from sdcdesk.inspection import inspect
    from sdcdesk.io import ReadOptions, read, write
    from sdcdesk.loss import LOSSES
    from sdcdesk.masking import METHODS
    from sdcdesk.records.record_matching import match
    from sdcdesk.release.pipeline import Pipeline
    from sdcdesk.risk import RISKS

_PLACES = {
    "Cancelled": "core.progress",
    "Interval": "core.variable",
    "LOSSES": "loss",
    "METHODS": "masking",
    "Microdata": "core.microdata",
    "Pipeline": "release.pipeline",
    "Progress": "core.progress",
    "Project": "document.project",
    "RISKS": "risk",
    "ReadOptions": "io",
    "Recipe": "document.recipe",
    "Role": "core.variable",
    "Scale": "core.variable",
    "SdcError": "core.errors",
    "Variable": "core.variable",
    "inspect": "inspection",
    "match": "records.record_matching",
    "read": "io",
    "write": "io",
}

__all__ = [
    "LOSSES",
    "METHODS",
    "RISKS",
    "Cancelled",
    "Interval",
    "Microdata",
    "Pipeline",
    "Progress",
    "Project",
    "ReadOptions",
    "Recipe",
    "Role",
    "Scale",
    "SdcError",
    "Variable",
    "inspect",
    "loss",
    "masking",
    "match",
    "read",
    "risk",
    "write",
]


def __getattr__(name: str) -> Any:
    if name in ("loss", "masking", "risk"):
        return import_module(f"sdcdesk.{name}")
    if name in _PLACES:
        return getattr(import_module(f"sdcdesk.{_PLACES[name]}"), name)
    raise AttributeError(f"module 'sdcdesk' has no attribute {name!r}")
