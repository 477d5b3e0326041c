"""Findings of the three criteria: what being in the file adds, and a section for each of them."""

from collections.abc import Sequence
from dataclasses import replace

from sdcdesk.core.numbers.quantity import Bound
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Findings, Note, Section
from sdcdesk.core.text.sentence import Sentence, joined, plain, sentence
from sdcdesk.risk.criteria.attack_table import attack_table, attacks
from sdcdesk.risk.criteria.declared import Declares
from sdcdesk.risk.criteria.findings import figures, reached, weakness
from sdcdesk.risk.criteria.held_out import Attacked
from sdcdesk.risk.criteria.outcome import Outcome, Words
from sdcdesk.risk.criteria.rate_findings import rate_blocks, rates

Criteria = Sequence[tuple[Outcome, Declares]]

QUESTIONS = {
    "singling_out": "Can one person be picked out?",
    "linkability": "Can two sources about a person be joined?",
    "inference": "Can an unknown value of a person be guessed?",
}
"""What each criterion asks, by the name of its section."""

TITLES = {"singling_out": "Singling out", "linkability": "Linkability", "inference": "Inference"}


def named_rates(words: Words, declares: Declares) -> DeclaredTable[Outcome]:
    """Return the rates of one criterion as they stand beside the others.

    Parameters
    ----------
    words
        Words of the criterion.
    declares
        Its figures.

    Returns
    -------
    DeclaredTable[Outcome]
        Named after the criterion.
    """
    return rates(declares, f"{words.name}_rates")


def attack_summary(words: Words) -> DeclaredTable[Outcome]:
    """Return the attacks of one criterion as they stand beside the others.

    Parameters
    ----------
    words
        Words of the criterion.

    Returns
    -------
    DeclaredTable[Outcome]
        Named after the criterion, with few columns.
    """
    return attacks(words, f"{words.name}_attacks", brief=True)


def to_findings(criteria: Criteria, attacked: Attacked) -> Findings:
    """Return the findings.

    Parameters
    ----------
    criteria
        What the attacks of each criterion reached, and the figures among which its own stand.
    attacked
        What was attacked.

    Returns
    -------
    Findings
        A section for all, and one for each criterion, which its risk sums up.
    """
    headline = Section(
        name="three_criteria",
        about=joined([_added(outcome) for outcome, _ in criteria], " "),
        notes=tuple(Note(note) for note in attacked.notes),
    )
    control = Section(
        name="control",
        title="Control",
        about=plain(
            "People who are not in the file: left out by a step that samples or suppresses, or held out for "
            "this purpose. What is guessed right of them is no fault of the file."
        ),
        blocks=(attacked.figure,),
    )
    return Findings(sections=(headline, *(_section(*one) for one in criteria), control))


def _added(outcome: Outcome) -> Sentence:
    """Return what being in the file adds to what could be guessed anyhow."""
    title = TITLES[outcome.words.name]
    risk, most = outcome.risk(outcome.headline), outcome.ends(outcome.headline)[1]
    if not risk.defined:
        return sentence("{title}: no risk can be told.", title=title)
    if outcome.headline is not None and outcome.headline.is_weak:
        return sentence("{title}: the attack was weak, which tells nothing.", title=title)
    words = "{title}: being in the file adds {risk} to what could be guessed, and up to {most}."
    return sentence(
        words, title=title, risk=replace(risk, interval=None), most=replace(most, bound=Bound.EXACT)
    )


def _section(outcome: Outcome, declares: Declares) -> Section:
    """Return one criterion: its risk, the rates that it comes from, and the strongest attacks."""
    name = outcome.words.name
    told = replace(outcome, declares=declares)
    brief = {figure.name for figure in declares.brief}
    kept = tuple(figure for figure in figures(told) if figure.name in brief)
    listed = attack_table(told, attack_summary(told.words))
    return Section(
        name=name,
        title=TITLES[name],
        about=joined([plain(QUESTIONS[name]), reached(told)], " "),
        summary=declares.risk.name,
        blocks=(*kept, *rate_blocks(told, named_rates(told.words, declares)), listed),
        notes=(*weakness(told), *(Note(note) for note in told.notes)),
    )
