"""Who may come in: rules, headers, the check of every request.

Nothing of kselect itself is known here.
"""
