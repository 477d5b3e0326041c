"""Sampling weights: how many people of the population each released record stands for."""

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.role_variable import needed_variable
from sdcdesk.core.data.variable import Role
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import Sentence, listed, sentence

NAMED = 10
"""Records that an error names; of the others it says how many there are."""


def weight_name(chosen: str | None, original: Microdata) -> str:
    """Return the variable with the sampling weights.

    Parameters
    ----------
    chosen
        The variable that was named; None: the one with the role weight.
    original
        The initial file.

    Returns
    -------
    str
        Its name.

    Raises
    ------
    DataError
        None was named, and no variable or more than one has the role weight.
    """
    return needed_variable(Role.WEIGHT, chosen, original)


def sampling_weights(original: Microdata, masked: Microdata, name: str) -> np.ndarray:
    """Return the weight of each released record, as the original has it.

    How likely a person was drawn is a fact of the sample, so masking the weights does not change it.

    Parameters
    ----------
    original, masked
        Both files; the row identity of the masked one leads to the weights.
    name
        The variable with the weights.

    Returns
    -------
    np.ndarray
        float64 (t,), all above zero and finite.

    Raises
    ------
    DataError
        The variable holds no numbers, or a released record has a weight that is missing, zero or negative:
        nobody could say how many people it stands for.
    """
    weights: np.ndarray = original.numbers(name)[masked.rows]
    require_positive(weights, masked.rows, name)
    return weights


def require_positive(weights: np.ndarray, positions: np.ndarray, name: str) -> None:
    """Refuse weights that are missing, zero or negative.

    Parameters
    ----------
    weights
        float64 (n,), NaN where missing.
    positions
        int64 (n,), position of each record in the original.
    name
        The variable with the weights.

    Raises
    ------
    DataError
        There are such weights; it names the records.
    """
    wrong = np.flatnonzero(~(weights > 0))
    if len(wrong):
        raise DataError(
            sentence(
                "{name}: the weight of {n} record is missing, zero or negative ({which}); give it the number "
                "of people that it stands for, or suppress it.",
                "{name}: the weights of {n} records are missing, zero or negative ({which}); give them the "
                "number of people that they stand for, or suppress them.",
                "n",
                name=name,
                n=len(wrong),
                which=records_named(positions[wrong]),
            ),
            "weight",
        )


def require_positive_values(values: pd.Index, frequencies: np.ndarray, records: int, name: str) -> None:
    """Refuse weights that are missing, zero or negative, in a file whose records are not in memory.

    Parameters
    ----------
    values
        (m,), the different weights.
    frequencies
        int64 (m,), how often each occurs.
    records
        Records of the file.
    name
        The variable with the weights.

    Raises
    ------
    DataError
        The variable holds no numbers, or there are such weights; it says how many.
    """
    if not pd.api.types.is_numeric_dtype(values) and frequencies.any():
        raise DataError(sentence("{name} holds no numbers and cannot be a weight.", name=name), name)
    positive = values.to_numpy(dtype=np.float64) > 0
    wrong = records - int(frequencies[positive].sum())
    if wrong:
        raise DataError(
            sentence(
                "{name}: the weight of {n} record is missing, zero or negative; give it the number of people "
                "that it stands for, or suppress it.",
                "{name}: the weights of {n} records are missing, zero or negative; give them the number of "
                "people that they stand for, or suppress them.",
                "n",
                name=name,
                n=wrong,
            ),
            "weight",
        )


def too_few_people(positions: np.ndarray | int, name: str) -> DataError:
    """Return the error that the weights of records that share a key count fewer people than records.

    Parameters
    ----------
    positions
        int64 (m,), positions in the original of the records of such keys; or how many there are, where
        records are not in memory.
    name
        The variable with the weights.

    Returns
    -------
    DataError
        It names the records, where they are in memory.
    """
    if isinstance(positions, int):
        words = (
            "{name}: the weights of records that share a key sum to less than their number, for {n} of the "
            "records; a record stands for itself at least, so correct weights below 1."
        )
        return DataError(sentence(words, name=name, n=positions), "weight")
    return DataError(
        sentence(
            "{name}: the weights of the records that share the key of {n} record sum to less than their "
            "number ({which}); a record stands for itself at least, so correct weights below 1.",
            "{name}: the weights of the records that share the keys of {n} records sum to less than "
            "their number ({which}); a record stands for itself at least, so correct weights below 1.",
            "n",
            name=name,
            n=len(positions),
            which=records_named(positions),
        ),
        "weight",
    )


def records_named(positions: np.ndarray) -> Sentence:
    """Return the numbers of the first of some records, and how many more there are.

    Parameters
    ----------
    positions
        int64 (m,), positions in the original, from 0.

    Returns
    -------
    Sentence
        "records 4, 17 and 3 more".
    """
    first = np.sort(positions)[:NAMED] + 1
    named = [str(number) for number in first.tolist()]
    words = "record {which}" if len(positions) == 1 else "records {which}"
    return sentence(words, which=listed(named, len(positions)))


def weights_not_raised(left_out: int) -> tuple[Sentence, ...]:
    """Return what figures by weights mean where records were left out.

    Parameters
    ----------
    left_out
        Records of the original that are not released.

    Returns
    -------
    tuple of Sentence
        Nothing where there are none.
    """
    if not left_out:
        return ()
    note = sentence(
        "{n} record was left out, and the weights of the others were not raised for it: after a random "
        "sample the true risks are smaller.",
        "{n} records were left out, and the weights of the others were not raised for them: after a "
        "random sample the true risks are smaller.",
        "n",
        n=left_out,
    )
    return (note,)
