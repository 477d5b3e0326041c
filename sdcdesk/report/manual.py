"""Manual pages: made from the docstring and the parameters of an operation, as text and as HTML."""

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from pydantic.fields import FieldInfo

from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.operation import AnyOperation
from sdcdesk.core.operations.parameters import accepts, field_display
from sdcdesk.core.random.secret_seed import CONFIDENTIAL, MARKED
from sdcdesk.core.running.model import Model
from sdcdesk.core.text.number_text import number_text
from sdcdesk.core.text.sentence import Sentence, joined, joined_by_and, joined_by_or, plain, sentence
from sdcdesk.core.text.symbols import FORMULAS, subscripts
from sdcdesk.report.declared_results import declared_text
from sdcdesk.report.other_programs import called_elsewhere
from sdcdesk.risk.keys.key_measure import KeyMeasure

WIDTH = 96

SHORT = 300
"""Characters of the first words, about."""

MOST_EXAMPLES = 3
"""Examples of parameters on a page, at most."""

SEED = "\n".join(("Seed\n----", textwrap.fill(CONFIDENTIAL, WIDTH), "", textwrap.fill(MARKED, WIDTH)))
"""What the pages of all methods say that draw random numbers."""

_MARKS = re.compile(r"(?<![\w*])\*([^\s*][^*]*?)\*(?![\w*])|`([^`]+)`")
_UNDERLINE = re.compile(r"-{3,}")


_SECTION = re.compile(r"\n\n(?=[^\n]+\n-{3,}\n)")


def page(operation: type[AnyOperation], *, code: bool = True) -> str:
    """Return the manual page of a method or measure as plain text.

    Parameters
    ----------
    operation
        The method or measure.
    code
        Whether it has examples in Python, and names as they are written in code; pages of the window have
        the titles that stand there.

    Returns
    -------
    str
        Numpydoc text: the description, the parameters, and what it tells.
    """
    fields = operation.model_fields
    parts = [
        f"{operation.title} ({operation.name})" if code else operation.title,
        operation.manual() if code else _in_words(_without_examples(operation.manual()), operation),
        "Parameters\n----------",
        *(_parameter(name, info, fields, code=code) for name, info in fields.items()),
        *([declared_text(operation, code=code)] if operation.declares or operation.tables else []),
        *([SEED] if getattr(operation, "random", False) else []),
        *([_on_command_lines(operation)] if code else []),
        *([_by_engine(operation)] if code and issubclass(operation, Measure) else []),
        *filter(None, [called_elsewhere(operation.name, code=code)]),
        sentence("Source: {source}", source=operation.source),
    ]
    return "\n\n".join(parts) + "\n"


def opening_text(operation: type[AnyOperation]) -> str:
    """Return the first sentences of a manual page, without marks.

    Parameters
    ----------
    operation
        The method or measure.

    Returns
    -------
    str
        At least one sentence.
    """
    blocks = [" ".join(block.split()) for block in operation.manual().split("\n\n")[:2]]
    plain = [_MARKS.sub(lambda found: found[1] or found[2], block) for block in blocks]
    kept = ""
    for words in re.split(r"(?<=[.!?]) (?=[A-Z])", " ".join(plain)):
        if kept and len(kept) + len(words) > SHORT:
            break
        kept = f"{kept} {words}".strip()
    return kept if kept.endswith(".") else kept.rpartition(".")[0] + "."


def first_sentence(operation: type[AnyOperation]) -> str:
    """Return the first sentence of a manual page: what the operation is good for.

    Parameters
    ----------
    operation
        The method or measure.

    Returns
    -------
    str
        The sentence on one line.
    """
    return operation.manual().partition("\n\n")[0].replace("\n", " ")


def page_html(page: str) -> str:
    """Return a manual page as HTML.

    Parameters
    ----------
    page
        As `page` returns it.

    Returns
    -------
    str
        The content of a page's body.
    """
    title, _, rest = page.partition("\n\n")
    parts = [f"<h1>{_inline(title)}</h1>"]
    for block in rest.strip().split("\n\n"):
        parts += _block(block.split("\n"))
    return "\n".join(parts)


def _on_command_lines(operation: type[AnyOperation]) -> str:
    """Return the first examples as commands and Python's `parse` take them."""
    written = [f"{operation.name}:{json.dumps(one, ensure_ascii=False)}" for one in operation.examples if one]
    lines = [f"- `{one}`" for one in (written or [operation.name])[:MOST_EXAMPLES]]
    return "\n".join(["On the command line", "-------------------", *lines])


def _by_engine(measure: type[Measure]) -> str:
    """Return whether a measure is found without the records in memory."""
    if not (issubclass(measure, KeyMeasure) and measure.is_counted):
        told = plain("The engine duckdb does not answer for it: it needs the records in memory.")
    else:
        told = plain(
            "The engine duckdb answers for it, of a Parquet or CSV file larger than memory, with the same "
            "figures: `sdcdesk assess FILE --engine duckdb`. A random sample of the file (`--sample`) gives "
            "figures of the sample."
        )
        if measure.counted_unless:
            told = joined([told, sentence(measure.counted_unless, title=measure.title)], " ")
    return "\n".join(("Files larger than memory", "------------------------", textwrap.fill(told, WIDTH)))


def _without_examples(manual: str) -> str:
    sections = _SECTION.split(manual)
    return "\n\n".join(part for part in sections if not part.startswith("Example"))


