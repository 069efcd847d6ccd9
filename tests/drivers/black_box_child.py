"""A host in a process of its own, with a black box, to be killed: says the duration of each gate passage it recorded."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2])]

from test_black_box import TapedOwner  # noqa: E402


def main(address: str, path: str) -> None:
    sys.stdout.write("0\n")
    sys.stdout.flush()
    with TapedOwner(address, Path(path)).listening() as owner:
        told = 0
        while True:
            owner.work(lambda told=told: len(owner.gates) > told)
            for gate in owner.gates[told:]:
                sys.stdout.write(f"{gate}\n")
            sys.stdout.flush()
            told = len(owner.gates)


if __name__ == "__main__":
    main(*sys.argv[1:])
