"""Suggested roles, from the names and values of variables."""

from sdcdesk.core.data.role_vocabulary import ALL
from sdcdesk.core.data.variable import Role
from sdcdesk.core.data.variable_names import matching_word, others_know, unaccented
from sdcdesk.core.text.sentence import sentence
from sdcdesk.inspection.value_counts import ValueCounts

Suggestion = tuple[Role, str]

_FEW = 20
"""In fewer records than this, that all values differ means nothing."""

_NEARLY_ALL = 0.95
"""Share of different values from which a variable tells records apart."""


def suggested_role(counted: ValueCounts) -> Suggestion:
    """Return the role that a variable probably has, with the reason in one clause.

    Parameters
    ----------
    counted
        The different values of the variable.

    Returns
    -------
    Suggestion
        A role and a clause without a full stop.
    """
    if not counted.present:
        return Role.OTHER, "it holds no values"
    for rule in (_weight, _household, _identifier, _confidential, _key):
        found = rule(counted)
        if found:
            return found
    return Role.OTHER, "neither its name nor its values tell of another role"


def _weight(counted: ValueCounts) -> Suggestion | None:
    accessible_text = _stem(counted, ALL.weight_stems) and not _word(counted, ALL.body)
    if accessible_text and len(counted.numbers) and counted.numbers[0] > 0:
        return Role.WEIGHT, "weights by its name, and all positive"
    return None


def _household(counted: ValueCounts) -> Suggestion | None:
    numbered = _word(counted, ALL.number) or len(counted.words) == 1
    accessible_text = _word(counted, ALL.household_number) or (numbered and _word(counted, ALL.household))
    if accessible_text and (counted.whole or not counted.numeric):
        return (
            Role.HOUSEHOLD,
            sentence("households by its name: {n} of them", n=counted.distinct),
        )
    return None


def _identifier(counted: ValueCounts) -> Suggestion | None:
    if counted.numeric and not counted.whole:
        return None
    word = _word(counted, ALL.person) or _stem(counted, ALL.person_stems)
    if word and counted.distinct > min(_FEW, counted.present / 2):
        return Role.IDENTIFIER, sentence("single persons by “{word}” in its name", word=word)
    if counted.distinct < max(_FEW, _NEARLY_ALL * counted.present):
        return None
    every = counted.distinct == counted.present
    number = {"values": counted.distinct, "records": counted.present}
    word = _word(counted, ALL.number) or _stem(counted, ALL.number_stems)
    if word:
        words = "“{word}” in its name, all differ" if every else "“{word}” in its name, nearly all differ"
        return Role.IDENTIFIER, sentence(words, word=word)
    if not counted.numeric and counted.share(counted.matching(r"-?[0-9]*[.,][0-9]+")) < 0.5:
        words = "{values} values in {records} records: nearly every record differs"
        if every:
            words = "{values} values in {records} records: every record differs"
        return Role.IDENTIFIER, sentence(words, **number)
    if (
        counted.whole
        and counted.numbers[-1] - counted.numbers[0] == counted.records - 1 == counted.distinct - 1
    ):
        words = "it counts the records: {values} values in {records} records, without gaps"
        return Role.IDENTIFIER, sentence(words, **number)
    return None


def _confidential(counted: ValueCounts) -> Suggestion | None:
    if _word(counted, ALL.confidential) or _stem(counted, ALL.confidential_stems):
        return Role.CONFIDENTIAL, "by its name, people keep it to themselves"
    return None


def _key(counted: ValueCounts) -> Suggestion | None:
    if others_know(counted.variable.name):
        return Role.KEY, "by its name, others know it of a person"
    if not counted.numeric:
        values = {unaccented(str(value).strip().lower()) for value in counted.values[: len(ALL.sexes) + 1]}
        if counted.distinct > 1 and values <= {*ALL.sexes}:
            return Role.KEY, "its values are those of sex or gender"
    if (
        counted.whole
        and counted.distinct > 40
        and counted.numbers[0] >= 0
        and 60 <= counted.numbers[-1] <= 120
    ):
        return Role.KEY, "its whole numbers look like ages in years"
    return None


def _word(counted: ValueCounts, words: tuple[str, ...]) -> str:
    """Return the first word of the name that is one of these; "" for none."""
    return matching_word(counted.words, words)


def _stem(counted: ValueCounts, stems: tuple[str, ...]) -> str:
    """Return the first of these with which a word of the name begins or ends; "" for none."""
    return matching_word(counted.words, (), stems)
