"""The window, frozen."""

import gc
import sys

gc.disable()  # what is imported is no garbage, and to look for it takes a sixth of the start; ui.app goes on

from ui.app import main  # noqa: E402

sys.exit(main())
