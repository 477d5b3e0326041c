"""Exactness of the disclosure risk: whether DR_W and DR_max are exact or upper bounds, and why."""

from sdcdesk.core.findings import State
from sdcdesk.risk.comparison import Comparison


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


def linking_note(compared: Comparison) -> str:
    """Return the sentence that says how the risks are to be read.

    Parameters
    ----------
    compared
        Both files, with the groups of their records.

    Returns
    -------
    str
        For people, with the names of the variables that were changed.
    """
    if compared.exact:
        return "Exact for an intruder who uses the key values only and links one-to-one."
    return (
        "DR_W and DR_max are upper bounds for an intruder who uses the key values only and links one-to-one: "
        f"{_bounding(compared)}. DR_min bounds nothing from below."
    )


def _bounding(compared: Comparison) -> str:
    """Return why the risks are bounds and not exact, as a clause."""
    stated = (
        ""
        if compared.steps_are_known
        else "; if the file was only recoded, coarsened, suppressed or sampled, state it (recoded only)"
    )
    if compared.feasible_matches.changed:
        return (
            f"the released values of {', '.join(compared.feasible_matches.changed)} are not known to be a "
            "function of the initial ones (if they were swapped, randomised or disturbed, look at record "
            f"linkage too{stated})"
        )
    if not compared.steps_are_known:
        return f"nothing tells why records were left out{stated}"
    return "records were left out that recoding would have made equal to released ones"
