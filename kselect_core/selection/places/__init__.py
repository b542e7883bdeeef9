"""What there is to see at one place of a sweep: cursor, spectrum, film, plane, worked formula.

Nothing is drawn here.
"""
