"""The command line, frozen."""

import sys

from sdcdesk.cli import main

sys.exit(main())
