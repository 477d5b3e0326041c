from sdcdesk.risk import TRUTA_2004, WeightMatrix
from sdcdesk.risk.weights.scaling import Scaling


def test_weights_are_scaled_to_the_records() -> None:
    scaling = Scaling(5000, 4000)
    assert scaling.total(TRUTA_2004["W4"]) == 10
    scaled = scaling.scaled(TRUTA_2004["W4"])
    assert scaled.block[0][:2] == (1500, 500)
    assert scaling.total(scaled) == 5000
    assert scaling.reason(TRUTA_2004["W4"]) == ""


def test_what_cannot_or_need_not_be_scaled_says_why() -> None:
    assert "no records" in Scaling(0, 0).reason(TRUTA_2004["W4"])
    assert "sum to 0" in Scaling(5, 0).reason(TRUTA_2004["W4"])
    assert Scaling(10, 10).reason(TRUTA_2004["W4"]) == "The weights sum to 10 already"
    broken = WeightMatrix(structure="sampling", block=((1, 2), (0, 1)), tail=0)
    assert "break a rule" in Scaling(5, 5).reason(broken)
