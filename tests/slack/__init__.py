"""A Slack on loopback and the tests that play on it."""
