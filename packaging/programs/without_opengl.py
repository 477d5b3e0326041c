"""Before all else in the frozen program: pyqtgraph imports Qt's OpenGL, which no chart here draws with.

An empty module stands in for it and saves nine megabytes.
"""

import sys
from types import ModuleType

sys.modules["PySide6.QtOpenGL"] = ModuleType("PySide6.QtOpenGL", __doc__)
