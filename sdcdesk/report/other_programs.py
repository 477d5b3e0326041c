"""Names elsewhere: what users of sdcMicro and μ-ARGUS call what a method or measure does.

Only what does the same is named; what is merely like it is not.
"""

from sdcdesk.core.operations.catalogue import Catalogue
from sdcdesk.core.operations.operation import AnyOperation
from sdcdesk.core.text.sentence import sentence

SDCMICRO: dict[str, str] = {
    "recoding": "globalRecode, groupAndRename",
    "tail_coding": "topBotCoding",
    "local_suppression": "localSuppression, kAnon, localSupp, addGhostVars",
    "risk_suppression": "localSupp",
    "microaggregation": "microaggregation, microaggrGower, mdav",
    "additive_noise": "addNoise",
    "outlier_noise": "addNoise with method outdect",
    "orthogonal_masking": "addNoise with method ROMM",
    "rank_swapping": "rankSwap",
    "shuffling": "shuffle",
    "record_swapping": "recordSwap",
    "pram": "pram, pram_strata",
    "random_order": "writeSafeFile with randomizeRecords",
    "new_numbers": "createNewID",
    "k_anonymity": "freqCalc, kAnon_violations, riskyCells",
    "weighted_k_anonymity": "freqCalc, kAnon_violations with weighted",
    "l_diversity": "ldiversity",
    "multi_attribute_l_diversity": "ldiversity with several variables",
    "individual_risk": "indivRisk, measure_risk",
    "log_linear_risk": "modRisk, LLmodGlobalRisk",
    "suda": "suda2",
    "interval_disclosure": "dRisk",
    "robust_interval_disclosure": "dRiskRMD",
}
"""Functions of sdcMicro, by the name of the operation."""

ARGUS: dict[str, str] = {
    "recoding": "Global recode, Truncate",
    "tail_coding": "Top and bottom coding",
    "rounding": "Rounding",
    "local_suppression": "Make protected file, by entropy or weights",
    "microaggregation": "Microaggregation",
    "additive_noise": "Weight noise",
    "rank_swapping": "Rank swapping",
    "record_swapping": "Targeted record swapping",
    "pram": "PRAM",
    "random_order": "Write the records in random order",
    "new_numbers": "Change the household identifier",
    "k_anonymity": "Unsafe combinations",
    "individual_risk": "Individual and household risk model",
}
"""Menu entries of μ-ARGUS, by the name of the operation."""

PROGRAMS = {"sdcMicro": SDCMICRO, "μ-ARGUS": ARGUS}


def called_elsewhere(name: str, *, code: bool = True) -> str:
    """Return what users of other programs call an operation.

    Parameters
    ----------
    name
        Name of a method or measure.
    code
        Whether names that are written with an underscore stand there too, as in code.

    Returns
    -------
    str
        A sentence; empty: nothing that they have.
    """
    found = []
    for program, names in PROGRAMS.items():
        told = [one for one in names.get(name, "").split(", ") if one and (code or "_" not in one)]
        found += [f"{', '.join(told)} ({program})"] if told else []
    return sentence("In other programs: {found}.", found="; ".join(found)) if found else ""


def called_here(word: str, pages: Catalogue[AnyOperation]) -> tuple[type[AnyOperation], ...]:
    """Return the operations that do what a function of another program does.

    Parameters
    ----------
    word
        Name of the function, in any case.
    pages
        The operations that there are.

    Returns
    -------
    tuple of type
        None where no such function is known.
    """
    wanted = word.lower()
    return tuple(
        pages[name]
        for name, functions in SDCMICRO.items()
        if name in pages and wanted in (one.split(" ")[0].lower() for one in functions.split(", "))
    )
