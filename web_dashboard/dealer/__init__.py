"""The dealer's page: the next physical step in one line and a key for every act."""
