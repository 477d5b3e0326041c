"""Matching of released records with people of a population by their key values."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import MISSING, Coding, find_places
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.sampling_weights import records_named
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.key_codes import nothing
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.kernels.counting import Codes, compatible_records, group_records
from sdcdesk.risk.population_file.population import Population


@dataclass(frozen=True, slots=True, eq=False)
class Matched:
    """Released records and people who share their key values.

    Attributes
    ----------
    people
        (t,) F of each released record: people of the population with its key (compatible with it).
    released
        int64 (p,), f of each key of the population: released records with it.
    population
        (p,), F of each key of the population. Where a missing value matches every value, one entry for
        each row of the population.
    """

    people: np.ndarray
    released: np.ndarray
    population: np.ndarray


def matched(
    population: Population,
    masked: Microdata,
    names: Sequence[str],
    missing: Missing,
    progress: Progress = SILENT,
) -> Matched:
    """Count people by the keys of released records, and released records by the keys of people.

    Parameters
    ----------
    population
        The population, with the keys that were released.
    masked
        The masked file.
    names
        The keys; those that were not released tell nobody apart.
    missing
        What a missing key value matches.
    progress
        Asked whether to stop; nothing is reported to it.

    Returns
    -------
    Matched
        Whole numbers where the population was counted.

    Raises
    ------
    DataError
        Values of the population are on no level of the released ones, or released records have a key that
        nobody in the population has, or more records have it than people. Records are named.
    """
    t, m = len(masked), len(population.people)
    keys = [_both(population, masked, name, missing) for name in names]
    mine = np.concatenate([np.ones(t, dtype=np.int64), np.zeros(m, dtype=np.int64)])
    theirs = np.concatenate([np.zeros(t, dtype=population.people.dtype), population.people])
    if missing == "wildcard":
        released, people = (compatible_records(keys, some, progress) for some in (mine, theirs))
        found = Matched(people[:t], released[t:], people[t:])
        _require_people(found.people, _alike(keys, t, progress), population, masked)
        return found
    groups = group_records(keys)
    labels, number = groups.labels, len(groups.sizes)
    of_group = np.bincount(labels[:t], minlength=number)
    people = np.bincount(labels, theirs, minlength=number).astype(population.people.dtype)
    _require_people(people[labels[:t]], of_group[labels[:t]], population, masked)
    some = people > 0
    return Matched(people[labels[:t]], of_group[some], people[some])


def _alike(keys: Sequence[Codes], t: int, progress: Progress) -> np.ndarray:
    """Return for each released record how many have all of its present values, and so have their people.

    Records that are compatible with it because they lack a value can be those of other people.
    """
    known = [Codes(np.where(key.values < 0, key.size, key.values)[:t], key.size + 1) for key in keys]
    both = [
        Codes(np.concatenate([key.values[:t], own.values]), own.size)
        for key, own in zip(keys, known, strict=True)
    ]
    return compatible_records(both, np.repeat(np.array([0, 1]), t), progress)[:t]


def _both(population: Population, masked: Microdata, name: str, missing: Missing) -> Codes:
    """Return a key of the released records and then of the population, as codes of one kind."""
    t, m = len(masked), len(population.people)
    if name not in masked:
        return nothing(t + m)
    shown, theirs = masked.coding(name), _on_level(population, masked, name)
    if len(shown.categories) and len(theirs.categories) and _text(shown) != _text(theirs):
        words = (
            "{name} holds numbers in one of the released file and {file}, and text in the other, so that "
            "nothing is equal; give both the same kind of values."
        )
        raise DataError(sentence(words, name=name, file=population.name), "population")
    place = find_places(theirs.categories, shown.categories)
    new = np.flatnonzero(place < 0)
    place[new] = len(shown.categories) + np.arange(len(new))
    # The code of a missing value counts from the end.
    codes = np.append(place, MISSING)[theirs.codes]
    size = len(shown.categories) + len(new)
    if missing == "wildcard":
        # A value that the steps suppressed is still known of the people who have it, and tells them apart.
        own = population.keys[name]
        hidden = (codes == MISSING) & (own.codes != MISSING)
        codes = np.where(hidden, size + own.codes, codes)
        size += len(own.categories)
    return Codes(np.concatenate([shown.codes, codes.astype(np.int32)]), size)


def _text(key: Coding) -> bool:
    return not pd.api.types.is_numeric_dtype(key.categories)


def _on_level(population: Population, masked: Microdata, name: str) -> Coding:
    """Return the population's values as they are released: as they stand, or recoded as the steps did.

    A population has more values than a sample of it. They are of the original where the steps would change
    one of them, and else of the released file, or the same in both.
    """
    theirs, origin = population.keys[name], masked.provenance(name)
    if origin is None:
        return theirs
    released = find_places(theirs.categories, pd.Index(origin.image.dropna().unique())) >= 0
    if released.all():
        return theirs
    initial = find_places(theirs.categories, origin.source) >= 0
    images = origin.recoded_values(theirs.categories)
    # What a recoding made missing is known, too.
    known = initial | np.asarray(images.notna(), dtype=bool)
    changed = known & np.asarray(images != theirs.categories.astype(object), dtype=bool)
    only_released, only_initial = released & ~initial & (changed | ~known), initial & ~released
    if not only_initial.any() and (only_released.any() or not changed.any()):
        return theirs
    wrong = only_released | ~known
    if wrong.any() and not origin.exact:
        # Values that some step changed in another way may be those of the population as well.
        return theirs
    if wrong.any():
        raise DataError(
            sentence(
                "{name}: of {n} value of {file} it is not known what the steps would make of it, for it "
                "does not occur in the original and no rule covers it; give the population with the values "
                "of the released file.",
                "{name}: of {n} values of {file} it is not known what the steps would make of them, for "
                "they do not occur in the original and no rule covers them; give the population with the "
                "values of the released file.",
                "n",
                name=name,
                n=int(np.count_nonzero(wrong)),
                file=population.name,
            ),
            "population",
        )
    # The code of a missing value counts from the end, where what the steps make of it stands.
    blank = origin.image.astype(object).iloc[-1:]
    codes, found = pd.factorize(np.append(images.to_numpy(), blank.to_numpy()), use_na_sentinel=True)
    return Coding(codes.astype(np.int32)[theirs.codes], pd.Index(found.tolist()))


def _require_people(
    people: np.ndarray, released: np.ndarray, population: Population, masked: Microdata
) -> None:
    """Refuse a population that lacks released people; fitted numbers may fall below those of the release."""
    lacking = np.flatnonzero(people <= 0 if population.estimated else people < released)
    if len(lacking):
        raise DataError(
            sentence(
                "{file} has no people, or fewer than there are released, with the key values of {n} "
                "released record ({which}); add them, for the population holds everyone who was released.",
                "{file} has no people, or fewer than there are released, with the key values of {n} "
                "released records ({which}); add them, for the population holds everyone who was released.",
                "n",
                file=population.name,
                n=len(lacking),
                which=records_named(masked.rows[lacking]),
            ),
            "population",
        )
