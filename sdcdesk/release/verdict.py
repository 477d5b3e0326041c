"""Verdict of a release: limits against what was found, the one that decides, and its words."""

from collections.abc import Iterable, Mapping, Sequence

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import NUMBER, Bound, Unit
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.column import Secrecy
from sdcdesk.core.results.findings import Figure
from sdcdesk.core.results.limit import Judgement, Limit, Standing, Verdict
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.quantity_text import limit_number_text, quantity_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.limits import figure_name, limited_figure
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS
from sdcdesk.release.pipeline import Stage

Assessments = Mapping[str, Assessment | SdcError | None]
"""What became of each measure, by its name; None: it is wanted and not computed yet."""

_SEVERITY = {Standing.BROKEN: 3, Standing.NOT_PROVEN: 2, Standing.NOT_ASSESSED: 1, Standing.KEPT: 0}

_TITLED = {
    "at most": {
        Standing.KEPT: "{name}: {value}, within the limit of {limit}",
        Standing.NOT_PROVEN: "{name}: {value}, not shown to be within the limit of {limit}",
        Standing.BROKEN: "{name}: {value}, above the limit of {limit}",
    },
    "at least": {
        Standing.KEPT: "{name}: {value}, not below the least of {limit}",
        Standing.NOT_PROVEN: "{name}: {value}, not shown to reach the least of {limit}",
        Standing.BROKEN: "{name}: {value}, below the least of {limit}",
    },
}
"""How a figure that is named by its title stands to a limit of either side."""

_NAMED = {
    "at most": {
        Standing.KEPT: "{name} is {value}, within {limit}",
        Standing.NOT_PROVEN: "{name} is {value}, not shown to be within {limit}",
        Standing.BROKEN: "{name} is {value}, above {limit}",
    },
    "at least": {
        Standing.KEPT: "{name} is {value}, at least {limit}",
        Standing.NOT_PROVEN: "{name} is {value}, not shown to be at least {limit}",
        Standing.BROKEN: "{name} is {value}, below {limit}",
    },
}
"""How any other figure stands to it."""

_COUNTED = {
    "at most": "{name} is {value}, more than {limit}",
    "at least": "{name} is {value}, fewer than {limit}",
}
"""How a count that is named by its symbol breaks a limit."""


def judgements(
    limits: Iterable[Limit], assessments: Assessments, stages: Sequence[Stage] = ()
) -> tuple[Judgement, ...]:
    """Return what the limits make of what was found, in their order, at full precision.

    A limit on a measure or figure that does not exist (any more) is not assessed, and says so.

    Parameters
    ----------
    limits
        Limits of one scenario.
    assessments
        Gives what was found, by measure and figure.
    stages
        What became of the steps; a limit on a figure of a method is judged by the step that keeps it least.

    Returns
    -------
    tuple[Judgement, ...]
        One judgement for each limit.
    """
    return tuple(
        _judge_steps(limit, stages) if limit.measure in METHODS else _judgement(limit, assessments)
        for limit in limits
    )


def deciding(judgements: Sequence[Judgement]) -> Judgement | None:
    """Return the judgement that the verdict rests on: the worst, of these the one furthest gone.

    Where all limits are kept it is the one that has the least room left. None without judgements.

    Parameters
    ----------
    judgements
        Judgements of one scenario.

    Returns
    -------
    Judgement or None
        One of these.
    """
    return max(judgements, key=severity, default=None)


def severity(judgement: Judgement) -> tuple[int, float]:
    """Return how bad a judgement is, to sort by: how it stands, then how far it has come to its limit.

    Parameters
    ----------
    judgement
        A limit and what was found.

    Returns
    -------
    tuple[int, float]
        Larger is worse.
    """
    return _SEVERITY[judgement.standing], judgement.room


def overall(verdicts: Iterable[str]) -> Verdict:
    """Return one verdict for several: unsafe if one is, safe only if all are.

    Parameters
    ----------
    verdicts
        One for each scenario.

    Returns
    -------
    Verdict
        `NOT_ASSESSED` also where there are none.
    """
    found = set(verdicts)
    if Verdict.UNSAFE in found:
        return Verdict.UNSAFE
    return Verdict.SAFE if found == {Verdict.SAFE} else Verdict.NOT_ASSESSED


def fails(verdict: Verdict, original: Microdata, masked: Microdata) -> bool:
    """Return whether a command ends as unsafe.

    Parameters
    ----------
    verdict
        What all limits make of the masked file.
    original, masked
        Both files.

    Returns
    -------
    bool
        Also where nobody knows who is who: then only limits that do without it make a file safe.
    """
    known = masked.lineage.pairing_with(original.lineage).is_known or verdict is Verdict.SAFE
    return verdict is Verdict.UNSAFE or not known


