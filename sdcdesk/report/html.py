"""A release check as HTML: one file, no script, nothing fetched from anywhere."""

from importlib.metadata import version
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from sdcdesk.core.figures import words
from sdcdesk.loss import LOSSES
from sdcdesk.release.release_check import Release
from sdcdesk.risk import RISKS

SCENARIO_FIGURES = ("dr_min", "dr_weighted", "dr_max", "dr_link", "k", "records_below_k")
"""Figures shown for each scenario, before and after masking."""


def render(release: Release, override: str = "") -> str:
    """Return the report of a release check.

    The first thing it says is the verdict. It names no record and shows no value of the data.

    Parameters
    ----------
    release
        The release check.
    override
        Why the file is released although it is not known to be safe, in the user's words; empty: it is
        not released, or it is safe.
    """
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["words"] = words
    return environment.get_template("report.html").render(
        release=release,
        project=release.project,
        figure_names=SCENARIO_FIGURES,
        risks=[measure.name for measure in RISKS],
        losses=[measure.name for measure in LOSSES],
        override=override,
        version=version("sdcdesk"),
    )
