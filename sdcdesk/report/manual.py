"""The manual page of an operation, made from its docstring and its parameters."""

import json
import re
import textwrap
from typing import Any

from pydantic.fields import FieldInfo

from sdcdesk.core.model import Model
from sdcdesk.core.operation import Operation
from sdcdesk.core.parameters import accepts, shown

WIDTH = 96


_SECTION = re.compile(r"\n\n(?=[^\n]+\n-{3,}\n)")


def page(operation: type[Operation], *, examples: bool = True) -> str:
    """Return the manual page of a method or measure as plain text.

    Parameters
    ----------
    operation
        The method or measure.
    examples
        Whether examples in Python stand in it; pages of the window have none.
    """
    parts = [
        f"{operation.title} ({operation.name})",
        operation.manual() if examples else _without_examples(operation.manual()),
        "Parameters\n----------",
        *(_parameter(name, info) for name, info in operation.model_fields.items()),
        f"Source: {operation.source}",
    ]
    return "\n\n".join(parts) + "\n"


def _without_examples(manual: str) -> str:
    sections = _SECTION.split(manual)
    return "\n\n".join(part for part in sections if not part.startswith("Example"))


def _parameter(name: str, info: FieldInfo) -> str:
    head = f"{name}: {info.title or name}{_unit(info)}"
    facts = [info.description or "", *_facts(info)]
    body = textwrap.fill(" ".join(fact for fact in facts if fact), WIDTH - 4)
    return head + "\n" + textwrap.indent(body, "    ")


def _unit(info: FieldInfo) -> str:
    unit = shown(info).unit
    return f" ({unit})" if unit else ""


def _facts(info: FieldInfo) -> list[str]:
    """Return default, range, choices, accepted variables and conditions as sentences."""
    how, accepted = shown(info), accepts(info)
    facts = []
    if how.choices:
        facts.append(
            "One of " + ", ".join(f"{value} ({words})" for value, words in how.choices.items()) + "."
        )
    if accepted and accepted.scales:
        facts.append(f"Takes variables that are {' or '.join(accepted.scales)}.")
    limits = [f"{words} {value:g}" for words, value in _limits(info)]
    if limits:
        facts.append(f"Must be {' and '.join(limits)}.")
    for other, values in how.when.items():
        facts.append(f"Only while {other} is {' or '.join(str(value) for value in values)}.")
    facts.append("Must be given." if info.is_required() else _default(info))
    return facts


def _limits(info: FieldInfo) -> list[tuple[str, float]]:
    words = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}
    return [
        (phrase, getattr(entry, limit))
        for entry in info.metadata
        for limit, phrase in words.items()
        if hasattr(entry, limit)
    ]


def _default(info: FieldInfo) -> str:
    default = info.get_default(call_default_factory=True, validated_data={})
    empty = default is None or default in ((), "", {})
    return "" if empty else f"Default: {_written(default)}."


def _written(default: Any) -> str:
    """Return a value as it would be given on the command line, a list without its brackets."""
    if isinstance(default, tuple):
        return ", ".join(_written(value) for value in default)
    if isinstance(default, Model):
        return json.dumps(default.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False)
    return f"{default:g}" if isinstance(default, float) else str(default)
