"""The page Data: pictures of the data in use, cards, what leaves the page."""
