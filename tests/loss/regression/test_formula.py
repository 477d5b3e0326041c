import pytest

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.loss.regression.formula import Formula, FormulaVariable


def terms(text: str) -> list[str]:
    return [":".join(one.text for one in term) for term in Formula.parsed(text).terms]


def test_terms_products_and_functions() -> None:
    assert terms("income ~ age + sex") == ["age", "sex"]
    assert terms("income ~ age*sex") == ["age", "sex", "age:sex"]
    assert terms("a ~ b*c*d") == ["b", "c", "d", "b:c", "b:d", "c:d", "b:c:d"]
    assert terms("a ~ log(b) + category(c):d") == ["log(b)", "category(c):d"]
    assert terms("a ~ b + c:b + b:c + b") == ["b", "c:b"]
    assert terms("a ~ b + b:b") == ["b", "b:b"]
    assert Formula.parsed("log( `net income` )~b").outcome == FormulaVariable("net income", "log")
    assert Formula.parsed("PLZ ~ Größe.2").names == ("PLZ", "Größe.2")


def test_the_constant() -> None:
    assert Formula.parsed("a ~ b").constant
    assert not Formula.parsed("a ~ 0 + b").constant
    assert Formula.parsed("a ~ 1").terms == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("income age", "no ~"),
        ("income ~ age ~ sex", "more than one ~"),
        ("~ age", "lacks a variable"),
        ("income ~", "lacks a variable"),
        ("income ~ age +", "lacks a variable"),
        ("income ~ age sex", "from sex on"),
        ("income + age ~ sex", r"from \+ on"),
        ("income ~ exp(age)", "no function exp"),
        ("income ~ log(age", "not closed"),
        ("income ~ `age", "not closed"),
        ("income ~ a*b:c", "mixes : and"),
        ("income ~ 0", "by nothing"),
    ],
)
def test_what_is_no_formula_says_why(text: str, words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        Formula.parsed(text)
