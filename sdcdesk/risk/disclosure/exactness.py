"""Exactness of the disclosure risk: whether DR_W and DR_max are exact or upper bounds, and why."""

from sdcdesk.core.results.findings import State
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.disclosure.comparison import Comparison

EXACT = "Exact for an intruder who uses the key values only and links one-to-one."
CHANGED = (
    "DR_W and DR_max are upper bounds for an intruder who uses the key values only and links one-to-one: "
    "the released values of {names} are not known to be a function of the initial ones (if they were "
    "swapped, randomised or disturbed, look at record linkage too). DR_min bounds nothing from below."
)
CHANGED_UNSTATED = (
    "DR_W and DR_max are upper bounds for an intruder who uses the key values only and links one-to-one: "
    "the released values of {names} are not known to be a function of the initial ones (if they were "
    "swapped, randomised or disturbed, look at record linkage too; if the file was only recoded, coarsened, "
    "suppressed or sampled, state it (recoded only)). DR_min bounds nothing from below."
)
LEFT_OUT = (
    "DR_W and DR_max are upper bounds for an intruder who uses the key values only and links one-to-one: "
    "records were left out that recoding would have made equal to released ones. DR_min bounds nothing from "
    "below."
)
LEFT_OUT_UNSTATED = (
    "DR_W and DR_max are upper bounds for an intruder who uses the key values only and links one-to-one: "
    "nothing tells why records were left out; if the file was only recoded, coarsened, suppressed or "
    "sampled, state it (recoded only). DR_min bounds nothing from below."
)


def exactness(compared: Comparison) -> State:
    """Return whether the risks are exact or upper bounds.

    Parameters
    ----------
    compared
        Both files, with the groups of their records.

    Returns
    -------
    State
        Code "exact" or "upper bound", with the reason.
    """
    code = "exact" if compared.exact else "upper bound"
    return State("exactness", "Exactness", code, linking_note(compared))


def linking_note(compared: Comparison) -> Sentence:
    """Return the sentence that says how the risks are to be read.

    Parameters
    ----------
    compared
        Both files, with the groups of their records.

    Returns
    -------
    Sentence
        For people, with the names of the variables that were changed.
    """
    if compared.exact:
        return plain(EXACT)
    changed, stated = compared.changed, compared.steps_are_known
    if changed:
        return sentence(CHANGED if stated else CHANGED_UNSTATED, names=", ".join(changed))
    return plain(LEFT_OUT if stated else LEFT_OUT_UNSTATED)
