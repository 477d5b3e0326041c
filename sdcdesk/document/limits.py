"""Limits on declared figures: which figures can be limited, and limits written as text."""

import re
from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches

from sdcdesk.core.numbers.quantity import NUMBER, Unit
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.operation import AnyOperation
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.limit import Limit, Limits, Side, by_figure
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.quantity_text import limit_number_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.measures import MEASURES, leading_figure
from sdcdesk.masking import METHODS

SIDES: dict[str, Side] = {"<=": "at most", ">=": "at least"}
"""Signs of limits in commands."""

_UNITS = {"share": "%", "score": "of 100", "number": ""}

_WRITTEN = re.compile(r"\s*([^.<>=\s]+)\.([^<>=\s]+)\s*(<=|>=)\s*(\S+)\s*")


def limitable(operations: Iterable[type[AnyOperation]] = ()) -> Iterator[tuple[type[AnyOperation], Declared]]:
    """Walk through (operation, figure) of everything on which a limit can stand: less or more is better.

    Parameters
    ----------
    operations
        Operations to walk through; all measures and methods where not given.

    Returns
    -------
    Iterator[tuple[type[AnyOperation], Declared]]
        In the order of menu and declaration, measures first.
    """
    every = tuple(operations) or (*MEASURES, *METHODS)
    return ((one, declared) for one in every for declared in one.declares if declared.better)


def limitable_figures() -> dict[type[AnyOperation], tuple[Declared, ...]]:
    """Return the figures on which a limit can stand, by their measures and methods.

    Returns
    -------
    dict[type[AnyOperation], tuple[Declared, ...]]
        Those with such figures only, in the order of the menu.
    """
    found: dict[type[AnyOperation], tuple[Declared, ...]] = {}
    for operation, declared in limitable():
        found[operation] = (*found.get(operation, ()), declared)
    return found


def limited_operation(name: str) -> type[AnyOperation] | None:
    """Return the measure or method of whose figure a limit is.

    Parameters
    ----------
    name
        As limits name it.

    Returns
    -------
    type[AnyOperation] or None
        None: there is none (any more).
    """
    return MEASURES.find(name) or METHODS.find(name)


def first_free(limited: Collection[tuple[str, str]]) -> Limit:
    """Return a limit of nothing on the first figure that has none yet, or on the first of all.

    Parameters
    ----------
    limited
        Names of measure and figure of the limits that there are.

    Returns
    -------
    Limit
        On its usual side; its value is to be typed.
    """
    figures = list(limitable())
    free = (pair for pair in figures if (pair[0].name, pair[1].name) not in limited)
    return _limit_of_zero(*next(free, figures[0]))


def first_limit(measure: type[Measure]) -> Limit | None:
    """Return a limit of nothing on the first figure of a measure that can have one.

    Parameters
    ----------
    measure
        The measure.

    Returns
    -------
    Limit or None
        On its usual side; its value is to be typed. None where no figure can be limited.
    """
    figures = limitable_figures().get(measure)
    return _limit_of_zero(measure, figures[0]) if figures else None


def _limit_of_zero(measure: type[AnyOperation], declared: Declared) -> Limit:
    return Limit(measure=measure.name, figure=declared.name, side=usual_side(declared), value=0.0)


def unit_behind(unit: Unit) -> str:
    """Return what stands behind the field in which a limit is typed.

    Parameters
    ----------
    unit
        The unit of the limited figure.

    Returns
    -------
    str
        "%" for shares, what is counted for counts; may be empty.
    """
    return _UNITS.get(unit.kind, unit.name)


def limited_figure(limit: Limit) -> Declared | None:
    """Return the figure on which a limit stands; None: nothing declares it (any more).

    Parameters
    ----------
    limit
        A limit on any measure, known or not.

    Returns
    -------
    Declared or None
        Its words and unit.
    """
    operation = limited_operation(limit.measure)
    return None if operation is None else operation.declared(limit.figure)


def separating_limits(limits: Iterable[Limit], measure: str) -> Limits:
    """Return the limits that figures of a measure are told from: on them, or on the same figure elsewhere.

    Several measures find DR_max; wherever it is written, its digits stand to the limit as the number does.

    Parameters
    ----------
    limits
        Limits of one scenario.
    measure
        Name of the measure.

    Returns
    -------
    Limits
        By name of the figure, in their order.
    """
    declares = MEASURES[measure].declares if measure in MEASURES else ()
    return by_figure(
        limit
        for limit in limits
        if limit.measure == measure or any(_same(limited_figure(limit), declared) for declared in declares)
    )


