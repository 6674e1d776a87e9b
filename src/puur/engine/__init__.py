"""How a match unfolds: messages, state, phases, views, worlds, fairness, records. Pure, no I/O, no clock.

Randomness comes in from outside as ``messages.Draw``. May import puur.rules and puur.cards; is imported by
everything above.
"""
