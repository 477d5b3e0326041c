import sys
from pathlib import Path

# dev.py and its modules are run as scripts: they find one another because Python puts their folder first.
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))
