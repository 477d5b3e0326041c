import pytest
from commit import Commit
from manual import page

from sdcdesk.cli.exit_codes import EXPLAINED
from sdcdesk.cli.program import COMMANDS, parser_for
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS

PAGE = page(Commit("0" * 40, 1_700_000_000, "1.2.3"))


def test_it_says_of_which_version_and_day_it_is():
    assert PAGE.splitlines()[0] == '.TH SDCDESK 1 "2023-11-14" "SDCDesk 1.2.3" "User Commands"'


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_has_a_section_with_all_its_options(name):
    section = PAGE.partition(f'.SS "sdcdesk {name}"\n')[2].partition("\n.S")[0]
    commands = parser_for(name)._subparsers._group_actions[0].choices
    options = [option for option in commands[name]._option_string_actions if option not in ("-h", "--help")]
    assert section
    for option in options:
        assert option.replace("-", r"\-") in section


def test_every_method_and_measure_is_listed_under_its_name():
    for operation in (*METHODS, *MEASURES):
        assert f"\n\\fB{operation.name}\\fR\n" in PAGE


def test_what_a_code_of_exit_means_is_told():
    assert " ".join(EXPLAINED.split()).replace("-", r"\-")[:60] in PAGE


def test_no_line_of_text_is_taken_for_a_command_of_troff():
    known = {".TH", ".SH", ".SS", ".TP", ".B", ".br"}
    starts = {line.split()[0] for line in PAGE.splitlines() if line.startswith((".", "'"))}
    assert starts <= known
