"""Tests of kselect_core.data."""
