"""Numbers with few digits."""


def roundest(low: float, high: float) -> float:
    """Return a number with few digits that is at least `low` and below `high`.

    Parameters
    ----------
    low
        Smallest number allowed.
    high
        The bound that is not reached.

    Returns
    -------
    float
        `low` where no shorter one fits.
    """
    middle = low / 2 + high / 2
    rounded = (float(f"{middle:.{digits}e}") for digits in range(17))
    return next((number for number in rounded if low <= number < high), low)
