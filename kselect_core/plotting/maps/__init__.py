"""Maps over the grid, with every choice on them."""
