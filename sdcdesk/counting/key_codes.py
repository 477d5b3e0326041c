"""Codes of keys, for what looks at records by other keys than a counting has."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.core.data.coding import MISSING
from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.counting import Codes


def key_codes(data: DescribedFrame, names: Sequence[str], progress: Progress = SILENT) -> list[Codes]:
    """Return the key variables as codes; a variable that is not in the data is missing in all records.

    Parameters
    ----------
    data
        A file.
    names
        Names of the keys, in the data or not.
    progress
        Asked whether to stop; nothing is reported to it.

    Returns
    -------
    list[Codes]
        One entry for each name.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    found = []
    for name in names:
        progress.check()
        if name in data:
            coding = data.coding(name)
            found.append(Codes(coding.codes, len(coding.categories)))
        else:
            found.append(nothing(len(data)))
    return found


def nothing(records: int) -> Codes:
    """Return the codes of a variable that is missing in all records.

    Parameters
    ----------
    records
        Number of records.

    Returns
    -------
    Codes
        int32 (records,), all missing, of no category.
    """
    return Codes(np.full(records, MISSING, dtype=np.int32), 0)
