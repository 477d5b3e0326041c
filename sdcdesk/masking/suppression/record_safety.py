"""Safe records: enough others share their key values, or their individual risk is low enough."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.sampling_weights import require_positive, too_few_people, weight_name
from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.method import Method
from sdcdesk.core.operations.parameters import CONTINUOUS, KEY_LIKE, FieldDisplay, parameter
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.expected_reciprocal import expected_reciprocal

BY = {"k": "enough records share its key values", "risk": "its individual risk is low enough"}

CLOSE = 1e-12
"""Sums of weights may fall below a number of records by so much of it, which is rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class Safety:
    """What makes a record safe, by how many records and people share its key.

    Attributes
    ----------
    k
        Records that must share it, for safety by counts.
    largest_risk
        Limit of the individual risk, for safety by risk.
    weights
        float64 (n,), how many people each record of the file stands for; None: nobody asks.
    """

    k: int
    largest_risk: float
    weights: np.ndarray | None = None

    def standing(self, matching: np.ndarray, people: np.ndarray | None) -> np.ndarray:
        """Return how safe records are: the larger, the safer.

        Parameters
        ----------
        matching
            int64 (m,), records that share the key of each; from 1.
        people
            float64 (m,), the sums of their weights; None where safety is by counts.

        Returns
        -------
        np.ndarray
            int64 or float64 (m,): the number of records, or the individual risk with a minus.
        """
        if people is None:
            return matching
        # Rounding apart, weights that were checked sum to as many people as records.
        return -expected_reciprocal(matching, np.minimum(matching / people, 1.0))

    def safe(self, matching: np.ndarray, people: np.ndarray | None) -> np.ndarray:
        """Return which records are safe.

        Parameters
        ----------
        matching
            int64 (m,), records that share the key of each; from 1.
        people
            float64 (m,), the sums of their weights; None where safety is by counts.

        Returns
        -------
        np.ndarray
            bool (m,).
        """
        needed = self.k if people is None else -self.largest_risk
        return self.standing(matching, people) >= needed


class SafeRecordsMethod(Method):
    """A method that makes the records safe against an intruder who knows some variables."""

    keys: tuple[str, ...] = parameter(
        (),
        "Key variables",
        "What an intruder may know; all variables with the role key where empty.",
        FieldDisplay(empty="all with the role key"),
        accepts=KEY_LIKE,
    )
    by: Literal["k", "risk"] = parameter(
        "k",
        "A record is safe if",
        "What every record of the released file must keep to.",
        FieldDisplay(choices=BY),
    )
    k: int = parameter(
        3,
        "Records that must agree",
        "A record is safe if at least this many, itself included, share its key values.",
        FieldDisplay(unit="records", when={"by": ("k",)}),
        ge=2,
    )
    largest_risk: float = parameter(
        0.05,
        "Largest risk",
        "A record is safe if its individual risk, estimated by sampling weights, is at most this; 1 is "
        "certainty.",
        FieldDisplay(unit="as a share", when={"by": ("risk",)}),
        gt=0,
        le=1,
    )
    weight: str | None = parameter(
        None,
        "Sampling weights",
        "The variable that says how many people a record stands for. Left empty: the one with the role "
        "weight.",
        FieldDisplay(empty="the one with the role weight", when={"by": ("risk",)}),
        accepts=CONTINUOUS,
    )

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that there are key variables, and weights where the risk is estimated by them."""
        notes = super().check(data)
        if not self.key_names(data):
            raise DataError(
                sentence(
                    "no variable has the role key; name the key variables, or give them the role.",
                ),
                "keys",
                title=self.title,
            )
        if self.by == "risk":
            weight_name(self.weight, data)
        return notes

    def key_names(self, data: Microdata) -> tuple[str, ...]:
        """Return the key variables: those named, or those with the role.

        Parameters
        ----------
        data
            The file before the step.

        Returns
        -------
        tuple[str, ...]
            Empty where none is named and no variable has the role.
        """
        return self.keys or data.named(Role.KEY)

    def safety(self, data: Microdata) -> Safety:
        """Return what makes a record of a file safe.

        Parameters
        ----------
        data
            The file before the step.

        Returns
        -------
        Safety
            With the weights of its records where the risk is estimated by them.

        Raises
        ------
        DataError
            A weight is missing, zero or negative.
        """
        if self.by == "k":
            return Safety(self.k, self.largest_risk)
        name = weight_name(self.weight, data)
        weights = data.numbers(name)
        require_positive(weights, data.rows, name)
        return Safety(self.k, self.largest_risk, weights)


def require_people(matching: np.ndarray, people: np.ndarray | None, rows: np.ndarray, name: str) -> None:
    """Refuse weights by which fewer people share a key than records.

    Parameters
    ----------
    matching
        int64 (n,), records that share the key of each record.
    people
        float64 (n,), the sums of their weights; None where no weights are used.
    rows
        int64 (n,), position of each record in the original.
    name
        The variable with the weights.

    Raises
    ------
    DataError
        There are such keys; it names the records.
    """
    if people is not None and (short := people < matching * (1 - CLOSE)).any():
        raise too_few_people(rows[short], name)