def _in_words(manual: str, operation: type[AnyOperation]) -> str:
    """Return a text with the titles of parameters and choices for their names in code."""
    words: dict[str, str] = {}
    for name, info in operation.model_fields.items():
        words |= {
            str(value): text for value, text in field_display(info).choices.items() if "_" in str(value)
        }
        words[name] = info.title or name

    def replaced(match: re.Match[str]) -> str:
        name = match[1] or match[2]
        if match[1] and name not in words:
            return match[0]
        return f"*{words.get(name, name.replace('_', ' '))}*"

    return _MARKS.sub(replaced, manual)


def _parameter(name: str, info: FieldInfo, fields: Mapping[str, FieldInfo], *, code: bool) -> str:
    title = info.title or name
    head = f"{name}: {title}{_unit(info)}" if code else f"{title}{_unit(info)}"
    facts = [info.description or "", *_facts(info, {} if code else fields)]
    body = textwrap.fill(" ".join(fact for fact in facts if fact), WIDTH - 4)
    return head + "\n" + textwrap.indent(body, "    ")


def _unit(info: FieldInfo) -> str:
    unit = field_display(info).unit
    return f" ({unit})" if unit else ""


def _facts(info: FieldInfo, fields: Mapping[str, FieldInfo]) -> list[str]:
    """Return default, range, choices, accepted variables and conditions as sentences.

    They are told in the words of the fields or, where there are none, as they are written in code.
    """
    how, accepted = field_display(info), accepts(info)
    facts: list[str] = []
    if how.choices:
        named = (words if fields else f"{value} ({words})" for value, words in how.choices.items())
        facts.append(sentence("One of {choices}.", choices=("; " if fields else ", ").join(named)))
    if accepted and accepted.scales:
        facts.append(sentence("Takes variables that are {scales}.", scales=joined_by_or(accepted.scales)))
    limits = _limits(info)
    if limits:
        facts.append(sentence("Must be {limits}.", limits=joined_by_and(limits)))
    for other, values in how.when.items():
        choices = joined_by_or([_choice(value, fields.get(other)) for value in values])
        facts.append(
            sentence("Only with *{title}*: {choices}.", title=str(fields[other].title), choices=choices)
            if fields
            else sentence("Only while {other} is {choices}.", other=other, choices=choices)
        )
    facts.append("Must be given." if info.is_required() else _default(info, as_text=bool(fields)))
    return facts


def _choice(value: Any, info: FieldInfo | None) -> str:
    """Return a value in the words of its field; without any, as it is written in code."""
    words = field_display(info).choices.get(value) if info else None
    return (
        f"“{words}”" if words else {True: "on", False: "off"}.get(value, str(value)) if info else str(value)
    )


def _limits(info: FieldInfo) -> list[Sentence]:
    words = {"ge": "at least {n}", "gt": "more than {n}", "le": "at most {n}", "lt": "less than {n}"}
    return [
        sentence(template, n=float(getattr(entry, limit)))
        for entry in info.metadata
        for limit, template in words.items()
        if hasattr(entry, limit)
    ]


def _default(info: FieldInfo, *, as_text: bool) -> str:
    default = info.get_default(call_default_factory=True, validated_data={})
    empty = default is None or default in ((), "", {})
    in_words = as_text and (isinstance(default, bool) or default in list(field_display(info).choices))
    words = "" if empty else _choice(default, info) if in_words else _written(default)
    return words and sentence("Default: {words}.", words=words)


def _written(default: Any) -> str:
    """Return a value as it would be given on the command line, a list without its brackets."""
    if isinstance(default, tuple):
        return ", ".join(_written(value) for value in default)
    if isinstance(default, Model):
        return json.dumps(default.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False)
    return number_text(default) if isinstance(default, float) else str(default)


def _block(lines: list[str]) -> Iterator[str]:
    """Yield the HTML of lines between two empty ones."""
    if len(lines) > 1 and _UNDERLINE.fullmatch(lines[1]):
        yield f"<h2>{_inline(lines[0])}</h2>"
        lines = lines[2:]
    if not lines or not any(lines):
        return
    if lines[0].startswith(">>>"):
        yield f"<pre>{escape(chr(10).join(lines))}</pre>"
    elif lines[0].startswith("- "):
        yield f"<ul>{''.join(f'<li>{_inline(item)}</li>' for item in _items(lines))}</ul>"
    elif any(line.startswith("    ") for line in lines):
        yield from _definitions(lines)
    else:
        yield f"<p>{_inline(' '.join(lines))}</p>"


def _items(lines: list[str]) -> Iterator[str]:
    item = ""
    for line in lines:
        if line.startswith("- ") and item:
            yield item
            item = ""
        item = f"{item} {line.removeprefix('- ').strip()}".strip()
    yield item


def _definitions(lines: list[str]) -> Iterator[str]:
    """Yield terms, each with the indented lines that follow it."""
    term, words = "", ""
    for line in [*lines, ""]:
        if line.startswith("    "):
            words = f"{words} {line.strip()}".strip()
            continue
        if term:
            yield f"<p class='term'>{_inline(term)}</p><p class='words'>{_inline(words)}</p>"
        term, words = line, ""


def _inline(text: str) -> str:
    def marked(match: re.Match[str]) -> str:
        return f"<i>{match[1]}</i>" if match[1] else f"<code>{match[2]}</code>"

    return subscripts(_MARKS.sub(marked, escape(text, quote=False)), FORMULAS)
