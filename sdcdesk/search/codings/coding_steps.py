"""Coding steps: the masking steps that make a file of a node of a lattice."""

from sdcdesk.core.operations.method import Method
from sdcdesk.masking.recoding.method import Recoding
from sdcdesk.masking.suppression.record_suppression import RecordSuppression
from sdcdesk.search.codings.lattice import Lattice, Node


def coding_steps(lattice: Lattice, node: Node, suppressed: int, k: int) -> tuple[Method, ...]:
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
    # Groups of one record are all that k = 1 asks for: then nothing is left out.
    if suppressed:
        steps.append(RecordSuppression(keys=lattice.keys, by="k", k=k))
    return tuple(steps)
