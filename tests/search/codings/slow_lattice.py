"""Lattice from the rows: each node by itself, its groups by pandas and its losses by their definitions."""

import math
from collections.abc import Mapping, Sequence
from itertools import product

import numpy as np
import pandas as pd

from sdcdesk.hierarchies.hierarchy import Hierarchy

Node = tuple[int, ...]
Figures = dict[str, float]


def nodes(hierarchies: Mapping[str, Hierarchy]) -> list[Node]:
    return list(product(*(range(one.height + 1) for one in hierarchies.values())))


def coarsened(frame: pd.DataFrame, hierarchies: Mapping[str, Hierarchy], node: Node) -> pd.DataFrame:
    """Return the labels of all records at a node; a missing value stays so."""
    columns = {}
    for (name, hierarchy), level in zip(hierarchies.items(), node, strict=True):
        labels = [hierarchy.values, *hierarchy.levels][level]
        columns[name] = frame[name].map(dict(zip(hierarchy.values, labels, strict=True)))
    return pd.DataFrame(columns)


def slow_node(
    frame: pd.DataFrame,
    hierarchies: Mapping[str, Hierarchy],
    node: Node,
    k: int,
    weights: Sequence[float],
    stay: np.ndarray | None = None,
) -> Figures:
    """Return the figures of a node; `frame` holds texts. Where not given, those in groups of k stay."""
    n, at_node = len(frame), coarsened(frame, hierarchies, node)
    sizes = at_node.groupby(list(at_node), dropna=False)[next(iter(at_node))].transform("size")
    kept = (sizes >= k).to_numpy() if stay is None else stay
    groups = at_node[kept].groupby(list(at_node), dropna=False).size()
    suppressed = int((~kept).sum())
    shares = np.array(weights) / sum(weights)
    losses, climbed, bits = [], [], []
    for (name, hierarchy), level in zip(hierarchies.items(), node, strict=True):
        values, labels = frame[name], at_node[name]
        rows = [hierarchy.values, *hierarchy.levels][level]
        d = len(rows)
        share = {label: rows.count(label) / d for label in set(rows)}
        granted = [
            share.get(label, 1 / d) if stays else 1.0 for label, stays in zip(labels, kept, strict=True)
        ]
        losses.append(0.0 if d == 1 else (math.fsum(granted) - n / d) / (n - n / d))
        steps = [
            (0 if pd.isna(label) else level / hierarchy.height) if stays else 1
            for label, stays in zip(labels, kept, strict=True)
        ]
        climbed.append(math.fsum(steps) / n)
        having = values.fillna("").map(values.fillna("").value_counts())
        coarse = labels.fillna("").map(labels.fillna("").value_counts())
        lost = np.where(kept, np.log2(coarse / having), np.log2(n / having))
        most = math.fsum(np.log2(n / having))
        bits.append(math.fsum(lost) / most if most else 0.0)
    return {
        "suppressed": suppressed,
        "smallest_group": int(groups.min()) if len(groups) else 0,
        "loss": float(shares @ losses),
        "loss_geometric": math.prod((1 + one) ** share for one, share in zip(losses, shares, strict=True))
        - 1,
        "precision": float(shares @ climbed),
        "entropy": float(shares @ bits),
        "discernibility": float((groups**2).sum() + suppressed * n),
        "class_size": float(groups.mean() / k) if len(groups) else math.nan,
        "height": float(np.array(node) @ shares) * len(node),
    }


def slow_minimal(suppressed: Mapping[Node, float], allowed: int) -> set[Node]:
    """Return the nodes within the threshold below which none is."""
    safe = {node for node, number in suppressed.items() if number <= allowed}

    def below(one: Node, other: Node) -> bool:
        return one != other and all(a <= b for a, b in zip(one, other, strict=True))

    return {node for node in safe if not any(below(finer, node) for finer in safe)}
