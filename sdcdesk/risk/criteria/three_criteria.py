"""Measure of the three criteria: singling out, linkability and inference side by side."""

from collections.abc import Sequence
from dataclasses import replace

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.quantity import Bound, Reason, Why
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Findings, Note, Section
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, joined, plain, sentence
from sdcdesk.risk.criteria import inference, linkability, singling_out
from sdcdesk.risk.criteria.criterion import Criterion, SecretChoices, SourceChoices, StatementChoices
from sdcdesk.risk.criteria.declared import HELD_OUT, INFERENCE, LINKABILITY, SINGLING_OUT, Declares
from sdcdesk.risk.criteria.findings import figures, reached, weakness
from sdcdesk.risk.criteria.held_out import Attacked
from sdcdesk.risk.criteria.inference import WORDS, Inference
from sdcdesk.risk.criteria.linkability import Linkability
from sdcdesk.risk.criteria.outcome import Outcome, Words
from sdcdesk.risk.criteria.singling_out import SinglingOut
from sdcdesk.risk.criteria.tables import attack_table, attacks, rate_blocks, rates

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
    return attacks(words, f"{words.name}_attacks", summary=True)


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
    named = replace(outcome, declares=declares)
    names = {figure.name for figure in declares.summary}
    kept = tuple(figure for figure in figures(named) if figure.name in names)
    listed = attack_table(named, attack_summary(named.words))
    return Section(
        name=name,
        title=TITLES[name],
        about=joined([plain(QUESTIONS[name]), reached(named)], " "),
        summary=declares.risk.name,
        blocks=(*kept, *rate_blocks(named, named_rates(named.words, declares)), listed),
        notes=(*weakness(named), *(Note(note) for note in named.notes)),
    )


EVERY = (singling_out.WORDS, linkability.WORDS, inference.WORDS)
"""Words of the criteria, in their order."""

DECLARES = (
    SINGLING_OUT.among("singling_out"),
    LINKABILITY.among("linkability"),
    INFERENCE.among("inference"),
)

NO_SECRET = Reason(
    Why.NOT_APPLICABLE,
    "No variable has the role confidential, so nothing is to be inferred; give that role to the variables "
    "that an intruder should not learn.",
)


class ThreeCriteria(StatementChoices, SourceChoices, SecretChoices):
    """Whether the file lets an intruder single out, link or infer more than anyone could without it.

    The European data protection authorities ask three things of anonymous data. Each is tried as an attack on
    the masked file:

    - *Singling out*: can one person be picked out? The intruder makes statements that are true of exactly one
      record; a guess is right if exactly one person is like that.
    - *Linkability*: can two sources be joined? The intruder knows some keys of a person from one source and
      the others from another one, and joins both where they lead to the same record.
    - *Inference*: can an unknown value be guessed? The intruder knows the keys of a person and takes the
      confidential value of the nearest record.

    The same guesses are made about people who are not in the file, the *control*: what is right about them
    too is no fault of the file. *Blind* guesses show whether the attack uses the file at all. The *risk* is
    (attack − control) ÷ (1 − control), with its 95 % interval; a limit is judged by the upper end. An attack
    that is no better than blind guesses is weak: it shows no risk, and no safety either.

    A control needs at least 100 people who were left out by sampling or suppression. Where there are fewer,
    *hold some out*: the recipe runs once on the other records, and that file is attacked.

    When to use it: to answer the three questions of the authorities in one place, for the disclosure board.
    The measures of each criterion alone show all that they found. When not: where no key variables can be
    named; or where the unusual people were left out on purpose, who are a poor control.

    Examples
    --------
    A quarter of the people are held out of a file that tells everything:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = sdc.Microdata(pd.DataFrame({"age": range(800), "town": [str(i) for i in range(800)]}))
    >>> found = sdc.risk.ThreeCriteria(keys=["age", "town"], held_out=25).assess(people, people)
    >>> found.value("held_out"), round(found.value("linkability_risk"), 2), found.value("inference_risk")
    (200, 1.0, None)
    """

    name = "three_criteria"
    version = 2
    title = "Three criteria"
    purpose = "Whether the file lets an intruder single out, link or infer more than without it."
    declares = (
        *(figure for declares in DECLARES for figure in declares.summary),
        HELD_OUT,
    )
    tables = (
        *(named_rates(*criterion) for criterion in zip(EVERY, DECLARES, strict=True)),
        *(attack_summary(words) for words in EVERY),
    )
    examples = (
        {"guesses": 60},
        {"keys": ["age", "school"], "variables": ["bonus"], "guesses": 40, "seed": 3},
        {
            "keys": ["age", "zip", "school"],
            "together": 2,
            "sets": 5,
            "first": ["zip"],
            "nearest": 2,
            "splits": 3,
            "tolerance": 2.5,
            "ordinal": "printed",
            "guesses": 50,
            "held_out": 10,
        },
    )

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        attacked = self.attacked(original, masked, progress.part(0.0, 0.1))
        outcomes = []
        kinds: tuple[type[Criterion], ...] = (SinglingOut, Linkability, Inference)
        for kind, part in progress.part(0.1, 1.0).over(kinds):
            part.at(0.0, kind.title)
            outcomes.append(self._outcome(kind, original, attacked.masked, part))
        return to_findings(list(zip(outcomes, DECLARES, strict=True)), attacked)

    def _outcome(
        self, kind: type[Criterion], original: Microdata, masked: Microdata, progress: Progress
    ) -> Outcome:
        """Return what the attacks of one criterion reach, with its part of the parameters."""
        if kind is Inference and not (self.variables or self._is_secret(original)):
            return Outcome(WORDS, INFERENCE, (), None, NO_SECRET)
        own = {name: getattr(self, name) for name in kind.model_fields}
        return kind(**own).tried(original, masked, progress)

    def _is_secret(self, original: Microdata) -> bool:
        """Return whether there is something to be inferred."""
        return not set(original.named(Role.CONFIDENTIAL)) <= set(self.key_names(original))
