"""What the machine is held to: one BLAS thread, compiled loops kept on disk.

No formula stands here.
"""
