"""The ``puur`` script and ``python -m puur``. Ctrl-C ends quietly, even while the commands are being loaded."""

from __future__ import annotations

import sys


def main() -> None:
    """Entry point."""
    try:
        from puur.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
