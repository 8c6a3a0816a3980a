"""Bytes as text: each encoding that people have is found or can be chosen, and what is no text is refused."""

import pytest

from leverage.errors import UnreadableFile
from leverage.files.decoding import ENCODINGS, decode

GERMAN = "Lieferant;Einkäufer;Rabatt\nBäckerei Größe;Jörg Weiß;5\nÄtna & Söhne;Änne Höß;3\n"
FRENCH = "Société,Remise\nPépinière Lefèvre,reçu à l’hôtel\nÉtablissement Noël,où ça\n"
DANISH = "Leverandør,Rabat\nSørensen & Ågård ApS,ændring\n"
PORTUGUESE = "contrato;condições\nSERVIÇOS DO NORTE;NEGOCIAÇÃO\nmanutenção;não\n"
POLISH = "Dostawca;Rabat\nŁódź Spółka;zaliczka będzie później\nWrocław;część\nŻółć;gęś\n"
RUSSIAN = "Поставщик;Скидка\nООО Ромашка;десять процентов\nЗАО Восток;нет\n"
GREEK = "Προμηθευτής;Έκπτωση\nΑκμή ΑΕ;δέκα τοις εκατό\n"
JAPANESE = "仕入先,割引\n株式会社山田,十パーセント\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        *((text, page) for text in (GERMAN, PORTUGUESE) for page in ("cp1252", "mac_roman", "cp850")),
        (FRENCH, "cp1252"),
        (FRENCH, "mac_roman"),
        *((DANISH, page) for page in ("cp1252", "mac_roman", "cp850")),
        ("Vendor,Note\nIrwell,saves £900 a month\n", "cp1252"),
        ("Vendor,Note\nIrwell,saves £900 a month\n", "cp850"),
        ("Vendor,Price\nIrwell,€900\nMersey,€ 1.200\nTrent,700 €\n", "cp1252"),
        ("Vendor,Price\nIrwell,€900\nMersey,€ 1.200\nTrent,700 €\n", "mac_roman"),
        ("Vendor,Note\nIrwell,“we can’t go lower” – final\n", "cp1252"),
        (POLISH, "cp1250"),
        (POLISH, "cp852"),
        *((RUSSIAN, page) for page in ("cp1251", "koi8_r", "cp866")),
        (GREEK, "cp1253"),
        (JAPANESE, "cp932"),
    ],
)
def test_a_code_page_is_told_by_letters_in_words(text: str, encoding: str) -> None:
    """What comes out is what was written, told as unsure, with other encodings to choose from."""
    decoded = decode(text.encode(encoding), "x.csv")
    assert decoded.text == text
    assert not decoded.is_sure
    assert len(decoded.encodings) > 1
    assert decoded.encodings[0] == decoded.encoding


@pytest.mark.parametrize(
    ("encoding", "mark", "told"),
    [
        ("utf-8", b"", "utf-8"),
        ("utf-8", b"\xef\xbb\xbf", "utf-8-sig"),
        ("utf-16-le", b"\xff\xfe", "utf-16"),
        ("utf-16-be", b"\xfe\xff", "utf-16"),
        ("utf-16-le", b"", "utf-16-le"),
        ("utf-16-be", b"", "utf-16-be"),
        ("utf-32-le", b"\xff\xfe\0\0", "utf-32"),
    ],
)
@pytest.mark.parametrize("text", [GERMAN, "Vendor\tDate\r\nIrwell\t2026-01-02\r\n", RUSSIAN])
def test_unicode_is_told_for_sure(text: str, encoding: str, mark: bytes, told: str) -> None:
    """A mark tells, zero bytes tell without one (though ASCII in UTF-16 is valid UTF-8), and UTF-8 is strict."""
    decoded = decode(mark + text.encode(encoding), "x.csv")
    assert (decoded.text, decoded.encoding, decoded.is_sure) == (text, told, True)


def test_a_late_byte_is_seen() -> None:
    """One no-break space of cp1252 behind 160 KB of ASCII does not end the reading."""
    data = b"Vendor,Date\n" + b"Irwell,2026-01-02\n" * 9_000 + b"Trent\xa0Ltd,2026-01-03\n"
    decoded = decode(data, "x.csv")
    assert decoded.encoding == "cp1252"
    assert decoded.text.endswith("Trent\xa0Ltd,2026-01-03\n")


def test_line_ends_of_an_old_mac_favour_its_code_page() -> None:
    """The same lone byte is read as Mac Roman where each line ends in a bare CR."""
    assert decode(b"Vendor,Date\rTrent\xcaLtd,2026-01-03\r", "x.csv").encoding == "mac_roman"


def test_a_broken_sign_leaves_utf8_what_it_is() -> None:
    """One bad byte among good signs is replaced; a code page would spoil all the others."""
    decoded = decode(GERMAN.encode() + b"Caf\xe9\n", "x.csv")
    assert (decoded.encoding, decoded.is_sure) == ("utf-8", False)
    assert decoded.text == GERMAN + "Caf\ufffd\n"


def test_a_person_may_choose() -> None:
    """The encoding a person names is used, be another one likelier."""
    decoded = decode("Vendor\nMüller".encode("cp1252"), "x.csv", "mac_roman")
    assert (decoded.text, decoded.encoding, decoded.is_sure) == ("Vendor\nM¸ller", "mac_roman", True)
    assert "cp1252" in decoded.encodings


@pytest.mark.parametrize(
    ("data", "encoding", "says"),
    [
        (b"Vendor\n\xff\xfa", "utf-8", "line 2 holds a byte"),
        (b"Vendor\n", "zlib", "Choose one of: utf-8"),
        (b"Vendor\n", "utf-32", "Choose another encoding"),
        (b"Vendor,Date\nA\0cme,2026-03-02", None, "holds zero bytes"),
        (b"\x01\x02\x03\x04\x05\x06\x07", None, "no plain text"),
        ("Vendor".encode("utf-16") + b"x", None, "can't be read as utf-16"),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, encoding: str | None, says: str) -> None:
    """The sentence says what to choose instead."""
    with pytest.raises(UnreadableFile, match=says):
        decode(data, "x.csv", encoding)


def test_the_mark_of_an_old_end_of_file_is_no_text() -> None:
    """DOS programs end a text in 0x1A."""
    assert decode(b"Vendor\r\nIrwell\r\n\x1a", "x.csv").text == "Vendor\r\nIrwell\r\n"


def test_each_encoding_offered_exists() -> None:
    """All names are those of Python's codecs."""
    assert all("a".encode(name) for name in ENCODINGS)
