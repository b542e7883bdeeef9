"""A lesson on paper: one page with pictures, questions, room for answers, and solutions.

From below: ``formulas`` and ``markup`` set texts, ``asking`` leaves room for answers, ``sheet``
says how it looks, ``page`` puts a lesson together. No lesson is read and no answer judged here.
"""
