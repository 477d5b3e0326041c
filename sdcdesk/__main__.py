"""Entry point of `python -m sdcdesk`, which is the command `sdcdesk`."""

import sys

from sdcdesk.cli import main

if __name__ == "__main__":
    sys.exit(main())
