"""What people do all day: open the list, read a brief, ask it something, log a deal. Each act is timed until its page stands."""

from pathlib import Path

from tests.benchmarks.visit import PageBroke, Visit

ACTS = ("list", "brief", "recall", "form", "log")


def introduce(visit: Visit, name: str) -> None:
    """Say who one is, as once in every browser."""
    visit.open("log")
    visit.put("selectbox", "Your name", name)
    visit.put("selectbox", "Department", "IT")
    visit.press("Continue")


def open_list(visit: Visit) -> float:
    """Open the list of vendors."""
    took = visit.open("")
    _expect(visit, "Vendors")
    return took


def read_brief(visit: Visit, vendor: str) -> float:
    """Open a vendor's brief."""
    took = visit.open("brief", vendor=vendor)
    _expect(visit, "Built from")
    return took


def recall(visit: Visit, question: str) -> float:
    """Ask the brief at hand."""
    visit.put("text_input", visit.field("text_input", "Ask "), question)
    took = visit.press("Find")
    visit.field("button", "Clear questions")  # stands there once something was asked
    return took


def open_form(visit: Visit, vendor: str) -> float:
    """Open the form of a new deal with a vendor."""
    took = visit.open("log", vendor=vendor)
    visit.field("button", "Save deal")
    return took


def save(visit: Visit, note: str, discount: str) -> float:
    """Fill in the form at hand and save it; when this returns the page has said that the deal is saved."""
    visit.put("selectbox", "Outcome", "Agreed")
    visit.put("text_input", "Discount, %", discount)
    visit.put("selectbox", "Off what", "List price")
    visit.put("text_input", "Payment terms", "Net 60")
    visit.put("multiselect", "Flexible on", ["payment terms"])
    visit.put("multiselect", "Firm on", ["liability cap"])
    visit.put("text_input", "Tactic 1", "asked early")
    visit.put("text_area", "Notes", note)
    took = visit.press("Save deal")
    _expect(visit, "Deal saved")
    _expect(visit, note)
    return took


def memory_of(pid: int) -> tuple[float, float]:
    """Return how many MB a process has in memory now, and had at most."""
    told = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    sizes = {line.split(":")[0]: float(line.split()[1]) / 1024 for line in told if line.startswith(("VmRSS", "VmHWM"))}
    return sizes["VmRSS"], sizes["VmHWM"]


def _expect(visit: Visit, words: str) -> None:
    if not visit.says(words):
        raise PageBroke(f"The page does not say “{words}” but {visit.shown.texts[:8]}")
