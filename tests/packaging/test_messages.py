"""The template of translations holds every text, with its plural, and no code."""

import ast
import re
import string

import messages
import pytest
from babel.messages.pofile import read_po

from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS


def texts(source):
    return [(found.text, found.many) for found in messages.messages(source)]


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    target = tmp_path_factory.mktemp("dist") / "sdcdesk.pot"
    number = messages.write(target)
    with target.open("rb") as file:
        catalog = read_po(file)
    assert len(catalog) == number
    return catalog


@pytest.fixture(scope="module")
def ids(template):
    return {message.id[0] if isinstance(message.id, tuple) else message.id for message in template}


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('sentence("{name} is empty.", name=name)', [("{name} is empty.", "")]),
        ('sentence("{n} missing", n=n)', [("{n} missing", "")]),
        ('sentence("{n} row", "{n} rows", "n", n=n)', [("{n} row", "{n} rows")]),
        ('counted(n, "record")', [("{n} record", "{n} records")]),
        ('counted(n, "category", "categories")', [("{n} category", "{n} categories")]),
        ('one, many = "It is so.", "They are so."', [("It is so.", "They are so.")]),
        (
            'of(names, "{name} is a key", "{n} variables are keys")',
            [("{name} is a key", "{n} variables are keys")],
        ),
        ('pair = ("from {low}", "up to {low}")', [("from {low}", ""), ("up to {low}", "")]),
        ('parameter(5, "k", "Records; least: 5.")', [("Records; least: 5.", "")]),
        ('FieldDisplay(unit="records")', [("records", "")]),
        (
            'words = "Two words" if one else "Three whole words"',
            [("Two words", ""), ("Three whole words", "")],
        ),
    ],
)
def test_texts_are_found_with_their_plurals(code, found):
    assert texts(code) == found


@pytest.mark.parametrize(
    "code",
    [
        '"""What a module is about, in words."""',
        'widget.setStyleSheet("QLabel { color: red; }")',
        'pattern = re.compile(r"[a-z]+ to [a-z]+")',
        'x: "Microdata | None" = None',
        'def f(x: "Microdata | None") -> "Kind of it": ...',
        'if relation == "at least": ...',
        'figures["cells blanked"]',
        'mode: Literal["at most", "at least"]',
        'Declared(source="Truta et al. 2004, section 2")',
        'logger.error("defect: %s", place)',
        'places = {"Microdata": "core.data", "Limit": "document"}',
        'errstate(over="ignore")',
        'f"{a}: {b}"',
    ],
)
def test_code_is_left_out(code):
    assert texts(code) == []


def test_manual_pages_are_told_in_paragraphs_and_terms_without_examples():
    source = """
class Method:
    '''Blank values.

    It takes
    two lines.

    When to use
        Often.

    Figures
    -------
    cells blanked
        All of them.

    Example
    -------
    >>> 1 + 1
    '''

    title: ClassVar[str] = "Blanking of values"
"""
    found = ["Blank values.", "It takes two lines.", "When to use", "Often.", "Figures", "cells blanked"]
    assert [text for text, _ in texts(source)] == [*found, "All of them.", "Blanking of values"]


def test_templates_of_reports_are_texts_between_tags():
    source = """{# a comment with words #}
<p>Released on {{ stamp.date }}:
<b>{{ name }}</b></p>
{% if values %}<p>They stand
here.</p>{% endif %}
<svg aria-label="Drawn values"></svg>
{% for who in ("Checked by a reader", "of") %}{% endfor %}
"""
    found = [(message.text, message.line) for message in messages.template_messages(source)]
    assert found == [
        ("Released on {stamp_date}:", 2),
        ("They stand here.", 4),
        ("Drawn values", 6),
        ("Checked by a reader", 7),
    ]


def test_every_title_label_and_help_is_in_the_template(ids):
    lacking = set()
    for operation in (*METHODS, *MEASURES):
        lacking |= {operation.title} - ids
        for info in operation.model_fields.values():
            lacking |= {text for text in (info.title, info.description) if text} - ids
    assert not {text for text in lacking if re.search(r"[^\W\d_]{2,}", text)}


def test_every_template_of_a_sentence_is_in_it_with_its_plural(template):
    plurals = {message.id for message in template if isinstance(message.id, tuple)}
    singles = {message.id for message in template if isinstance(message.id, str)}
    for where, source in messages.sources():
        if not where.endswith(".py"):
            continue
        for call in ast.walk(ast.parse(source)):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "sentence":
                written = [arg.value for arg in call.args[:2] if isinstance(arg, ast.Constant)]
                if len(written) == 2:
                    assert tuple(written) in plurals, where
                elif (
                    len(call.args) == 1
                    and written
                    and re.search(r"[^\W\d_]{2,}", re.sub(r"{\w+}", "", written[0]))
                ):
                    assert written[0] in singles or any(written[0] in pair for pair in plurals), where


def test_holes_of_singular_and_plural_are_the_same_but_for_the_name_of_one(template):
    def holes(text):
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    for message in template:
        if isinstance(message.id, tuple):
            one, many = map(holes, message.id)
            assert one ^ many <= {"n", "name"}, message.id


def test_nothing_of_a_style_sheet_a_docstring_or_a_path_is_in_it(ids):
    for text in ids:
        assert not re.search(r"-{3,}|^[\w.]+\.py$|^https?:|;\s*[a-z-]+:\s*#?\w+;", text), text
