#!/usr/bin/env python3
"""The second verifier as it stands in python/, without installing it; its options are those of `drawaudit-verify`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "python"))

from drawaudit_verify.__main__ import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
