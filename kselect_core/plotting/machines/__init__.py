"""Figures of support vector machines and of their stability bound."""
