"""The page SVM: maps over C × γ, the machine at the cursor, the stability bound.

No other page is known here.
"""
