"""Reading in a process that can be killed: how it is started, tied to its parent and spoken to.

No format.
"""
