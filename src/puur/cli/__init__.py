"""The command line: one file a command, wired together in main. The top layer; nothing imports it."""
