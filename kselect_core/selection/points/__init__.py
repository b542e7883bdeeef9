"""What one training point does to the kernel matrix, the criteria and the choices.

Nothing is drawn here.
"""
