"""Imports stay lean: no command loads what it does not use."""

import subprocess
import sys

HEAVY = ("pandas", "pyarrow", "litellm", "streamlit", "onnxruntime")


def test_the_terminal_loads_no_heavy_library_before_it_is_used() -> None:
    """Opening the commands takes none of the libraries that pages, models and tables need."""
    said = f"import sys, leverage.cli; print([name for name in {HEAVY!r} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True, timeout=120)
    assert found.stdout.strip() == "[]"


def test_pandas_is_there_for_whoever_wants_it() -> None:
    """Only the import of sqlite-utils goes without it."""
    said = "import leverage, sys; assert 'pandas' not in sys.modules; import pandas; print(pandas.DataFrame({'a': [1]}).shape)"
    found = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True, timeout=120)
    assert found.stdout.strip() == "(1, 1)"
