"""Fuzzing of everything that reads bytes; run by hand or at night, never collected as tests."""
