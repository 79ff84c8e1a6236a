"""One module a platform: the Chat port and the event intake; nothing of rules or SQL."""
