"""`python -m sdcdesk` is the command `sdcdesk`."""

import sys

from sdcdesk.cli import main

if __name__ == "__main__":
    sys.exit(main())
