"""The page Single points: removing and changing one training point. No other page is known here."""