def _same(one: Declared | None, other: Declared) -> bool:
    """Return whether two measures mean one figure, whether or not both would call it better when less."""
    return one is not None and (one.name, one.title, one.meaning) == (other.name, other.title, other.meaning)


def usual_side(declared: Declared) -> Side:
    """Return the side on which the limit of a figure usually stands.

    Parameters
    ----------
    declared
        A figure that is better when less or more.

    Returns
    -------
    Side
        "at least" or "at most".
    """
    return "at least" if declared.better == "more" else "at most"


def figure_name(limit: Limit) -> str:
    """Return the name of the limited figure where place is scarce: its symbol, else its title.

    Parameters
    ----------
    limit
        A limit on any figure of any measure.

    Returns
    -------
    str
        A name that is unique within its measure.
    """
    operation, declared = limited_operation(limit.measure), limited_figure(limit)
    if operation is None or declared is None:
        return f"{limit.measure}.{limit.figure}"
    # Of figures that share a symbol, the first one owns it.
    owner = next(other for other in operation.declares if other.symbol == declared.symbol)
    return declared.symbol if declared.symbol and owner is declared else declared.title


def limit_text(limit: Limit, locale: Locale = NEUTRAL) -> str:
    """Return a limit in words: "DR_W at most 2 %".

    Parameters
    ----------
    limit
        A limit on any figure of any measure.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        Without a full stop.
    """
    declared = limited_figure(limit)
    value = limit_number_text(limit.value, declared.unit if declared else NUMBER, locale)
    if limit.side == "at most":
        return sentence("{figure} at most {value}", figure=figure_name(limit), value=value)
    return sentence("{figure} at least {value}", figure=figure_name(limit), value=value)


def require_fit(limit: Limit) -> None:
    """Raise `ValueError` if no value of the limited figure could be that of the limit.

    A limit on a figure that nobody declares (any more) passes: it is not assessed, and says so.

    Parameters
    ----------
    limit
        A limit on any figure of any measure.
    """
    declared = limited_figure(limit)
    if declared is None:
        return
    figure = figure_name(limit)
    if declared.unit.kind == "share" and not 0 <= limit.value <= 1:
        raise ValueError(sentence("the limit of {figure} is a share between 0 and 1", figure=figure))
    if declared.unit.kind == "count" and (limit.value < 0 or limit.value != int(limit.value)):
        words = "the limit of {figure} is a whole number of {things}"
        raise ValueError(sentence(words, figure=figure, things=declared.unit.name))
    if declared.better and limit.side != usual_side(declared):
        # A file with k = 1 would be safe by "k at most 3".
        words = '{figure} is better when less, and "at least" would call the worse file safe; say "at most"'
        if declared.better == "more":
            words = (
                '{figure} is better when more, and "at most" would call the worse file safe; say "at least"'
            )
        raise ValueError(sentence(words, figure=figure))


def parse_limit(text: str) -> Limit:
    """Return the limit written as `MEASURE.FIGURE<=VALUE` or `MEASURE.FIGURE>=VALUE`.

    Parameters
    ----------
    text
        As a user types it on the command line.

    Returns
    -------
    Limit
        Its value in the unit of the figure: a share is 0…1.

    Raises
    ------
    ParameterError
        It is not written so, or stands on a measure or figure that does not exist; the sentence names those
        that do.
    """
    found = _WRITTEN.fullmatch(text)
    try:
        value = float(found[4]) if found else 0.0
    except ValueError:
        found = None
    if found is None:
        words, example = (
            "{text} is not a limit: write for example {figure}<=0.02.",
            leading_figure(Concern.RISK),
        )
        raise ParameterError(sentence(words, text=short(text), figure=str(example)), "limit")
    measure = MEASURES[found[1]]
    names = [declared.name for declared in measure.declares if declared.better]
    if found[2] not in names:
        close = get_close_matches(short(found[2]), names, n=1)
        words = "{measure} has no figure {figure} to limit; limits can stand on {names}."
        if close:
            words = (
                "{measure} has no figure {figure} to limit; did you mean {close}? Limits can stand on "
                "{names}."
            )
        if not names:
            words = "{measure} has no figure {figure} to limit; none of its figures takes a limit."
        wrong = sentence(
            words,
            measure=measure.name,
            figure=short(found[2]),
            close=short("".join(close)),
            names=", ".join(names),
        )
        raise ParameterError(wrong, "limit")
    limit = Limit(measure=measure.name, figure=found[2], side=SIDES[found[3]], value=value)
    try:
        require_fit(limit)
    except ValueError as error:
        raise ParameterError(f"{short(text)}: {error}.", "limit") from None
    return limit
