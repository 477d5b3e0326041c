"""Attack: a blank is there because it had to be, and so tells what it hides to whoever knows all others.

He applies the step to each value that occurs, and keeps those that give the released file. That is so of
every rule that blanks no more than it must (Wong et al. 2007, on minimality), and is said on the manual page.
"""

from typing import Literal

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata

N = 20
KEYS = {"town": list("xyzw"), "job": list("pqrs"), "sex": list("mf")}


def people(seed: int) -> pd.DataFrame:
    drawn = np.random.default_rng(seed)
    shares = {4: [0.4, 0.3, 0.2, 0.1], 2: [0.5, 0.5]}
    return pd.DataFrame({name: drawn.choice(of, N, p=shares[len(of)]) for name, of in KEYS.items()})


def released(frame: pd.DataFrame, mode: Literal["strict", "wildcard"]) -> pd.DataFrame:
    step = sdc.masking.LocalSuppression(keys=tuple(KEYS), k=2, mode=mode)
    return step.apply(Microdata(frame)).frame


@pytest.mark.parametrize("mode", ["strict", "wildcard"])
def test_who_knows_all_others_learns_what_the_manual_page_says(mode: Literal["strict", "wildcard"]) -> None:
    cells, found = 0, 0
    for seed in range(2):
        original = people(seed)
        masked = released(original, mode)
        for record, name in zip(*np.nonzero(masked.isna().to_numpy()), strict=True):
            cells += 1
            possible = []
            for value in KEYS[masked.columns[name]]:
                guess = original.copy()
                guess.iloc[record, name] = value
                if released(guess, mode).equals(masked):
                    possible.append(value)
            assert original.iloc[record, name] in possible
            found += len(possible) == 1
    assert cells > 10
    assert 1 / 6 < found / cells < 0.6
    assert "a blank says that the" in (sdc.masking.LocalSuppression.__doc__ or "")
