"""Pure rules: cards, shuffle, hands, pots and the games. No clock, no chance, no in or out."""
