"""The house: imports run one way, each library has one place, and what is public is what was promised."""

import ast
import functools
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import leverage

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = sorted((ROOT / "leverage").rglob("*.py"))
PAGES = sorted((ROOT / "pages").rglob("*.py"))


@functools.cache
def parsed(path: Path) -> ast.Module:
    """Return what a file says."""
    return ast.parse(path.read_text("utf-8"))


def imports(path: Path) -> Iterator[str]:
    """Yield the modules that a file imports, wherever in it."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@functools.cache
def names(path: Path) -> set[str]:
    """Return the top-level names that a file imports."""
    return {module.partition(".")[0] for module in imports(path)}


def public(place: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    """Yield the public functions and classes of a module, with the methods of its public classes."""
    for node in place.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public(node)


def where(library: str, files: list[Path]) -> set[str]:
    """Return the files that import a library, relative to the project."""
    return {path.relative_to(ROOT).as_posix() for path in files if library in names(path)}


def test_the_package_knows_no_pages() -> None:
    """Arrows run from the pages to the package, never back, and Streamlit stays outside."""
    assert where("streamlit", PACKAGE) == set()
    assert where("pages", PACKAGE) == set()
    assert where("app", [*PACKAGE, *PAGES]) == set()


def test_each_engine_has_one_place() -> None:
    """Chroma is known to the memory alone, sqlite-utils to the index alone, litellm to the call; no page knows them."""
    assert all(path.startswith("leverage/memory/") for path in where("chromadb", [*PACKAGE, *PAGES]))
    assert where("sqlite_utils", [*PACKAGE, *PAGES]) == {"leverage/index.py"}
    assert where("litellm", [*PACKAGE, *PAGES]) == {"leverage/reflect/call.py"}


def test_pages_do_not_import_each_other() -> None:
    """A page draws with what is in pages/ui, and never with another page; the server around them knows itself, too."""
    for path in PAGES:
        known = ("pages.ui", "pages.server") if path.parent.name == "server" else ("pages.ui",)
        assert all(module.startswith(known) for module in imports(path) if module.partition(".")[0] == "pages"), path


def test_a_bare_except_would_swallow_a_stopped_page() -> None:
    """Streamlit stops a page with a BaseException: nothing catches that without letting it go on."""
    for path in [*PACKAGE, *PAGES, ROOT / "app.py"]:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ExceptHandler):
                caught = node.type is None or (isinstance(node.type, ast.Name) and node.type.id == "BaseException")
                assert not caught or any(isinstance(inner, ast.Raise) for inner in ast.walk(node)), f"{path}:{node.lineno}"


def test_the_thresholds_of_confidence_stand_once() -> None:
    """No other module and no page names High, Medium or Low beside a number of its own."""
    for path in [*PACKAGE, *PAGES]:
        if path.name == "confidence.py":
            continue
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Compare):
                text = ast.unparse(node)
                assert not ("deal_count" in text and any(number in text for number in ("3", "6"))), f"{path}:{node.lineno}"


def test_what_is_public_is_what_was_promised() -> None:
    """The names at the top of the package are kept."""
    assert set(leverage.__all__) == {
        "Brief",
        "Deal",
        "DealDraft",
        "KnowledgeBase",
        "LeverageError",
        "Memory",
        "Person",
        "Signal",
        "Tactic",
        "confidence_label",
        "vendor_bank_id",
    }
    assert all(hasattr(leverage, name) for name in leverage.__all__)


def test_importing_the_package_loads_neither_litellm_nor_streamlit() -> None:
    """A script that only reads a brief does not pay for a model's client or a web server."""
    code = "import sys, leverage; print(sorted({'litellm', 'streamlit', 'onnxruntime', 'pycountry'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT, env=os.environ)
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize("path", [path for path in PACKAGE if path.name != "__main__.py"], ids=lambda path: path.stem)
def test_modules_and_public_names_say_what_they_promise(path: Path) -> None:
    """Every module, public class and public function has a docstring."""
    tree = parsed(path)
    assert ast.get_docstring(tree), path
    for node in public(tree):
        assert ast.get_docstring(node), f"{path.name}: {node.name}"


def test_no_path_of_a_machine_stands_in_the_project() -> None:
    """Files name no folder of the machine they were written on."""
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, check=False, cwd=ROOT)
    if listed.returncode:
        pytest.skip("this is no git checkout")
    for name in filter(None, listed.stdout.split("\0")):
        path = ROOT / name
        if path.suffix in (".py", ".md", ".toml", ".txt", ".yaml", ".json", ".csv", ".js"):
            text = path.read_text("utf-8")
            assert "/ho" + "me/" not in text, name
            assert "/ro" + "ot/" not in text, name
