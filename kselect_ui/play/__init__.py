"""Play: data that are made or drawn, and what every criterion makes of them at once.

No other page is known here.
"""
