"""The page Single points: removing and changing one training point."""
