"""The page Data: pictures of the data in use, cards, what leaves the page.

No other page is known here.
"""
