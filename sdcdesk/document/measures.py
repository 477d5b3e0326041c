"""Catalogue of all measures, for projects and commands that take any of them."""

from typing import Annotated

from pydantic import PlainSerializer, PlainValidator

from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.catalogue import Catalogue
from sdcdesk.core.operations.measure import Lead, Measure
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.loss import LOSSES
from sdcdesk.risk import RISKS

MEASURES: Catalogue[Measure] = Catalogue("measure", parts=(RISKS, LOSSES))
"""Measures of disclosure risk first, then those of information loss."""

WrittenMeasure = Annotated[Measure, PlainValidator(MEASURES.read), PlainSerializer(MEASURES.write)]
"""A measure as a field of a document, written with its name and its parameters."""


def leading_measure(concern: Concern) -> type[Measure]:
    """Return the measure that stands for risk, or for loss, where no limit names another.

    Parameters
    ----------
    concern
        Risk or loss.

    Returns
    -------
    type[Measure]
        The one that declares a `lead`.
    """
    return next(kind for kind in MEASURES if kind.concern is concern and kind.lead is not None)


def lead(concern: Concern) -> Lead:
    """Return which figures of the leading measure stand for risk, or for loss.

    Parameters
    ----------
    concern
        Risk or loss.

    Returns
    -------
    Lead
        As the measure declares it.
    """
    return next(kind.lead for kind in MEASURES if kind.concern is concern and kind.lead is not None)


def leading_figure(concern: Concern) -> FigureAddress:
    """Return the figure that stands for risk, or for loss, where no limit names another.

    Parameters
    ----------
    concern
        Risk or loss.

    Returns
    -------
    FigureAddress
        Measure and figure.
    """
    return FigureAddress(leading_measure(concern).name, lead(concern).figure)


def with_defaults(kind: type[Measure]) -> Measure | None:
    """Return a measure with its defaults.

    Parameters
    ----------
    kind
        Its class.

    Returns
    -------
    Measure or None
        None where it has parameters that must be given.
    """
    try:
        return kind()
    except ParameterError:
        return None
