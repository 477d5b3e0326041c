"""Findings of the key finder: unique records, the variables behind them, and the smallest sets."""

from collections.abc import Sequence
from functools import partial

from sdcdesk.core.numbers.quantity import RECORDS, VARIABLES, Bound, Quantity, Reason, Why, share
from sdcdesk.core.results.findings import Figure, Findings, Note, Section
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.key_finder import declared
from sdcdesk.risk.key_finder.assessed_keys import AssessedKeys
from sdcdesk.risk.key_finder.key_sets import KeySets, Reaching, reaches, reaching
from sdcdesk.risk.key_finder.ranked_variables import RankedVariables
from sdcdesk.risk.key_finder.smallest_sets import SmallestSets


def to_findings(keys: AssessedKeys, notes: Sequence[str]) -> Findings:
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
        blocks=(*_figures(keys), *_reached(keys, targets)),
        notes=tuple(Note(plain(note)) for note in notes),
    )
    about = plain("Whoever knows these few variables of a person finds the person's record for certain.")
    return Findings(
        sections=(
            headline,
            declared.RANKED.section(RankedVariables(keys), title="Variables"),
            declared.KEY_SETS.section(KeySets(keys, targets), title="Sets that single out many", about=about),
            declared.SIZES.section(SmallestSets(keys)),
        ),
        records={"sets": keys.uniqueness.sets},
    )


def _about(keys: AssessedKeys) -> Sentence:
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
    return sentence("{variables} variable", "{variables} variables", "variables", variables=number)


def _figures(keys: AssessedKeys) -> tuple[Figure, ...]:
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


def _reached(keys: AssessedKeys, targets: tuple[Reaching, ...]) -> tuple[Figure, ...]:
    """Return how few variables reach each target."""
    return tuple(
        one.figure(
            _fewest(keys, target),
            computation=_steps(keys, target),
            rows=partial(keys.rows, target.sets[0]) if target.sets else None,
            row_title=sentence("told apart by {named}", named=", ".join(keys.named(target.sets[0])))
            if target.sets
            else "",
        )
        for one, target in zip(declared.REACHED, targets, strict=True)
    )


def _fewest(keys: AssessedKeys, target: Reaching) -> Quantity:
    if target.sets:
        return Quantity(len(target.sets[0]), VARIABLES)
    if not keys.records:
        return Quantity(None, VARIABLES, reason=Reason(Why.NO_RECORDS, NOTHING_RELEASED))
    if reaches(keys, int(keys.uniqueness.whole.sum()), target.percent):
        return Quantity(keys.uniqueness.counted + 1, VARIABLES, Bound.AT_LEAST)
    words = "Not even all variables together tell so many records apart."
    return Quantity(None, VARIABLES, reason=Reason(Why.NONE_SUFFICES, words))


def _steps(keys: AssessedKeys, target: Reaching) -> tuple[tuple[str, Quantity | str], ...]:
    if not target.sets:
        return ()
    best = target.sets[0]
    return (
        ("Variables", ", ".join(keys.named(best))),
        ("Records that they tell apart", Quantity(keys.uniqueness.unique[best], RECORDS)),
        ("Released records", Quantity(keys.records, RECORDS)),
    )
