"""The command line: bytes to a pipe, sentences to people, a status to scripts, and never a traceback."""

import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from leverage import KnowledgeBase, cli
from leverage.cli import importing
from leverage.errors import StoreUnavailable
from tests.fakes import Clock, WordEmbedding

HEAD = "Vendor,Date,Owner,Department,Outcome"
ROW = "Acme,2026-03-02,Ida,IT,Agreed"

Run = Callable[..., int]


@pytest.fixture
def run(store: Path) -> Run:
    """Run a command on the store of the test."""

    def run_(*arguments: str | Path) -> int:
        def open_store(folder: Path) -> KnowledgeBase:
            return KnowledgeBase.open(folder, embedding=WordEmbedding(), clock=Clock())

        return cli.main(["--home", str(store), *map(str, arguments)], open_store)

    return run_


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], Path]:
    """Write a CSV file."""

    def write(text: str) -> Path:
        path = tmp_path / "deals.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_an_import_says_what_it_did(run: Run, file: Callable[[str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    """New, known and skipped rows are told, the skipped ones with place and reason, and the status is 0."""
    path = file(f"{HEAD},PO\n{ROW},7\n,2026-03-02,Ida,IT,Agreed,8\n")
    assert run("import", path) == 0
    told = capsys.readouterr().out
    assert "read as UTF-8 with commas, headings in row 1" in told
    assert "Not read: “PO” is no heading that Leverage knows." in told
    assert "Row 3, “Vendor”: Vendor is blank." in told
    assert "1 new deal, 0 already here, 1 row skipped." in told
    assert run("import", path) == 0
    assert "0 new deals, 1 already here, 1 row skipped." in capsys.readouterr().out


def test_a_dry_run_writes_nothing(run: Run, file: Callable[[str], Path], store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It tells the same and leaves no store behind."""
    assert run("import", file(f"{HEAD}\n{ROW}\n"), "--dry-run") == 0
    assert "1 new deal, 0 already here, 0 rows skipped.\nNothing was written" in capsys.readouterr().out
    assert not store.exists()


