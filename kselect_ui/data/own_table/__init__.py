"""The dialogue for a table of one's own: bring it, answer, see how it is read."""
