"""A lesson with the class, on a shared server: the seat of everybody, and the teacher's desk.

No lesson is read here.
"""
