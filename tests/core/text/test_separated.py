from sdcdesk.core.text.separated import comma_separated, tab_separated

ROWS = [["town", "share"], ["North\tEnd\nof it", "3,5"]]


def test_tabs_and_lines_within_a_cell_become_spaces_on_the_clipboard() -> None:
    assert tab_separated(ROWS) == "town\tshare\nNorth End of it\t3,5\n"


def test_csv_keeps_what_a_cell_holds() -> None:
    assert comma_separated(ROWS) == b'town,share\n"North\tEnd\nof it","3,5"\n'
