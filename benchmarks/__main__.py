"""All benchmarks, or those named: `./tapete bench`, `./tapete bench engine cards`."""

import importlib
import pkgutil

import benchmarks
from benchmarks.measure import Words

SHARED = ("__main__", "corners", "measure", "right", "serving")
PARTS = [found.name for found in pkgutil.iter_modules(benchmarks.__path__) if found.name not in SHARED]


def main() -> None:
    """Runs them one after another."""
    words = Words(__doc__)
    words.add_argument("part", nargs="*", help=", ".join(PARTS))
    asked = words.parse_args().part
    for name in asked:
        if name not in PARTS:
            words.error(f"there is no benchmark '{name}': there are {', '.join(PARTS)}")
    for name in asked or PARTS:
        print(f"\n{name}")
        importlib.import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main()
