"""What the games are: rulesets, tables, the kernel, melds and scoring. Pure; imports only puur.cards."""
