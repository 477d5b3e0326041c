from sdcdesk.document.matrix_mismatch import mismatch_text
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import Recoding, RecordSuppression, SimpleRandomSampling

KEYS = ("Age", "Zip")
BANDS = Recoding(variable="Age", how="width", width=10.0)
SHORTER = Recoding(variable="Zip", how="prefix", keep=4)
OTHER = Recoding(variable="Race", how="prefix", keep=1)
SAMPLE = SimpleRandomSampling(percentage=80.0)


def test_the_steps_that_do_not_fit_are_named() -> None:
    recipe = Recipe(seed=1).then(OTHER).then(BANDS).then(SAMPLE).then(SHORTER)
    both = "Steps 2 and 4 merge groups; this matrix counts sampling only."
    assert mismatch_text("sampling", recipe, KEYS) == both
    one = "Step 2 merges groups; this matrix counts sampling only."
    assert mismatch_text("sampling", recipe.switched(3, on=False), KEYS) == one
    assert mismatch_text("sampling", recipe, ("Sex",)) == ""
    leaves = "Step 3 leaves out records, so that groups shrink; this matrix counts merging only."
    assert mismatch_text("merging", recipe, KEYS) == leaves
    several = recipe.then(RecordSuppression(k=2)).then(SAMPLE)
    assert mismatch_text("merging", several, KEYS).startswith("Steps 3, 5 and 6 leave out records")
    assert mismatch_text("general", recipe, KEYS) == ""
