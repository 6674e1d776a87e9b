"""The laboratory: arena, self-play, training, coach. Imports the game, is imported by the command line only."""
