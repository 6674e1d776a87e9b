"""The arena: measures bots against each other, on one machine or on a cluster, reproducibly and resumably.

plan.py says what is played, table.py plays it, run.py shares it out and keeps what was played, figures.py and plot.py
say what it means. For ``puur arena`` and for researchers.
"""
