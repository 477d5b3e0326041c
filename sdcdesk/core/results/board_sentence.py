"""Board sentence: how the sections of findings that a figure sums up stand to their limits, in words."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.results.figure import Figure
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.results.limit import Judgement, Limit, Limits, Standing, Verdict, standing, verdict
from sdcdesk.core.text.sentence import Against, Sentence, joined, sentence

_NOT_KEPT = {
    Standing.BROKEN: (
        "{title} does not keep its limit, {limit}: it is {value}.",
        "{title} does not keep its limit, {limit}: it is {value}, and up to {end}.",
        "{title} does not keep its limit, {limit}: it is {value}, and down to {end}.",
    ),
    Standing.NOT_PROVEN: (
        "{title} is not shown to keep its limit, {limit}: it is {value}.",
        "{title} is not shown to keep its limit, {limit}: it is {value}, and up to {end}.",
        "{title} is not shown to keep its limit, {limit}: it is {value}, and down to {end}.",
    ),
}
"""What is said of a number by itself, with the upper end of its interval, and with the lower end."""


@dataclass(frozen=True, slots=True)
class BoardSentence:
    """What is said first to a disclosure board.

    Attributes
    ----------
    verdict
        Of the limits on figures that sum up a section.
    text
        Which sections keep their limit, and by how much the others do not.
    """

    verdict: Verdict
    text: Sentence


def board_sentence(findings: Findings, limits: Limits) -> BoardSentence | None:
    """Return how summed-up sections stand to their limits.

    Parameters
    ----------
    findings
        What a measure found.
    limits
        By name of the figure.

    Returns
    -------
    BoardSentence or None
        None where no figure sums up a section, or none of these has a limit.
    """
    judged = list(_limited_figures(findings, limits))
    if not judged:
        return None
    standings = [standing(figure.quantity, limit) for _, figure, limit in judged]
    kept = [title for (title, *_), stands in zip(judged, standings, strict=True) if stands is Standing.KEPT]
    sentences = []
    if kept:
        words = "{n} of {all} keeps its limit: {names}."
        many = "{n} of {all} keep their limits: {names}."
        sentences.append(sentence(words, many, "n", n=len(kept), all=len(judged), names=", ".join(kept)))
    sentences += [
        _not_kept(title, figure.quantity, limit, stands)
        for (title, figure, limit), stands in zip(judged, standings, strict=True)
        if stands is not Standing.KEPT
    ]
    return BoardSentence(verdict(standings), joined(sentences, " "))


def tightest(figure: Figure, limits: Limits) -> Limit | None:
    """Return the limit on a figure that is kept least; None: there is none.

    Parameters
    ----------
    figure
        The figure.
    limits
        By name of the figure.

    Returns
    -------
    Limit or None
        Of several, that to which the number has come nearest, or beyond which it is farthest.
    """
    some = limits.get(figure.name, ())
    return max(some, key=lambda limit: Judgement(limit, figure.quantity).room, default=None)


def _limited_figures(findings: Findings, limits: Limits) -> Iterator[tuple[str, Figure, Limit]]:
    figures = findings.figures
    for section in findings.sections:
        figure = figures.get(section.summary)
        limit = tightest(figure, limits) if figure else None
        if figure is not None and limit is not None:
            yield section.title or figure.title, figure, limit


def _not_kept(title: str, quantity: Quantity, limit: Limit, stands: Standing) -> Sentence:
    """Return by how much a section does not keep its limit: the worse end of an interval is told too."""
    if stands is Standing.NOT_ASSESSED:
        return sentence("{title} could not be judged.", title=title)
    number = replace(quantity, interval=None)
    most = limit.side == "at most"
    low, high = quantity.interval or (0.0, 0.0)
    alone, up_to, down_to = _NOT_KEPT[stands]
    return sentence(
        alone if quantity.interval is None else up_to if most else down_to,
        title=title,
        limit=limit.words(Against(number, limit.value, writes_limit=True)),
        value=Against(number, limit.value),
        end=Against(Quantity(high if most else low, quantity.unit), limit.value),
    )
