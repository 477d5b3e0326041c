"""Findings of the key finder: unique records, the variables behind them, and the smallest sets."""

from collections.abc import Sequence
from functools import partial

from sdcdesk.core.numbers.quantity import RECORDS, Quantity, share
from sdcdesk.core.results.findings import Figure, Findings, Note, Section
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.key_finder import declared
from sdcdesk.risk.key_finder.found_keys import FoundKeys
from sdcdesk.risk.key_finder.key_sets import key_sets_section, reached_figures, reaching
from sdcdesk.risk.key_finder.size_table import size_section
from sdcdesk.risk.key_finder.variable_table import variables_section


def to_findings(keys: FoundKeys, notes: Sequence[str]) -> Findings:
    """Return the findings.

    Parameters
    ----------
    keys
        Whom the variables tell apart.
    notes
        Remarks on the variables and on what was counted.

    Returns
    -------
    Findings
        All declared figures; for each record the number of counted sets that tell it apart.
    """
    targets = reaching(keys)
    headline = Section(
        name="key_finder",
        about=_about(keys),
        blocks=(*_figures(keys), *reached_figures(keys, targets)),
        notes=tuple(Note(plain(note)) for note in notes),
    )
    return Findings(
        sections=(headline, variables_section(keys), key_sets_section(keys, targets), size_section(keys)),
        records={"sets": keys.uniqueness.sets},
    )


def _about(keys: FoundKeys) -> Sentence:
    if not keys.records:
        return plain(NOTHING_RELEASED)
    return sentence(
        "{n} released record is told apart by at most {few} of {all}.",
        "{n} released records are told apart by at most {few} of {all}.",
        "n",
        n=int(keys.uniqueness.by_few.sum()),
        few=keys.uniqueness.counted,
        all=_variables(len(keys.names)),
    )


def _variables(number: int) -> Sentence:
    return sentence("{n} variable", "{n} variables", "n", n=number)


def _figures(keys: FoundKeys) -> tuple[Figure, ...]:
    figures: list[Figure] = []
    uniqueness = keys.uniqueness
    for number, of_all, records, title in (
        (declared.UNIQUE, declared.SHARE_UNIQUE, uniqueness.whole, "unique by all variables"),
        (declared.BY_FEW, declared.SHARE_BY_FEW, uniqueness.by_few, "unique by few variables"),
    ):
        count = int(records.sum())
        rows = partial(keys.rows_among, records)
        part = share(count, keys.records, empty=NOTHING_RELEASED)
        steps = (
            ("Unique records", Quantity(count, RECORDS)),
            ("Released records", Quantity(keys.records, RECORDS)),
        )
        figures += [
            number.figure(Quantity(count, RECORDS), rows=rows, row_title=title),
            of_all.figure(
                part,
                computation=steps if keys.records else (),
                rows=rows,
                row_title=title,
            ),
        ]
    return tuple(figures)
