"""Measure of the three criteria: singling out, linkability and inference side by side."""

from typing import Any, ClassVar

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.quantity import Reason, Why
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings
from sdcdesk.core.running.progress import Progress
from sdcdesk.risk.criteria import inference, linkability, singling_out
from sdcdesk.risk.criteria.choices import SecretChoices, SourceChoices, StatementChoices
from sdcdesk.risk.criteria.criterion import Criterion
from sdcdesk.risk.criteria.declared import HELD_OUT, INFERENCE, LINKABILITY, SINGLING_OUT
from sdcdesk.risk.criteria.inference import WORDS, Inference
from sdcdesk.risk.criteria.linkability import Linkability
from sdcdesk.risk.criteria.outcome import Outcome
from sdcdesk.risk.criteria.singling_out import SinglingOut
from sdcdesk.risk.criteria.three_criteria_findings import attack_summary, named_rates, to_findings

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

    name: ClassVar[str] = "three_criteria"
    version: ClassVar[int] = 2
    title: ClassVar[str] = "Three criteria"
    purpose: ClassVar[str] = (
        "Whether the file lets an intruder single out, link or infer more than without it."
    )
    declares: ClassVar[tuple[Declared, ...]] = (
        *(figure for declares in DECLARES for figure in declares.brief),
        HELD_OUT,
    )
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = (
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
