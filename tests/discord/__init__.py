"""A loopback Discord as strict as the real one; README.md says how to use it."""
