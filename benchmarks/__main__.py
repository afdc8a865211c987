"""All benchmarks: `./tapete run python -m benchmarks`."""

from benchmarks import engine, simulation, startup

for part in (engine, simulation, startup):
    part.main()
