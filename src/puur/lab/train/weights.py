"""The files of weights in the package: int8 with one scale a column, float16 for small tensors. NumPy alone.

The same format as bots/net/policy.py reads; read here too, since a training machine has nothing of bots/.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import puur

FOLDER = Path(puur.__file__).parent / "bots" / "weights"


def folded(name: str, values: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
    """One tensor as it is stored."""
    if values.ndim < 2 or values.size < 20_000:
        return {name: values.astype(np.float16)}
    scale = (np.abs(values).max(0, keepdims=True) / 127.0 + 1e-12).astype(np.float16)
    scale = np.maximum(scale, np.float16(1e-7))
    return {name: np.round(values / scale.astype(np.float32)).clip(-127, 127).astype(np.int8), name + ".scale": scale}


def read(variant: str) -> dict[str, np.ndarray[Any, Any]]:
    """The shipped weights of a game as float32."""
    path = FOLDER / f"{variant}.npz"
    if not path.is_file():
        raise ValueError(f"no network is shipped for {variant}")
    out = {}
    with np.load(path) as stored:
        for name in stored.files:
            if not name.endswith(".scale"):
                values = stored[name].astype(np.float32)
                scaled = stored[name].dtype == np.int8
                out[name] = values * stored[name + ".scale"].astype(np.float32) if scaled else values
    return out
