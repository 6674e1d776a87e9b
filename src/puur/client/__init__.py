"""The client SDK: messages over a WebSocket, and a View folded from them. For authors of bots, and for tests."""
