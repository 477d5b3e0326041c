"""Before all else in the frozen program: the reader of R files imports xarray, for matrices alone.

Its parser, which is all that is used of it, makes none. An empty module stands in for xarray: it saves six
megabytes, and asyncio, which xarray needs.
"""

import sys
from types import ModuleType

sys.modules["xarray"] = ModuleType("xarray", __doc__)
