"""Mails as texts: headers, thread and attachments, whatever their encoding and however they are built."""

import base64
from datetime import date

import pytest

from leverage.inbox.files import Unreadable, read
from tests.inbox.files.made import docx, mail, multipart, paragraph, part, pdf

HTML = (
    "<html><head><title>no</title><style>p{}</style></head><body><p>Agreed: 14&nbsp;% off.</p><script>pay(99)</script>"
    '<div style="display:none">hidden 50%</div><p>Was <s>20%</s>.</p>'
    "<table><tr><td><p class=MsoNormal>Racks</p></td><td>120</td></tr></table>"
    "<div>On Monday Ines wrote:</div><blockquote type=cite><p>We can do 9%.</p><blockquote>Can you do 20%?</blockquote>"
    "</blockquote>"
)


def test_a_mail_is_its_headers_and_its_words() -> None:
    """Encoded words and quoted-printable are read; quotes and the signature stay as they stand."""
    body = "Gr=C3=BC=C3=9Fe, 14=25 it is.\r\n\r\n> 9% is all we can do\r\n-- \r\nInes"
    data = mail(body, "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable")
    data = data.replace(b"Ines Kappel", b"=?iso-8859-1?Q?J=F6rg_Kappel?=")
    (told,) = read(data, "racks.eml")
    assert told.text == (
        "From: Jörg Kappel <ines@holm.example>\nTo: desk@tarn.example\nDate: Tue, 3 Mar 2026 10:12:00 +0100\n"
        "Subject: Racks for 2026\n\nGrüße, 14% it is.\n\n> 9% is all we can do\n-- \nInes\n"
    )
    assert (told.kind, told.day, told.left_out) == ("mail", date(2026, 3, 3), ())


def test_html_becomes_what_a_person_sees() -> None:
    """Quotes come after `> `, rows with ` | `; scripts, hidden and struck-out words are no part of it."""
    (told,) = read(mail(HTML, "Content-Type: text/html"), "racks.eml")
    assert told.text.partition("\n\n")[2] == (
        "Agreed: 14 % off.\n\nWas .\n\nRacks | 120\nOn Monday Ines wrote:\n>\n> We can do 9%.\n>\n> > Can you do 20%?\n"
    )
    assert told.left_out == ("Words that were struck out are left out.",)


@pytest.mark.parametrize(
    ("plain", "chosen"), [("Agreed: 14 % off and so on.", "so on"), (" \r\n", "Racks"), ("See HTML.", "Racks")]
)
def test_of_two_forms_the_plain_one_is_read_unless_it_says_little(plain: str, chosen: str) -> None:
    """A blank or a token plain form gives way to the one in HTML; never are both read."""
    (told,) = read(
        multipart(
            part("text/plain", plain), part("text/html", HTML if chosen == "Racks" else "<p>14 % off</p>"), kind="alternative"
        ),
        "a.eml",
    )
    assert chosen in told.text
    assert told.text.count("Agreed") <= 1


@pytest.mark.parametrize(
    ("charset", "encoding"),
    [
        ("utf-8", "cp1252"),
        ("us-ascii", "utf-8"),
        ("iso-8859-1", "utf-8"),
        ("x-nonsense", "utf-8"),
        ("punycode", "utf-8"),
        ("", "cp1252"),
    ],
)
def test_a_wrong_or_missing_charset_does_no_harm(charset: str, encoding: str) -> None:
    """What is declared is held against the bytes."""
    data = mail("", f"Content-Type: text/plain; charset={charset}") + "Müller gewährt 5 Prozent für Gemüse.".encode(encoding)
    assert "Müller gewährt 5 Prozent für Gemüse." in read(data, "a.eml")[0].text


