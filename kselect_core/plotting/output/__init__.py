"""Figures as files and as payloads of the browser; nothing is drawn here."""
