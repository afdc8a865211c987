"""All benchmarks, or those named: `./tapete bench`, `./tapete bench engine cards`."""

import importlib
import pkgutil
import sys

import benchmarks

SHARED = ("__main__", "measure", "serving")
PARTS = [found.name for found in pkgutil.iter_modules(benchmarks.__path__) if found.name not in SHARED]


def main() -> None:
    """Runs them one after another."""
    for name in sys.argv[1:] or PARTS:
        if name not in PARTS:
            sys.exit(f"tapete: there is no benchmark '{name}': there are {', '.join(PARTS)}")
        print(f"\n{name}")
        importlib.import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main()
