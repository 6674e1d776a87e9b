"""The HTTP and WebSocket edge: app, sockets, accounts, lobby. It never sees the secret state of a match."""
