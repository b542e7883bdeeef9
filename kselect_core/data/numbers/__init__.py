"""How numbers are written: styles, units, signs and marks around them.

Nothing about tables or files.
"""