def judgement_text(judgement: Judgement, locale: Locale = NEUTRAL) -> str:
    """Return how a figure stands to its limit, as a clause: "DR_W is 2.0004 %, above 2 %".

    A figure without a symbol stands before a colon, since its title may be of one or of many: "Records in
    groups below k: 687, above the limit of 100". No number is rounded across its limit.

    Parameters
    ----------
    judgement
        A limit and what was found.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        Without a full stop.
    """
    limit, quantity = judgement.limit, judgement.quantity
    name, declared = figure_name(limit), limited_figure(limit)
    titled = declared is not None and name == declared.title
    if judgement.standing is Standing.NOT_ASSESSED:
        words = "{name}, not assessed: {why}" if titled else "{name} is not assessed: {why}"
        return sentence(words, name=name, why=judgement.why)
    unit = quantity.unit if quantity else declared.unit if declared else NUMBER
    noun = unit.noun
    # What is counted is said once: in the title, or else with the value.
    names_noun = titled and noun is not None and noun.many in name.lower().split()
    value = (
        quantity_text(quantity, locale, [limit.value], noun=not names_noun).text if quantity else "withheld"
    )
    reason = quantity.reason if quantity else None
    words = _words(judgement, unit, titled=titled)
    text = sentence(
        words,
        name=name,
        value=str(reason.code) if reason else value,
        limit=limit_number_text(limit.value, unit, locale, noun=False, quantity=quantity),
    )
    return sentence("{judgement}: {why}", judgement=text, why=judgement.why) if reason else text


def _words(judgement: Judgement, unit: Unit, *, titled: bool) -> str:
    """Return the template of how a figure stands to its limit."""
    side, broken = judgement.limit.side, judgement.standing is Standing.BROKEN
    if _is_at(judgement):
        return (
            "{name}: {value}, at the limit of {limit}"
            if titled
            else "{name} is {value}, at the limit of {limit}"
        )
    if titled:
        return _TITLED[side][judgement.standing]
    return _COUNTED[side] if broken and unit.kind == "count" else _NAMED[side][judgement.standing]


def vanished(judgements: Iterable[Judgement]) -> tuple[Judgement, ...]:
    """Return the judgements of limits on figures that no measure has (any more).

    Parameters
    ----------
    judgements
        Judgements of one scenario.

    Returns
    -------
    tuple[Judgement, ...]
        What every surface must say, however the other limits stand.
    """
    return tuple(one for one in judgements if limited_figure(one.limit) is None)


def verdict_text(judgements: Sequence[Judgement], locale: Locale = NEUTRAL) -> str:
    """Return what stands beside the verdict: the number and the limit that decide.

    Parameters
    ----------
    judgements
        Judgements of one scenario.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        Clauses without a full stop, the worst first; limits that nothing can answer are always told.
    """
    decides = deciding(judgements)
    if decides is None:
        return "No limit is set"
    worst = [judgement for judgement in judgements if judgement.standing is decides.standing]
    if decides.standing is Standing.KEPT and len(judgements) > 1:
        if len(judgements) == 2:
            return "Both limits are kept"
        return sentence("All {n} limits are kept", n=len(judgements)).written(locale)
    gone = vanished(judgements)
    worst_first = sorted((one for one in worst if one not in gone), key=severity, reverse=True)
    if decides.standing is Standing.NOT_ASSESSED:
        worst_first = [] if gone else worst_first[:1]
    first, *others = (judgement_text(judgement, locale) for judgement in (*worst_first, *gone))
    for other in others:
        first = sentence("{first}, and {other}", first=first, other=other)
    return first


def _judgement(limit: Limit, assessments: Assessments) -> Judgement:
    if limit.measure not in assessments:
        title = MEASURES[limit.measure].title if limit.measure in MEASURES else ""
        why = (
            sentence("{title} is not among the measures.", title=title)
            if title
            else sentence("There is no measure {measure}.", measure=limit.measure)
        )
        return Judgement(limit, None, why)
    outcome = assessments[limit.measure]
    if outcome is None or isinstance(outcome, SdcError):
        return Judgement(limit, None, "Not computed yet." if outcome is None else outcome.message)
    if not outcome.released_records:
        return Judgement(limit, None, "No record is released.")
    figure = outcome.figures.get(limit.figure)
    return _without_figure(limit, outcome.title) if figure is None else _judge_figure(limit, figure)


def _judge_steps(limit: Limit, stages: Sequence[Stage]) -> Judgement:
    title = METHODS[limit.measure].title
    applied = [
        (stage.step, stage.masked)
        for stage in stages
        if stage.masked is not None and stage.step.method.name == limit.measure
    ]
    if not applied:
        words = "No step that is on is called {title}: switch one on, or remove this limit."
        return Judgement(limit, None, sentence(words, title=title))
    # What a secret step reports, the public is not told.
    judged = [
        _judge_figure(limit, figure, Secrecy.INTERNAL if step.secret else figure.secrecy)
        for step, masked in applied
        for figure in [masked.figures.get(limit.figure)]
        if figure is not None
    ]
    return max(judged, key=severity, default=_without_figure(limit, title))


def _without_figure(limit: Limit, title: str) -> Judgement:
    return Judgement(
        limit, None, sentence("{title} has no figure {figure}.", title=title, figure=limit.figure)
    )


def _judge_figure(limit: Limit, figure: Figure, secrecy: Secrecy | None = None) -> Judgement:
    reason = figure.quantity.reason
    why = reason.text if reason else ""
    return Judgement(limit, figure.quantity, why, secrecy=secrecy or figure.secrecy)


def _is_at(judgement: Judgement) -> bool:
    """Return whether the number itself, and no bound of it, is the most that is accepted."""
    quantity = judgement.quantity
    return (
        judgement.standing is Standing.KEPT
        and judgement.limit.side == "at most"
        and quantity is not None
        and quantity.bound not in (Bound.AT_MOST, Bound.AT_LEAST)
        and quantity.value == judgement.limit.value
    )
