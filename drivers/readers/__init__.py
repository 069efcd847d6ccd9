"""Tag readers on ports of the host: what is said to them, and what follows from what they say.

Owns two makers' protocols and the filter of presence; knows neither cards nor places.
"""
