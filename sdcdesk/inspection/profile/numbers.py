"""Numbers with few digits, and values as labels."""


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


def value_text(value: object) -> str:
    """Return a value as text; whole numbers without a point.

    Parameters
    ----------
    value
        A value of any type.

    Returns
    -------
    str
        As a label of a chart shows it.
    """
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
