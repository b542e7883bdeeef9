"""Maps over the grid, with every choice on them. No choice is made here."""
