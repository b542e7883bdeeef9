"""Figures of combined and designed kernels. Nothing is learnt here."""
