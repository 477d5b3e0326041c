"""What is worth a look before the work begins."""

import numpy as np

from sdcdesk.core.assessment import plain
from sdcdesk.inspection.outlying import FAR, far, standing_apart, suspected
from sdcdesk.inspection.value_counts import Profile
from sdcdesk.io.csv_detection import MISSING_WORDS

_DIGITS = "[0-9]+"
NUMBER = r" *[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)? *"
_WITH_COMMA = r" *-?[0-9]+,[0-9]+ *"
_LONG = r"-?[0-9.]{17,}"


def oddities(profile: Profile) -> tuple[str, ...]:
    """Return sentences about what looks odd in a variable."""
    if not profile.present:
        return ("It holds no values.",)
    constant = ("All records hold the same value.",) if profile.distinct == 1 and profile.present > 1 else ()
    if profile.numeric:
        return (*constant, *_sentinels(profile), *_far(profile))
    return (*constant, *_leading_zeros(profile), *_mixed(profile))


def _sentinels(profile: Profile) -> tuple[str, ...]:
    apart, rest = standing_apart(profile), profile.values[: len(profile.numbers)][~suspected(profile.numbers)]
    counted = zip(profile.values[: len(apart)][apart], profile.counts[: len(apart)][apart], strict=True)
    return tuple(
        f"{plain(value)} stands apart from the others ({records:,} {_records(records)}; they run from "
        f"{plain(rest.iloc[0])} to {plain(rest.iloc[-1])}); if it is a code for a missing value, declare it."
        for value, records in counted
    )


def _far(profile: Profile) -> tuple[str, ...]:
    below, above = far(profile)
    records = int(profile.counts[: len(below)][below | above].sum())
    if not records:
        return ()
    sentence = (
        f"{records:,} {_records(records)} lie more than {FAR:.0f} times the distance between the quartiles "
        "away from them; such records are easily recognised."
    )
    return (sentence,)


def _leading_zeros(profile: Profile) -> tuple[str, ...]:
    padded, digits = profile.matching("0[0-9]+"), profile.matching(_DIGITS)
    if not padded.any() or profile.share(digits) < 0.5:
        return ()
    records = int(profile.counts[padded].sum())
    sentence = (
        f"{records:,} of its {profile.present:,} values are numbers with leading zeros; it was kept as text "
        "so that they are not lost."
    )
    return (sentence,)


def _mixed(profile: Profile) -> tuple[str, ...]:
    """Why a variable is text although most of its values are numbers."""
    commas = profile.matching(_WITH_COMMA)
    if profile.share(commas) >= 0.5:
        return (
            "Its values are numbers with commas; if these mark decimals, read it with the decimal comma.",
        )
    numbers = profile.matching(NUMBER)
    if profile.share(numbers) < 0.5:
        return ()
    if not numbers.all():
        return (_stray_words(profile, numbers),)
    if profile.matching(_LONG).any():
        return ("Some of its numbers have more digits than a number can hold exactly; it was kept as text.",)
    return ()


def _stray_words(profile: Profile, numbers: np.ndarray) -> str:
    others = int(profile.counts[~numbers].sum())
    said = f"{others:,} of its {profile.present:,} values are words among numbers, so it was kept as text; "
    strays = profile.values[~numbers]
    if len(strays) <= len(MISSING_WORDS) and {str(word).strip().lower() for word in strays} <= MISSING_WORDS:
        # These words are known to mean "missing": they give nothing away.
        return f"{said}if {', '.join(strays)} means missing, declare it and read the file again."
    return f"{said}if they mean missing, declare them and read the file again."


def _records(count: int) -> str:
    return "record" if count == 1 else "records"
