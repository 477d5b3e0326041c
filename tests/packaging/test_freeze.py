import freeze
import pytest
from stages import SetUpError

MISSING = "2 WARNING: Library not found: could not resolve '{}', dependency of '/site-packages/{}'"


@pytest.mark.parametrize(
    "line",
    [
        "12 INFO: all is well",
        MISSING.format("libgtk-3.so.0", "PySide6/Qt/plugins/platformthemes/libqgtk3.so"),
        '10 WARNING: Hidden import "pyarrow.interchange.buffer" not found!',
        "251 WARNING: Library user32 required via ctypes not found",
    ],
)
def test_warnings_about_what_is_left_out_are_passed_over(line):
    freeze.refuse_warnings(line)


@pytest.mark.parametrize(
    "line",
    [
        MISSING.format("libxcb-icccm.so.4", "PySide6/Qt/plugins/platforms/libqxcb.so"),
        '10 WARNING: Hidden import "sdcdesk.cli.run" not found!',
        "10 WARNING: something new",
    ],
)
def test_every_other_warning_ends_the_build(line):
    with pytest.raises(SetUpError, match="may fail elsewhere"):
        freeze.refuse_warnings(f"1 INFO: begun\n{line}\n2 INFO: done")
