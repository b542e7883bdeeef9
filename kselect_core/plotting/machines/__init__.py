"""Figures of support vector machines and of their stability bound. No machine is trained here."""
