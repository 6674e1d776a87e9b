"""Training of the networks: batched environment, self-play in a population, export. Needs PyTorch; playing does not.

Only this package may import torch. On a training machine it needs nothing but torch, numpy, ``puur.cards`` and
``puur.rules``. docs/training.md says how the shipped weights were made.
"""
