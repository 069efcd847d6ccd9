"""What one role may see: projections of the folded state into shapes that have no field for a hidden card."""
