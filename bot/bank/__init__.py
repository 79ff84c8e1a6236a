"""Tables at which people play against the house."""
