"""A process that holds keys or hidden cards leaves no picture of its memory: no core file, and nobody of its own user reads it.

Owns the two limits. Not the operating system's swap: that is to be encrypted, or off.
"""

import ctypes
import os
import resource

_PR_SET_DUMPABLE = 4
"""prctl(2)."""


def no_core_dumps() -> None:
    """From now on, for this process. OSError when the system does not allow it.

    Not dumpable also means that the programs of core_pattern get nothing, and that only root may read its memory.
    Programs it starts begin anew with the limit alone.
    """
    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, most))
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
