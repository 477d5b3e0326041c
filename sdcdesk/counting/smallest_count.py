"""The smallest count of records by size of group, before and after masking and crossed."""

from sdcdesk.counting.questions import Counting


def smallest_count(counting: Counting, *, paired: bool = True) -> int:
    """Return how many records the smallest row of a histogram of group sizes counts.

    Parameters
    ----------
    counting
        An original and its masked file.
    paired
        Whether it is known who is who, so that sizes before and after are crossed.

    Returns
    -------
    int
        0 without records.
    """
    histograms = [counting.sizes_before().records, counting.sizes_after().records]
    if paired:
        histograms.append(counting.crossed().records)
    return min((int(records.min()) for records in histograms if len(records)), default=0)
