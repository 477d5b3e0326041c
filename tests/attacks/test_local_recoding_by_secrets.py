"""Classes of local recoding, looked at by who knows the keys of everybody: they tell nothing of a secret.

The step says which records are one class by their keys alone. A copy that chooses, of equally suitable
records, the one with the most similar income, is k-anonymous all the same, and gives incomes away.
"""

from collections.abc import Callable

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.masking import LocalRecoding

KEYS = ["town"]

TOWNS = {"Kiel": "North > any", "Bremen": "North > any", "Ulm": "South > any"}

FILES = 60


def people(seed: int) -> Microdata:
    """One person of Bremen, whom the intruder looks for, and thirty of Kiel, one of whom joins the class."""
    rng = np.random.default_rng(seed)
    town = ["Kiel"] * 30 + ["Bremen"] + ["Ulm"] * 4
    frame = pd.DataFrame({"town": town, "income": rng.uniform(1_000, 9_000, len(town)).round()})
    order = rng.permutation(len(frame))
    return Microdata(
        frame.iloc[order].reset_index(drop=True),
        [
            Variable(name="town", role=Role.KEY),
            Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS),
        ],
    )


def ours(data: Microdata) -> pd.DataFrame:
    return LocalRecoding(keys=KEYS, k=2, hierarchies={"town": TOWNS}).apply(data).frame


def with_similar_incomes(data: Microdata) -> pd.DataFrame:
    """The same labels, but the one that joins Bremen is the one of Kiel with the nearest income."""
    released = data.frame.copy()
    alone = data.frame["town"] == "Bremen"
    gaps = (data.frame["income"] - data.frame["income"][alone].iloc[0]).abs()
    joins = gaps[data.frame["town"] == "Kiel"].idxmin()
    released.loc[alone | (released.index == joins), "town"] = "North"
    return released


def guessed_income(released: pd.DataFrame) -> float:
    """The person of Bremen has the label North, for the label Bremen is not there: the mean of these."""
    return float(released.loc[released["town"] == "North", "income"].mean())


def near_guesses(release: Callable[[Microdata], pd.DataFrame]) -> int:
    """Files in which the guess is within 5 % of the income of the person that is looked for."""
    found = 0
    for seed in range(FILES):
        data = people(seed)
        released = release(data)
        assert released.groupby(KEYS).size().min() >= 2
        assert "Bremen" not in set(released["town"])
        true = data.frame.loc[data.frame["town"] == "Bremen", "income"].iloc[0]
        found += abs(guessed_income(released) - true) <= 0.05 * true
    return found


def test_who_joins_a_class_is_not_chosen_by_a_secret() -> None:
    assert near_guesses(with_similar_incomes) > 0.9 * FILES
    assert near_guesses(ours) < 0.25 * FILES


def test_the_classes_are_the_same_whatever_the_secrets_are() -> None:
    for seed in range(10):
        data = people(seed)
        other = data.assign({"income": data.column("income")[::-1].reset_index(drop=True)})
        assert ours(data)["town"].tolist() == ours(other)["town"].tolist()
