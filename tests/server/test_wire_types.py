"""The generated TypeScript types and docs/protocol.md are those of the message types."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_generated_types_and_documentation_are_up_to_date() -> None:
    script = ROOT / "scripts" / "wire_types.py"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
