"""Manual pages as text to read: paragraphs, headings, lists and examples."""

import inspect
import re
from collections.abc import Iterator
from html import escape

from sdcdesk.core.operation import Operation

SHORT = 300
"""Characters of the first words, about."""

_MARKS = re.compile(r"(?<![\w*])\*([^\s*][^*]*?)\*(?![\w*])|`([^`]+)`")
_UNDERLINE = re.compile(r"-{3,}")


def first_words(kind: type[Operation]) -> str:
    """Return the first sentences of a manual page, without marks."""
    blocks = [" ".join(block.split()) for block in inspect.cleandoc(kind.__doc__ or "").split("\n\n")[:2]]
    plain = [_MARKS.sub(lambda found: found[1] or found[2], block) for block in blocks]
    kept = ""
    for sentence in re.split(r"(?<=[.!?]) (?=[A-Z])", " ".join(plain)):
        if kept and len(kept) + len(sentence) > SHORT:
            break
        kept = f"{kept} {sentence}".strip()
    return kept if kept.endswith(".") else kept.rpartition(".")[0] + "."


def good_for(kind: type[Operation]) -> str:
    """Return the first sentence of a manual page."""
    return inspect.cleandoc(kind.__doc__ or "").partition("\n\n")[0].replace("\n", " ")


def html(page: str) -> str:
    """Return a manual page as HTML."""
    title, _, rest = page.partition("\n\n")
    parts = [f"<h1>{_inline(title)}</h1>"]
    for block in rest.strip().split("\n\n"):
        parts += _block(block.split("\n"))
    return "\n".join(parts)


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
    def marked(found: re.Match[str]) -> str:
        return f"<i>{found[1]}</i>" if found[1] else f"<code>{found[2]}</code>"

    return _MARKS.sub(marked, escape(text, quote=False))
