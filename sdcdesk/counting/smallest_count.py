"""The smallest count of records by size of group, before and after masking and crossed."""

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.counting.questions import Counting


def smallest_count(counting: Counting, progress: Progress = SILENT, *, paired: bool = True) -> int:
    """Return how many records the smallest row of a histogram of group sizes counts.

    Parameters
    ----------
    counting
        An original and its masked file.
    progress
        Asked whether to stop.
    paired
        Whether it is known who is who, so that sizes before and after are crossed.

    Returns
    -------
    int
        0 without records.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    # What is crossed parts the sizes after, so that none of their rows is smaller.
    after = counting.crossed(progress) if paired else counting.sizes_after(progress)
    histograms = (counting.sizes_before(progress).records, after.records)
    return min((int(records.min()) for records in histograms if len(records)), default=0)
