"""The page Kernel design: which of its two views is shown. No other page is known here."""