def test_readable_attachments_are_texts_of_their_own() -> None:
    """A PDF, a document and a forwarded mail are read; what is not is named, and pictures in the text are not."""
    files = [
        ("q.pdf", pdf(["Net 45"])),
        ("../../t.docx", docx(paragraph("Terms"))),
        ("p.xlsx", b"PK\3\4"),
        ("logo.png", b"\x89PNG"),
    ]
    encoded = [
        part(
            "image/png" if name == "logo.png" else "application/octet-stream",
            base64.encodebytes(data).decode(),
            "Content-Transfer-Encoding: base64",
            f'Content-Disposition: {"inline" if name == "logo.png" else "attachment"}; filename="{name}"',
        )
        for name, data in files
    ]
    inner = part("message/rfc822", mail("Inner words").decode())
    calendar = part("text/calendar; name=invite.ics", "BEGIN:VCALENDAR")
    told = read(multipart(part("text/plain", "See attached."), *encoded, inner, calendar), "racks.eml")
    assert [(each.name, each.kind) for each in told] == [
        ("racks.eml", "mail"),
        ("racks.eml › q.pdf", "document"),
        ("racks.eml › t.docx", "document"),
        ("racks.eml › Racks for 2026.eml", "mail"),
    ]
    assert told[1].text == "Net 45\n"
    assert told[0].left_out == (
        "p.xlsx was left out: it is of a kind that is not read.",
        "invite.ics was left out: a calendar entry is not read.",
    )


def test_soft_line_ends_are_joined_within_their_quote() -> None:
    """Text sent as flowed has its paragraphs whole; the signature's mark is no soft line end."""
    (told,) = read(
        mail(
            "We agreed on \r\n14 percent.\r\n> You asked \r\n> for 20.\r\n-- \r\nInes", "Content-Type: text/plain; format=flowed"
        ),
        "a.eml",
    )
    assert told.text.endswith("\n\nWe agreed on 14 percent.\n> You asked for 20.\n-- \nInes\n")


def test_a_mailbox_gives_its_mails() -> None:
    """Each mail is a text with a day and a digest of its own; a guarded line loses its guard."""
    box = b"".join(
        b"From ines@holm.example Tue Mar  3 10:12:00 2026\n" + mail(f"Mail {number}\n>From here on").replace(b"\r", b"") + b"\n\n"
        for number in (1, 2)
    )
    told = read(box, "box.mbox")
    assert [each.name for each in told] == ["box.mbox › mail 1.eml", "box.mbox › mail 2.eml"]
    assert "\nFrom here on" in told[0].text
    assert told[0].digest != told[1].digest


def test_a_mail_of_many_parts_is_cut_in_a_sentence() -> None:
    """Ten thousand attachments are not read, and nested ones end somewhere."""
    told = read(multipart(*(part("text/plain; name=a.txt", f"word {number}") for number in range(10_000))), "a.eml")
    assert len(told) <= 60
    assert "more parts than are read" in told[0].left_out[0]
    nested = b"From: a@b.example\r\nContent-Type: message/rfc822\r\n\r\n" * 100
    assert len(read(nested + mail("words"), "a.eml")) <= 7
    boundaries = "".join(f"--b{n}\r\nContent-Type: multipart/mixed; boundary=b{n + 1}\r\n\r\n" for n in range(500))
    with pytest.raises(Unreadable, match="far more parts"):
        read(mail(boundaries, "Content-Type: multipart/mixed; boundary=b0"), "a.eml")


def test_headers_that_never_end_take_no_time() -> None:
    """The standard parser's time grew with the square of a content type's length: a megabyte of `;` took five minutes."""
    for content_type in ("text/plain" + ";" * 1_000_000, "text/plain; " + "; ".join(f"name*{n}=a" for n in range(50_000))):
        assert read(mail("words", f"Content-Type: {content_type}"), "a.eml")


@pytest.mark.parametrize(
    "style",
    [
        *("opacity:0", "opacity: 0.0;color:red", "max-height:0;overflow:hidden", "overflow:hidden;height:0px"),
        *("position:absolute;left:-9999px", "text-indent:-9999em", "font-size:0.0px", "font-size:1px;color:red"),
    ],
)
def test_what_a_style_hides_is_no_text(style: str) -> None:
    """As nobody sees it, nobody said it."""
    page = f'<html><body><p>Seen.</p><div style="{style}">Hidden 80%.</div><p>Too.</p></body></html>'
    (found,) = read(page.encode(), "page.html")
    assert found.text.split() == ["Seen.", "Too."]


@pytest.mark.parametrize(
    "style", ["opacity:0.9", "max-height:0", "line-height:0;overflow:hidden", "font-size:10px", "left:-5px", "min-height:0"]
)
def test_what_a_style_does_not_hide_is_text(style: str) -> None:
    """A style that only looks like one that hides takes no words away."""
    (found,) = read(f'<html><body><div style="{style}">Agreed.</div></body></html>'.encode(), "page.html")
    assert found.text.split() == ["Agreed."]
