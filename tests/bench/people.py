"""Records as a census has them, made up from a fixed seed."""

from functools import cache

import numpy as np
import pandas as pd

KEYS = ("age", "sex", "region", "occupation", "marital", "education", "rooms", "tenure")
AMOUNTS = ("income", "wealth", "tax", "rent")
SIZES = {
    "age": 95,
    "sex": 2,
    "region": 40,
    "occupation": 90,
    "marital": 5,
    "education": 7,
    "rooms": 12,
    "tenure": 4,
}


@cache
def census(records: int) -> pd.DataFrame:
    """Return so many people: eight keys, four amounts, a text with leading zeros, words, and gaps."""
    rng = np.random.default_rng(2026)
    keys = {name: rng.integers(0, size, records) for name, size in SIZES.items()}
    amounts = {name: np.round(rng.lognormal(10 - place, 1, records), 2) for place, name in enumerate(AMOUNTS)}
    frame = pd.DataFrame(keys | amounts)
    frame["sex"] = np.array(["female", "male"], dtype=object)[keys["sex"]]
    frame["zip"] = np.char.zfill(rng.integers(0, 30_000, records).astype(str), 5).astype(object)
    frame["trade"] = np.array([f"Trade {number}" for number in range(300)], dtype=object)[
        rng.integers(0, 300, records)
    ]
    return frame.assign(rent=frame["rent"].where(rng.random(records) > 0.05))
