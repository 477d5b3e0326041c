"""Selection of the variables that a measure of information loss compares."""

from collections.abc import Sequence

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.numeric import can_be_squared, is_numeric
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, plain, sentence

NOT_ANALYSED = (Role.IDENTIFIER, Role.HOUSEHOLD)
"""Names and numbers of people and households: nobody tabulates them or takes their mean."""


def selected(
    named: Sequence[str], original: Microdata, masked: Microdata, *scales: Scale
) -> tuple[list[str], list[Sentence]]:
    """Return the variables to compare, and sentences on those that cannot be.

    Parameters
    ----------
    named
        The user's choice; empty takes all variables of the original with one of the scales, but for
        identifiers and household numbers.
    original, masked
        Both files.
    scales
        What the measure can take.

    Returns
    -------
    tuple[list[str], list[Sentence]]
        Names in the order of choice or file, and one sentence for each that cannot be compared.
    """
    wanted = named or [v.name for v in original.variables if v.scale in scales and v.role not in NOT_ANALYSED]
    released = [name for name in wanted if name in masked]
    gone = [name for name in wanted if name not in masked]
    notes = [sentence("Not in the masked file and left out: {names}.", names=", ".join(gone))] if gone else []
    return released, notes


def with_categories(
    named: Sequence[str], original: Microdata, masked: Microdata
) -> tuple[list[str], list[Sentence]]:
    """Return the variables whose categories are compared, and sentences on those that cannot be.

    Parameters
    ----------
    named
        The user's choice; empty takes all variables that are nominal or ordinal in the original or, recoded,
        in the masked file, but for identifiers and household numbers.
    original, masked
        Both files.

    Returns
    -------
    tuple[list[str], list[Sentence]]
        Names in the order of choice or file, and one sentence for each that cannot be compared.
    """
    recoded = {one.name for one in masked.variables if one.scale is not Scale.CONTINUOUS}
    wanted = named or [
        one.name
        for one in original.variables
        if one.role not in NOT_ANALYSED and (one.scale is not Scale.CONTINUOUS or one.name in recoded)
    ]
    return selected(wanted, original, masked) if wanted else ([], [])


def continuous_names(
    named: Sequence[str], original: Microdata, masked: Microdata, progress: Progress
) -> tuple[list[str], list[Sentence]]:
    """Return the variables that are continuous in both files, and sentences on the others.

    Parameters
    ----------
    named
        The user's choice; empty takes all continuous variables but identifiers, household numbers and whole
        numbers whose last digits arithmetic would lose. Those whose squares are no numbers are left out
        either way.
    original, masked
        Both files.
    progress
        Stops the work where the user asked to.

    Returns
    -------
    tuple[list[str], list[Sentence]]
        Names in the order of choice or file, and one sentence for each reason why others are left out.
    """
    released, notes = selected(named, original, masked, Scale.CONTINUOUS)
    names, recoded, large, unfit = list[str](), list[str](), list[str](), list[str]()
    for name in released:
        progress.check()
        if not (is_numeric(original, name) and is_numeric(masked, name)):
            recoded.append(name)
        elif not named and (original.beyond_exact(name) or masked.beyond_exact(name)):
            large.append(name)
        elif not (can_be_squared(original.numbers(name)) and can_be_squared(masked.numbers(name))):
            unfit.append(name)
        else:
            names.append(name)
    reasons = (
        ("Whole numbers beyond 2^53, whose last digits arithmetic would lose, left out: {names}.", large),
        (
            (
                "Numbers beyond 1e150, or none that is as large as 1e-150, cannot be squared; left out, "
                "rescale them first: {names}."
            ),
            unfit,
        ),
        ("Not continuous in both files and left out: {names}.", recoded),
    )
    notes += [sentence(words, names=", ".join(others)) for words, others in reasons if others]
    if not names and not unfit:
        notes.append(plain("No variable is continuous in both files, so nothing is compared."))
    return names, notes
