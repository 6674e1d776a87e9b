"""The phases of a deal, one file each: deal, trump (one file a procedure), estimate, melds, play, score.

A phase offers ``refusal(board, mine, action)``, why a seat that knows this may not do that, and ``choices``, what
it may do. ``decide`` adds the consequences. Imported by the engine only.
"""
