"""Makes the helpers of these tests importable: pytest's importlib mode adds nothing to the path."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
