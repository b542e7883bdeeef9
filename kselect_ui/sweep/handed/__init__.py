"""What a page about a sweep hands out: programs, and the model under the cursor.

No page is known here.
"""
