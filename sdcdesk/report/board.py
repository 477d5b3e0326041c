"""Rows of the report for the disclosure board: judgements, files, scenarios and measures in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.quantity import Quantity, Unit
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.edition import Audience, Edition
from sdcdesk.core.results.findings import Figure
from sdcdesk.core.results.limit import Judgement, Limit, Standing, Verdict
from sdcdesk.core.results.withholding import withheld, withheld_judgement
from sdcdesk.core.text.number_text import count_text, number_text
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.quantity_text import (
    column_texts,
    column_title,
    limit_number_text,
    quantity_text,
    without_sign,
)
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.limits import figure_name, limited_figure
from sdcdesk.document.measures import lead, leading_measure
from sdcdesk.io.record_order import RandomUnits
from sdcdesk.release.measure_check import Entry
from sdcdesk.release.release_check import Release
from sdcdesk.release.scenario_check import Checked
from sdcdesk.release.verdict import judgement_text

_RANDOM_ORDERS: dict[RandomUnits, str] = {
    "records": "The records are in random order.",
    "households": "The households are in random order; their members stand together, in the old order.",
    "members": "The households are in random order, and so are the members of each, who stand together.",
}
"""What is said of a file that was put into a random order as it left."""

SAFE_HERE = "Safe in these scenarios: more leaves than they know of"
"""The headline of a safe file while something leaves that no scenario knows of, and nobody accepts."""

HEADLINES = {
    Verdict.SAFE: "Safe to release under the limits of this project",
    Verdict.UNSAFE: "Not safe to release",
    Verdict.NOT_ASSESSED: "Not assessed: nobody knows whether the file is safe",
}

FIRST = 6
"""Judgements that the first page has room for."""

MISSING = {
    "category": "a missing key value matches other missing ones",
    "wildcard": "a missing key value matches every value",
}

UNTOLD = "in the internal edition only"
"""What stands for a hash that would prove a guess at original values."""

_ROLES = {
    Role.KEY: "Key variables",
    Role.CONFIDENTIAL: "Confidential variables",
    Role.WEIGHT: "Sampling weights",
    Role.HOUSEHOLD: "Households",
    Role.STRATUM: "Strata",
    Role.IDENTIFIER: "Identifiers, left out unless the release says otherwise",
}


@dataclass(frozen=True, slots=True)
class LeavingText:
    """Something that leaves beside the keys, in words.

    Attributes
    ----------
    title, text
        What it is, and whom it singles out.
    mend
        What would take it away.
    state
        "open" or "accepted".
    """

    title: str
    text: str
    mend: str
    state: str


@dataclass(frozen=True, slots=True)
class JudgementText:
    """A limit and what became of it, in words; `why` says why there is nothing to judge.

    Attributes
    ----------
    scenario
        Its name.
    title, symbol
        Names of the limited figure.
    bound
        Whether the number is exact, a bound or an estimate; empty where there is none.
    value
        What was found.
    limit
        Side and value.
    standing
        What the limit makes of it.
    why
        Why there is nothing to judge; empty where there is.
    """

    scenario: str
    title: str
    symbol: str
    bound: str
    value: str
    limit: str
    standing: Standing
    why: str


def headline(release: Release, kept: Sequence[str] = ()) -> str:
    """Return the verdict as the first words of a document.

    Parameters
    ----------
    release
        The release check of the masked file.
    kept
        Identifiers that leave too.

    Returns
    -------
    str
        Without a full stop.
    """
    limited = release.verdict is Verdict.SAFE and release.open(kept)
    return SAFE_HERE if limited else HEADLINES[release.verdict]


def order_text(release: Release) -> str:
    """Return what was done to the order of the records as they left.

    Parameters
    ----------
    release
        The release check of the masked file.

    Returns
    -------
    str
        A sentence; empty: nothing.
    """
    return _RANDOM_ORDERS[release.order] if release.order else ""


def leaving(release: Release, edition: Edition, kept: Sequence[str] = ()) -> list[LeavingText]:
    """Return what leaves beside the keys.

    Parameters
    ----------
    release
        The release check of the masked file.
    edition
        Whom it is for.
    kept
        Identifiers that leave too.

    Returns
    -------
    list[LeavingText]
        What is accepted comes last.
    """
    found = [
        LeavingText(
            printable(one.title),
            printable(one.for_edition(edition)),
            printable(one.mend.title) if one.mend else "–",
            "accepted" if one.name in release.project.accepted else "open",
        )
        for one in release.leaves(kept)
    ]
    return sorted(found, key=lambda one: one.state == "accepted")


def judgements(release: Release, edition: Edition) -> list[JudgementText]:
    """Return all judgements of all scenarios.

    Parameters
    ----------
    release
        The release check of the masked file.
    edition
        Whom they are for.

    Returns
    -------
    list[JudgementText]
        In the order of scenarios and limits.
    """
    return [
        _judgement(checked.scenario.name, withheld_judgement(judgement, edition))
        for checked in release.scenarios
        for judgement in checked.judgements
    ]


def _judgement(scenario: str, judgement: Judgement) -> JudgementText:
    limit, quantity = judgement.limit, judgement.quantity
    declared = limited_figure(limit)
    unit = declared.unit if declared else quantity.unit if quantity else None
    beside = [quantity] if quantity is not None and quantity.defined else []
    return JudgementText(
        scenario=printable(scenario),
        title=printable(declared.title if declared else figure_name(limit)),
        symbol=declared.symbol if declared else "",
        bound=str(beside[0].bound) if beside else "",
        value=_bare(beside[0], limit) if beside else "–",
        limit=side_and_value(limit, unit, quantity),
        standing=judgement.standing,
        why=printable(judgement.why),
    )


def first_judgements(judgements: Sequence[JudgementText]) -> list[JudgementText]:
    """Return the judgements that the first page tells: all where there is room, else the worst.

    Parameters
    ----------
    judgements
        All of them.

    Returns
    -------
    list[JudgementText]
        What is not kept comes first.
    """
    if len(judgements) <= FIRST:
        return list(judgements)
    return sorted(judgements, key=lambda one: one.standing is Standing.KEPT)[:FIRST]


def side_and_value(
    limit: Limit, unit: Unit | None, quantity: Quantity | None = None, beside: Sequence[Quantity] = ()
) -> str:
    """Return a limit without the name of its figure.

    Parameters
    ----------
    limit
        A limit on any figure.
    unit
        Unit of the figure; None: it is not known.
    quantity, beside
        The number that it judges, and those that this stands with; see `limit_number_text`.

    Returns
    -------
    str
        "at most 2 %".
    """
    if unit is None:
        return limit.words(number_text(limit.value))
    return limit.words(limit_number_text(limit.value, unit, quantity=quantity, beside=beside))


def _bare(quantity: Quantity, limit: Limit) -> str:
    """Return the number without the sign of its bound, which has a column of its own."""
    return without_sign(quantity_text(quantity, limits=[limit.value]).text)


def verdict_sentence(release: Release, edition: Edition) -> str:
    """Return the reason of the verdict in a sentence.

    Parameters
    ----------
    release
        The release check of the masked file.
    edition
        Whom it is for.

    Returns
    -------
    str
        One or more, with full stops.
    """
    worst = release.worst
    if worst is None:
        return "The project has no scenario, so nothing was judged."
    if release.verdict is Verdict.SAFE:
        count = sum(len(checked.judgements) for checked in release.scenarios)
        kept = {1: "The only limit is kept.", 2: "Both limits are kept."}.get(count, "")
        kept = kept or sentence("All {n} limits are kept.", n=count)
        words, decides = "{kept} Nearest to its limit is {name}.", worst.deciding
        if decides:
            words = "{kept} Nearest to its limit is {name}: {judgement}."
        text = judgement_text(withheld_judgement(decides, edition)) if decides else ""
        return printable(sentence(words, kept=kept, name=worst.scenario.name, judgement=text))
    deciding = [checked for checked in release.scenarios if checked.verdict == release.verdict]
    clauses = (f"{one.scenario.name}: {one.sentence(edition=edition)}" for one in deciding)
    return printable(" ".join(map(_full_stop, clauses)))


def _full_stop(clause: str) -> str:
    return clause if clause.endswith(".") else f"{clause}."


def sample_text(release: Release, edition: Edition) -> str:
    """Return that the figures are those of a random sample of the file.

    Parameters
    ----------
    release
        The release check of the masked file.
    edition
        Whom it is for; the seed stands in the internal one only.

    Returns
    -------
    str
        A sentence; empty where all records were read.
    """
    sample = release.run.original.sample
    if sample is None:
        return ""
    internal = edition.audience is Audience.INTERNAL
    return printable(sample.internal_text() if internal else sample.public_text())


def files(release: Release, edition: Edition) -> list[tuple[str, str, str, str, str]]:
    """Return a row for the original and the released file: name, records, variables, SHA-256.

    Parameters
    ----------
    release
        The release check of the masked file.
    edition
        Whom they are for; the hash of the original, which would prove a guess at it, stands in the internal
        one only.

    Returns
    -------
    list[tuple[str, str, str, str, str]]
        The original, other files that steps and measures name, and what is released. Names are legible,
        hashes hexadecimal; one that nobody recorded is empty.
    """
    original, masked = release.run.original, release.run.masked
    published = original.is_released or edition.audience is Audience.INTERNAL
    left = [variable for variable in masked.variables if variable.role is not Role.IDENTIFIER]
    return [
        (
            "As opened, its original not known" if original.is_released else "Original",
            printable(release.project.data.name),
            count_text(len(original)),
            count_text(len(original.names)),
            release.project.data.sha256 if published else UNTOLD,
        ),
        *(
            ("Other file", file.name, "", "", file.sha256 if published else UNTOLD)
            for file in release.project.input_files
        ),
        (
            "Released",
            "the masked data, leaving as one file; the hash is that of their values, not of the file",
            count_text(len(masked)),
            count_text(len(left)),
            # Tables leave without the file from which they are built: its hash would prove a guess at them.
            masked.released_fingerprint() if published or not release.tables else UNTOLD,
        ),
    ]


def roles(release: Release) -> list[tuple[str, str]]:
    """Return the roles that occur, each with its variables.

    Parameters
    ----------
    release
        The release check of the masked file.

    Returns
    -------
    list[tuple[str, str]]
        Title of the role, and names divided by commas.
    """
    variables = release.run.original.variables
    return [
        (title, printable(", ".join(each.name for each in variables if each.role is role)))
        for role, title in _ROLES.items()
        if any(each.role is role for each in variables)
    ]


def scenario_table(
    release: Release, edition: Edition, names: Sequence[str] = ()
) -> tuple[list[str], list[list[str]]]:
    """Return headers and rows of the scenarios side by side, one number of digits a column.

    Parameters
    ----------
    release
        The release check of the masked file.
    edition
        Whom it is for.
    names
        Figures of the leading measure of risk, by name; none: those of its overview.

    Returns
    -------
    tuple[list[str], list[list[str]]]
        Cells as text, told apart from the limits; "–" where a scenario does not have the figure, or it is
        withheld.
    """
    known = [_overview(checked, edition) for checked in release.scenarios]
    heads, columns = [], []
    for name in names or lead(Concern.RISK).overview:
        figures = [found[name] for found in known if name in found]
        if not figures:
            continue
        heads.append(column_title(figures[0].symbol or figures[0].title, figures[0].unit))
        limits = [
            limit.value
            for checked in release.scenarios
            for limit in checked.limits_on(leading_measure(Concern.RISK).name).get(name, ())
        ]
        texts = iter(column_texts([figure.quantity for figure in figures], limits=limits))
        columns.append([next(texts).text if name in found else "–" for found in known])
    rows = [
        [
            printable(checked.scenario.name),
            printable(checked.scenario.knows) or "–",
            printable(_keys(release, checked)),
            *(column[place] for column in columns),
            str(checked.verdict),
        ]
        for place, checked in enumerate(release.scenarios)
    ]
    return heads, rows


def _overview(checked: Checked, edition: Edition) -> Mapping[str, Figure]:
    return {} if checked.after is None else withheld(checked.after, edition).figures


def _keys(release: Release, checked: Checked) -> str:
    return ", ".join(checked.scenario.known_keys(release.run.original)) or "none"


def entries(release: Release, concern: Concern) -> list[Entry]:
    """Return the project's other measures of one concern.

    Parameters
    ----------
    release
        The release check of the masked file.
    concern
        Risk or loss.

    Returns
    -------
    list[Entry]
        In the order of the project.
    """
    return [entry for entry in release.entries if entry.measure.concern is concern]


def measures(release: Release) -> list[type[Measure]]:
    """Return each measure that was used once.

    Parameters
    ----------
    release
        The release check of the masked file.

    Returns
    -------
    list[type[Measure]]
        Classes, in the order of their use.
    """
    used = [entry for checked in release.scenarios for entry in checked.entries]
    return list(dict.fromkeys(type(entry.measure) for entry in (*used, *release.entries)))
