"""The dealer: knows chat in the abstract, the rules, and the store."""
