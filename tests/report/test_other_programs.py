"""Who comes from another program finds what it called otherwise."""

import pytest

from sdcdesk.cli import main
from sdcdesk.core.operations.catalogue import Catalogue
from sdcdesk.core.operations.operation import Operation
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS
from sdcdesk.report.manual import page
from sdcdesk.report.other_programs import PROGRAMS, called_elsewhere, called_here

PAGES: Catalogue[Operation] = Catalogue("method or measure", *METHODS, *MEASURES)


def test_every_name_belongs_to_an_operation_and_stands_on_its_page() -> None:
    for names in PROGRAMS.values():
        for name in names:
            assert called_elsewhere(name) in page(PAGES[name])
    assert called_elsewhere("camouflage") == ""


def test_functions_of_sdcmicro_are_found_in_any_case() -> None:
    noise = ["additive_noise", "outlier_noise", "orthogonal_masking"]
    assert [one.name for one in called_here("addnoise", PAGES)] == noise
    assert [one.name for one in called_here("writeSafeFile", PAGES)] == ["random_order"]
    assert called_here("rnorm", PAGES) == ()


def test_explain_takes_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "rankSwap"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Rank swapping (rank_swapping)")
    assert "In other programs: rankSwap (sdcMicro); Rank swapping (μ-ARGUS)." in said
    assert main(["explain", "shufle"]) == 2
    assert "did you mean shuffling?" in capsys.readouterr().err
