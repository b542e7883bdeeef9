"""What several verbs of the command line share.

How plans are executed, stopped and allowed to overwrite. No verb.
"""
