"""Progress: parts of a job report to the whole of it."""

from sdcdesk.core.running.progress import Progress


def test_parts_tell_how_much_of_the_whole_is_done_and_show_the_best_so_far() -> None:
    told: list[float] = []
    best: list[object] = []
    progress = Progress(lambda share, _words: told.append(share), viewer=best.append)
    for one, share in progress.part(0.5, 1.0).over(["a", "b"]):
        share.show(one)
        share.at(1.0)
    assert told == [0.5, 0.75, 0.75, 1.0]
    assert best == ["a", "b"]
