"""Labels of missing values: words by which a file says that a code stands for no answer."""

import re

_WORDS = (
    # English
    "missing|unknown|refus|declin|no answer|unanswered|no response|nonresponse|non response|no data|"
    "not known|not answered|not ascertained|not asked|not applicable|not available|not reported|not "
    "specified|"
    "not stated|inapplicable|undetermined|don t know|dont know|do not know|didn t know|skip|na|n a|dk|"
    # German
    "keine angabe|keine antwort|weiss nicht|verweiger|fehlend|unbekannt|nicht zutreffend|"
    "trifft nicht zu|ohne angabe|k a|"
    # French
    "sans réponse|non réponse|pas de réponse|ne sait pas|non applicable|sans objet|inconnu|manquant|"
    "nsp|n s p|"
    # Spanish and Portuguese
    "no sabe|no contesta|sin respuesta|sin dato|no aplica|no procede|desconoc|perdido|ns nc|não sabe|"
    "não respond|sem resposta|não se aplica|desconhec|"
    # Italian
    "non sa|non risponde|nessuna risposta|non applicabile|mancante|sconosciut|rifiut|"
    # Dutch
    "weet niet|geen antwoord|niet van toepassing|ontbrek|onbekend|weiger"
)
"""Words with their beginnings; where the last one has a few letters, it is a whole word."""

_SHORT = 3
_SPEAKS = re.compile(
    "|".join(
        rf"\b{words}\b" if len(words.split()[-1]) <= _SHORT else rf"\b{words}" for words in _WORDS.split("|")
    )
)
_SIGNS = re.compile(r"[\W_]+")


def tells_missing(label: str) -> bool:
    """Return whether a label says that its value stands for no answer.

    Parameters
    ----------
    label
        What a value means, in English, German, French, Spanish, Portuguese, Italian or Dutch.

    Returns
    -------
    bool
        False also where it says so in other words.
    """
    return _SPEAKS.search(_SIGNS.sub(" ", label.casefold())) is not None
