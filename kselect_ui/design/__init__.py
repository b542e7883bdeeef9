"""The page Kernel design: which of its two views is shown."""
