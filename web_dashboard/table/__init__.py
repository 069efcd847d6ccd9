"""The page of one table: the oval, what happens at it, and the floor's orders."""
