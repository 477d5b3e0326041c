"""Found codings: what a search for a safe coding found, as JSON and as lines of the terminal."""

import math
from collections.abc import Sequence
from typing import Any

from sdcdesk.cli.terminal import print_lines
from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.search import LOSSES, Codings, Node
from sdcdesk.search.codings.local_coding import LocalCoding
from sdcdesk.search.codings.safe_coding import SafeCoding

INTERNAL = (
    "Search for a safe coding. Internal: it counts exactly which records codings leave out. Keep it where "
    "the data are kept."
)
"""What a written result says of itself."""


def codings_json(
    found: Codings, best: Sequence[SafeCoding], file: str, limits: Sequence[str]
) -> dict[str, Any]:
    """Return what a search found as plain JSON values at full precision.

    Parameters
    ----------
    found
        The codings that were looked at.
    best
        Those that are listed.
    file
        Name of the file that was searched.
    limits
        What was asked for besides, as it was written.

    Returns
    -------
    dict[str, Any]
        For the owner of the data: levels and counts hang on single records.
    """
    request, searched = found.request, found.lattice
    keys = zip(searched.keys, searched.hierarchies, strict=True)
    return {
        "document": INTERNAL,
        "file": file,
        "records": found.keys.records,
        "k": request.k,
        "suppress": request.allowed,
        "loss": request.loss.name,
        "limits": [*limits],
        "conditions": [one.model_dump(mode="json") for one in request.conditions],
        "keys": [
            {
                "name": name,
                "levels": [
                    {"title": one.level_title(level), "labels": len(one.labels(level))}
                    for level in range(one.height + 1)
                ],
            }
            for name, one in keys
        ],
        "codings": searched.size,
        "looked_at": len(found.levels),
        "complete": found.complete,
        "bound": found.bound,
        "optimum": None if found.optimum is None else _coding(found, found.optimum),
        "tied": [_levels(found, node) for node in found.tied],
        "minimal": [_coding(found, node) for node in found.minimal],
        "pareto": [_coding(found, node) for node in found.pareto],
        "best": [_coding(found, one.node) | _effect(one) for one in best],
    }


def _coding(found: Codings, node: Node) -> dict[str, Any]:
    losses = {name: found.loss(node, name) for name in LOSSES}
    return {
        "levels": _levels(found, node),
        "words": found.words(node),
        "suppressed": found.suppressed(node),
        "breaking": found.breaking(node),
        "smallest_group": found.smallest_group(node),
        "losses": {name: None if math.isnan(lost) else lost for name, lost in losses.items()},
    }


def _effect(coding: SafeCoding) -> dict[str, Any]:
    """Return what comes of a coding; nothing where that is not known."""
    effect = coding.effect
    if effect is None:
        return {}
    return {
        "verdict": str(effect.verdict),
        "risk": effect.risk_text(),
        "file_loss": effect.loss.to_json(),
        "kept": list(effect.kept),
    }


def local_json(local: LocalCoding) -> dict[str, Any]:
    """Return what local recoding of the same keys would lose, as plain JSON values.

    Parameters
    ----------
    local
        The recoding.

    Returns
    -------
    dict[str, Any]
        Its loss and its figures.
    """
    figures = local.masked.figures
    return {
        "loss": local.loss,
        **{name: figures[name].value for name in ("groups", "smallest_group", "cells_blanked")},
    }


def local_line(local: LocalCoding, found: Codings) -> str:
    """Return the same as a line.

    Parameters
    ----------
    local
        The recoding.
    found
        The codings beside which it stands.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    loss, words = LOSSES["loss"], "Local recoding of the same keys: {title} {lost}, no record left out"
    if found.request.conditions or found.request.limits:
        words = "Local recoding of the same keys, for groups of {k} alone: {title} {lost}, no record left out"
    lost = quantity_text(Quantity(local.loss, loss.unit)).text
    return sentence(words, title=loss.title, lost=lost, k=found.request.k)


def _levels(found: Codings, node: Node) -> dict[str, int]:
    return dict(zip(found.lattice.keys, node, strict=True))


def print_codings(found: Codings, best: Sequence[SafeCoding]) -> None:
    """Print how many codings were looked at, and the best of them.

    Parameters
    ----------
    found
        The codings that were looked at.
    best
        Those that are listed.
    """
    looked = counted(len(found.levels), "coding")
    words = "{looked} of {all} looked at, {minimal} of them just coarse enough"
    if not found.complete:
        words = "{looked} of {all} looked at; the best found is not proved to lose least"
    print_lines(sentence(words, looked=looked, all=found.lattice.size, minimal=len(found.minimal)))
    for coding in best:
        lost = Quantity(coding.loss, found.request.loss.unit)
        words = "{words}: {title} {lost}, {records} left out"
        if breaking := found.breaking(coding.node):
            words = "{words}: {title} {lost}, {records} left out, {breaking} of them for a condition"
        line = sentence(
            words,
            words=coding.words,
            title=found.request.loss.title,
            lost=quantity_text(lost).text,
            records=counted(coding.suppressed, "record"),
            breaking=breaking,
        )
        print_lines(f"  {line}")
        if coding.effect is not None:
            told = [coding.effect.risk_text(), coding.effect.loss_text(), *coding.effect.kept]
            print_lines(*(f"    {text}" for text in told if text))
