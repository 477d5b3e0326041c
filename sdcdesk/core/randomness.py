"""Random generators: an independent one for every step of a recipe."""

import numpy as np

LARGEST_SEED = 2**63 - 1
"""Seeds are whole numbers 0…this, so that every project file can hold them."""


def generator(seed: int, stream: int) -> np.random.Generator:
    """Return the generator of one step.

    The step's own `stream` number, not its place in the recipe, selects the generator: moving, removing
    or switching off other steps leaves its random numbers as they were.

    Parameters
    ----------
    seed
        The project's seed.
    stream
        The step's number, given once when the step was added.

    Returns
    -------
    np.random.Generator
        PCG64; the same seed and stream give the same numbers on every machine.
    """
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(stream,))))
