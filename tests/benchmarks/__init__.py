"""Performance as ratios, each measured against its bare counterpart in the same run: `python -m tests.benchmarks`."""
