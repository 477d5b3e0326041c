"""The window, frozen."""

import gc
import sys

gc.disable()  # what is imported is no garbage, and to look for some takes a sixth of the start; ui.app takes over

from ui.app import main  # noqa: E402

sys.exit(main())
