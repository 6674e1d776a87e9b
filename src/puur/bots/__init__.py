"""Computer players. Each sees a View and nothing else; ``puur.bots.base.bot(name)`` makes one."""
