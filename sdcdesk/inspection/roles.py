"""Suggested roles, from the names and values of variables."""

from sdcdesk.core.variable import Role
from sdcdesk.inspection.value_counts import Profile

Suggestion = tuple[Role, str]

# Words are compared with those of the name; stems with the beginning or the end of each.
_WEIGHT_STEMS = ("weight", "wgt")
_BODY = ("body", "birth", "height", "kg", "lbs")
_HOUSEHOLD_WORDS = ("household", "hh", "family", "dwelling")
_HOUSEHOLD_NUMBERS = ("hid", "hhid", "hhnr", "hhno")
_NUMBER_WORDS = ("id", "ids", "no", "nr", "num", "number", "uid", "uuid", "guid", "key", "serial", "index")
_PERSON_WORDS = ("name", "surname", "ssn", "iban", "mrn", "phone", "email", "mail", "passport", "address")
_PERSON_STEMS = ("firstname", "lastname", "forename", "fullname", "telephone", "street", "licence", "license")
_CONFIDENTIAL_STEMS = (
    *("income", "salar", "wage", "earn", "amount", "billed", "cost", "expen", "saving", "wealth", "asset"),
    *("debt", "tax", "loan", "price", "revenue", "turnover", "profit", "benefit", "pension", "charge"),
    *("diagnos", "disease", "illness", "health", "hiv", "cancer", "therap", "drug", "crim", "convict"),
)
_KEY_WORDS = (
    "age",
    "ages",
    "sex",
    "race",
    "job",
    "dob",
    "yob",
    "born",
    "city",
    "town",
    "zip",
    "plz",
    "state",
)
_KEY_STEMS = (
    *("gender", "ethnic", "zipcode", "postcode", "postal", "region", "county", "country", "province"),
    *("district", "municipal", "village", "urban", "rural", "urbrur", "marital", "civil", "married"),
    *("educat", "school", "degree", "occupat", "profession", "birth", "nationality", "citizen", "religion"),
    *("language", "native", "workclass", "employ", "industry", "relat", "agegroup"),
)

_SEXES = {"m", "f", "w", "male", "female", "man", "woman", "other", "diverse", "unknown"}

_FEW = 20
"""In fewer records than this, that all values differ means nothing."""

_NEARLY_ALL = 0.95
"""Share of different values from which a variable tells records apart."""


def suggested_role(profile: Profile) -> Suggestion:
    """Return the role that a variable probably has, with the reason in one clause."""
    if not profile.present:
        return Role.OTHER, "it holds no values"
    for rule in (_weight, _household, _identifier, _confidential, _key):
        found = rule(profile)
        if found:
            return found
    return Role.OTHER, "neither its name nor its values tell of another role"


def _weight(profile: Profile) -> Suggestion | None:
    spoken = _stem(profile, _WEIGHT_STEMS) and not _word(profile, _BODY)
    if spoken and len(profile.numbers) and profile.numbers[0] > 0:
        return Role.WEIGHT, "its name speaks of weights, and all its numbers are positive"
    return None


def _household(profile: Profile) -> Suggestion | None:
    numbered = _word(profile, _NUMBER_WORDS) or len(profile.words) == 1
    spoken = _word(profile, _HOUSEHOLD_NUMBERS) or (numbered and _word(profile, _HOUSEHOLD_WORDS))
    if spoken and (profile.whole or not profile.numeric):
        return (
            Role.HOUSEHOLD,
            f"its name speaks of households, of which it would tell {profile.distinct:,} apart",
        )
    return None


def _identifier(profile: Profile) -> Suggestion | None:
    if profile.numeric and not profile.whole:
        return None
    word = _word(profile, _PERSON_WORDS) or _stem(profile, _PERSON_STEMS)
    if word and profile.distinct > min(_FEW, profile.present / 2):
        return Role.IDENTIFIER, f"its name, with “{word}” in it, speaks of single persons"
    if profile.distinct < max(_FEW, _NEARLY_ALL * profile.present):
        return None
    told = f"{profile.distinct:,} different values in {profile.present:,} records"
    word = _word(profile, _NUMBER_WORDS)
    if word:
        return Role.IDENTIFIER, f"its name, with “{word}” in it, speaks of a number for each record; {told}"
    if not profile.numeric and profile.share(profile.matching(r"-?[0-9]*[.,][0-9]+")) < 0.5:
        every = "every" if profile.distinct == profile.present else "nearly every"
        return Role.IDENTIFIER, f"{told}: {every} record can be told apart"
    if (
        profile.whole
        and profile.numbers[-1] - profile.numbers[0] == profile.records - 1 == profile.distinct - 1
    ):
        return Role.IDENTIFIER, f"it counts the records: {told}, without gaps"
    return None


def _confidential(profile: Profile) -> Suggestion | None:
    if _stem(profile, _CONFIDENTIAL_STEMS):
        return Role.CONFIDENTIAL, "its name speaks of something that people keep to themselves"
    return None


def _key(profile: Profile) -> Suggestion | None:
    if _word(profile, _KEY_WORDS) or _stem(profile, _KEY_STEMS):
        return Role.KEY, "its name speaks of something that others know of a person"
    if not profile.numeric:
        values = {str(value).strip().lower() for value in profile.values.head(len(_SEXES) + 1)}
        if profile.distinct > 1 and values <= _SEXES:
            return Role.KEY, "its values are those of sex or gender, which others know of a person"
    if (
        profile.whole
        and profile.distinct > 40
        and profile.numbers[0] >= 0
        and 60 <= profile.numbers[-1] <= 120
    ):
        return Role.KEY, "its whole numbers look like ages in years, which others know of a person"
    return None


def _word(profile: Profile, words: tuple[str, ...]) -> str:
    """Return the first word of the name that is one of these; "" for none."""
    return next((word for word in profile.words if word in words), "")


def _stem(profile: Profile, stems: tuple[str, ...]) -> str:
    """Return the first word of the name that begins or ends with one of these; "" for none."""
    return next((word for word in profile.words if word.startswith(stems) or word.endswith(stems)), "")
