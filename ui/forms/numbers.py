"""Numbers as people write them: the user's locale, and the plain form that files use."""

from PySide6.QtCore import QLocale


def read_number(text: str) -> float:
    """Return the number that was written, or raise ValueError with a sentence.

    The user's own decimal sign and the point are both understood, and a per cent sign is ignored.
    """
    plain = text.strip().removesuffix("%").strip()
    number, good = QLocale().toDouble(plain)
    if not good:
        number, good = QLocale.c().toDouble(plain)
    if not good:
        raise ValueError("This is not a number.")
    return number


def read_whole(text: str) -> int:
    """Return the whole number that was written, or raise ValueError with a sentence."""
    number = read_number(text)
    if number != int(number):
        raise ValueError("This must be a whole number.")
    return int(number)


def write_number(number: float) -> str:
    """Return a number in the user's locale, with as many digits as it needs and no more."""
    if float(number).is_integer() and abs(number) < 1e15:
        return QLocale().toString(int(number))
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    return locale.toString(
        float(number), "g", QLocale.FloatingPointPrecisionOption.FloatingPointShortest.value
    )
