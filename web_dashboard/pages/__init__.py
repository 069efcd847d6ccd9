"""What all pages share: where things stand on the drawn table, words for facts, helpers of the templates."""
