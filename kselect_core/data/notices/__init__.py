"""Things worth knowing about a finished table; nothing here changes a value."""