def test_what_the_file_leaves_open_comes_from_the_options(
    run: Run, file: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Without them nothing can be imported, status 1, and the options that help are named."""
    path = file("Vendor,Date\nAcme,2026-03-02\n")
    assert run("import", path) == 1
    told = capsys.readouterr().out
    assert "What happened in these rows? Without an answer 1 row can't be taken: add --outcome." in told
    assert run("import", path, "--logged-by", "Ida", "--department", "IT", "--outcome", "unknown") == 0
    assert "add --outcome" not in capsys.readouterr().out


def test_many_skipped_rows_are_cut_short(run: Run, file: Callable[[str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    """Fifty reasons are given and the rest counted, all of them on demand."""
    path = file("\n".join([HEAD, *(f"Acme,soon {n},Ida,IT,open" for n in range(60))]))
    assert run("import", path) == 1
    told = capsys.readouterr().out
    assert told.count("which is no day") == 50
    assert "… and 10 more. Add --all-skipped" in told
    assert run("import", path, "--all-skipped") == 1
    assert capsys.readouterr().out.count("which is no day") == 60


def test_questions_are_answered_by_options(run: Run, file: Callable[[str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    """What holds an import up is asked with the option that answers it; nothing is written until then."""
    path = file("Vendor,Date,Owner,Department,Outcome\nAcme,03/04/2026,Ida,IT,Agreed\n")
    assert run("import", path) == 1
    told = capsys.readouterr().out
    assert "Is 03/04/2026 in “Date” 3 April or 4 March 2026? Add --answer deal_date:order=…" in told
    assert "Nothing was written: answer the questions above first." in told
    assert run("import", path, "--answer", "deal_date=day first") == 0
    assert "1 new deal" in capsys.readouterr().out


def test_an_import_is_listed_and_taken_back(run: Run, file: Callable[[str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    """`imports` shows what was imported, `undo-import` takes it out, and the file can be imported again."""
    path = file(f"{HEAD}\n{ROW}\n")
    run("import", path)
    batch = capsys.readouterr().out.rpartition("undo-import ")[2].strip()
    assert run("imports") == 0
    assert f"{batch}  29 Nov 2026: deals.csv, 1 deal, is done." in capsys.readouterr().out
    assert run("undo-import", batch) == 0
    assert "1 deal of deals.csv taken out." in capsys.readouterr().out
    assert run("import", path) == 0
    assert "1 new deal, 0 already here" in capsys.readouterr().out
    assert run("undo-import", "zzz") == 2
    assert "No import begins with “zzz”" in capsys.readouterr().err


def test_a_mapping_is_saved_and_used_again(run: Run, file: Callable[[str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    """What a column is can be said once, saved under a name, and used for the next file of the kind."""
    text = "Partner,Date,Owner,Department,Outcome\n{0},2026-03-02,Ida,IT,Agreed\n"
    assert run("import", file(text.format("Acme")), "--read", "Partner=vendor", "--save-mapping", "Trackers") == 0
    assert run("import", file(text.format("Beta")), "--mapping", "trackers") == 2
    assert "No mapping is saved as “trackers”. Saved are: Trackers." in capsys.readouterr().err
    assert run("import", file(text.format("Beta")), "--mapping", "Trackers") == 0


def test_what_a_file_says_can_not_command_the_terminal(
    run: Run, file: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Control and direction characters out of a file are written out."""
    run("import", file(f"{HEAD},\x1b[31m\u202eevil\n{ROW},x\nAcme,\x1b]0;x\x07,Ida,IT,open,\n"))
    told = capsys.readouterr().out
    assert "\x1b" not in told
    assert "\u202e" not in told
    assert r"\x1b[31m\u202eevil" in told


def test_an_export_goes_to_the_pipe_as_bytes(run: Run, file: Callable[[str], Path], capfdbinary: Any) -> None:
    """Standard output is the file and nothing else."""
    run("import", file(f"{HEAD}\n{ROW}\n"))
    capfdbinary.readouterr()
    assert run("export") == 0
    out, err = capfdbinary.readouterr()
    assert out.startswith(b"\xef\xbb\xbfvendor,deal_date,")
    assert out.endswith(b",1\r\n")
    assert err == b""


def test_an_export_to_a_folder_names_the_file(
    run: Run, file: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder gets a dated file, a path that very file; the number of deals in it is told."""
    run("import", file(f"{HEAD}\n{ROW}\nBeta,2026-03-02,Ida,IT,open\n"))
    assert run("export", "--vendor", "ACME", "-o", tmp_path) == 0
    path = tmp_path / "leverage-deals-acme-2026-11-29.csv"
    assert path.read_bytes().count(b"\r\n") == 2
    assert f"1 deal written to {path}." in capsys.readouterr().out
    assert run("export", "--since", "2026-03-03", "--output", tmp_path / "none.csv") == 0
    assert "0 deals written" in capsys.readouterr().out


def test_every_table_can_be_exported(
    run: Run, file: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table is named for CSV; a workbook and an archive hold them all, under the same filters."""
    run("import", file(f"{HEAD},firm_on\n{ROW},term\nBeta,2026-03-02,Ida,IT,open,\n"))
    assert run("export", "--table", "terms", "-o", tmp_path) == 0
    assert f"1 term written to {tmp_path / 'leverage-terms-2026-11-29.csv'}." in capsys.readouterr().out
    assert run("export", "--format", "xlsx", "--vendor", "Beta", "-o", tmp_path) == 0
    assert f"Every table written to {tmp_path / 'leverage-export-beta-2026-11-29.xlsx'}." in capsys.readouterr().out
    assert load_workbook(tmp_path / "leverage-export-beta-2026-11-29.xlsx")["Deals"].max_row == 2
    assert run("export", "--format", "zip", "--retracted", "-o", tmp_path / "all.zip") == 0
    assert zipfile.is_zipfile(tmp_path / "all.zip")


def test_a_retracted_deal_is_exported_when_asked_for(
    run: Run,
    file: Callable[[str], Path],
    open_kb: Callable[..., KnowledgeBase],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """By itself it is left out; with --retracted it is there, also where its vendor has no other deal."""
    run("import", file(f"{HEAD}\n{ROW}\n"))
    with open_kb() as kb:
        kb.retract(str(kb.deals("Acme")[0].deal_id), "told twice")
    for arguments, says in ([], "0 deals"), (["--retracted"], "1 deal "), (["--retracted", "--vendor", "Acme"], "1 deal "):
        assert run("export", *arguments, "-o", tmp_path / "deals.csv") == 0
        assert says in capsys.readouterr().out
    assert "retracted,told twice" in (tmp_path / "deals.csv").read_text("utf-8-sig")


def test_the_samples_load_from_data(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`sample` imports the shipped file; a copy without it says so."""
    monkeypatch.setattr(importing, "SAMPLE", tmp_path / "sample_deals.csv")
    assert run("sample") == 2
    assert "sample deals are missing" in capsys.readouterr().err
    importing.SAMPLE.write_text(f"{HEAD}\n{ROW}\n", encoding="utf-8")
    assert run("sample") == 0
    assert "1 new deal" in capsys.readouterr().out


def test_check_and_rebuild(run: Run, file: Callable[[str], Path], store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sound store is said to be well; a finding is status 1; rebuilding counts the deals."""
    run("import", file(f"{HEAD}\n{ROW}\n"))
    assert run("check") == 0
    assert "All is well." in capsys.readouterr().out
    assert run("rebuild") == 0
    assert "made anew from the banks: 1 deal." in capsys.readouterr().out
    aside = store / "set-aside"
    aside.mkdir(exist_ok=True)
    (aside / "0001.json").write_text("{}", encoding="utf-8")
    assert run("check") == 1
    assert "set aside" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["import", "nowhere.csv"], "nowhere.csv can't be used: No such file or directory."),
        (["import", "."], "can't be used"),
        (["export", "--vendor", "Nobody"], "No deal with “Nobody” is recorded. Check the name."),
        (["export", "--since", "May"], "Since is “May”, which is no day."),
        (["export", "--format", "xlsx", "--table", "terms"], "A file in the format xlsx holds every table. Leave --table out"),
    ],
)
def test_errors_are_one_sentence(arguments: list[str], says: str, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong paths, names and days are status 2 with a sentence on stderr, and nothing on stdout."""
    assert run(*arguments) == 2
    out, err = capsys.readouterr()
    assert says in err
    assert err.count("\n") == 1
    assert out == ""


@pytest.mark.parametrize("arguments", [[], ["import"], ["fly"], ["export", "--color"]])
def test_wrong_use_is_status_2(arguments: list[str], run: Run) -> None:
    """argparse says how a command is used."""
    with pytest.raises(SystemExit) as ended:
        run(*arguments)
    assert ended.value.code == 2


def test_a_store_in_use_is_said(run: Run, open_kb: Callable[..., KnowledgeBase], capsys: pytest.CaptureFixture[str]) -> None:
    """While the app holds the store, a command says who has it and ends with 2."""
    open_kb()
    assert run("check") == 2
    assert "is in use by process" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("raised", "status", "says"),
    [
        (KeyboardInterrupt(), 130, "Stopped."),
        (StoreUnavailable("The memory is away. Try later."), 2, "The memory is away. Try later."),
    ],
)
def test_a_stop_and_an_outage_are_said(
    raised: BaseException, status: int, says: str, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C ends with 130, an outage with 2, both in a sentence."""

    def fail(folder: Path) -> KnowledgeBase:
        raise raised

    assert cli.main(["--home", str(store), "check"], fail) == status
    assert says in capsys.readouterr().err


def test_it_runs_as_a_module() -> None:
    """`python -m leverage --help` lists the commands."""
    done = subprocess.run([sys.executable, "-m", "leverage", "--help"], capture_output=True, text=True, check=True)
    for command in ("import", "export", "sample", "rebuild", "check", "backup", "restore"):
        assert command in done.stdout


def test_a_backup_is_written_checked_and_restored(
    run: Run,
    file: Callable[[str], Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A folder gets a dated file that is never overwritten unasked; what is in it is told each time."""
    monkeypatch.setattr("leverage.backup.restoring.embedding_for", lambda choice: WordEmbedding())
    run("import", file(f"{HEAD}\n{ROW}\nBeta,2026-03-02,Ida,IT,open\n"))
    assert run("backup", tmp_path) == 0
    path = tmp_path / "leverage-backup-2026-11-29.zip"
    assert f"2 deals with 2 vendors written to {path}, {path.stat().st_size:,} bytes." in capsys.readouterr().out
    assert run("backup", path) == 2
    assert "is there already. Name another file, or add --overwrite." in capsys.readouterr().err
    assert run("backup", path, "--overwrite") == 0
    capsys.readouterr()
    assert run("check-backup", path) == 0
    assert "The backup is whole: 2 deals with 2 vendors, made on 2026-11-29 09:00 UTC" in capsys.readouterr().out
    assert run("restore", path) == 2
    assert "is not empty. Restore into another folder" in capsys.readouterr().err
    assert run("--home", tmp_path / "new", "restore", path) == 0
    assert f"2 deals with 2 vendors restored into {tmp_path / 'new'}." in capsys.readouterr().out
    assert run("--home", tmp_path / "new", "check") == 0


def test_a_backup_of_no_store_is_refused(run: Run, store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong folder is said, and no empty store is made there."""
    assert run("backup", tmp_path) == 2
    assert "There is no store in" in capsys.readouterr().err
    assert not store.exists()


def test_a_damaged_backup_is_said(run: Run, store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Check and restore end with 2 and one sentence; no store is made."""
    (tmp_path / "x.zip").write_bytes(b"PK, and then nothing that is a backup" * 9)
    for command in ("check-backup", "restore"):
        assert run(command, tmp_path / "x.zip") == 2
        assert "This backup is damaged or cut short." in capsys.readouterr().err
    assert not store.exists()
