"""Coding steps: the masking steps that make a file of a node of a lattice."""

from collections.abc import Sequence

from sdcdesk.core.operations.method import Method
from sdcdesk.masking.recoding.method import Recoding
from sdcdesk.masking.suppression.class_conditions import AnyClassCondition
from sdcdesk.masking.suppression.record_suppression import RecordSuppression
from sdcdesk.search.codings.lattice import Lattice, Node


def coding_steps(
    lattice: Lattice, node: Node, suppressed: int, k: int, conditions: Sequence[AnyClassCondition] = ()
) -> tuple[Method, ...]:
    """Return the steps that make a file of a node.

    Parameters
    ----------
    lattice
        Keys and hierarchies.
    node
        The level of each key.
    suppressed
        Records that are left out there.
    k
        Records in smaller groups are left out.
    conditions
        Records in groups that break one of them are left out, too.

    Returns
    -------
    tuple[Method, ...]
        A recoding to its level for each key that is not as it is, then the records left out, if any are.
    """
    steps: list[Method] = [
        Recoding(variable=name, how="level", level=level, hierarchy=hierarchy)
        for name, hierarchy, level in zip(lattice.keys, lattice.hierarchies, node, strict=True)
        if level
    ]
    if suppressed:
        steps.append(RecordSuppression(keys=lattice.keys, by="k", k=k, conditions=tuple(conditions)))
    return tuple(steps)
