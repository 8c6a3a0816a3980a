"""Files made in code: PDF from its objects, Word documents from their parts, mails from their lines."""

import io
import zipfile
from collections.abc import Iterable

WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def pdf(pages: Iterable[str], *, extra: Iterable[bytes] = (), trailer: str = "") -> bytes:
    """Return a PDF with the lines of each page as text."""
    texts = list(pages)
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(texts)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(texts)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, text in enumerate(texts):
        lines = [line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)") for line in text.split("\n")]
        drawn = "BT /F1 11 Tf 50 780 Td " + " ".join(f"({line}) Tj 0 -14 Td" for line in lines) + " ET" if text else ""
        stream = drawn.encode("cp1252")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {5 + 2 * number} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n".encode() + stream + b"\nendstream")
    objects += extra
    out = io.BytesIO(b"")
    out.write(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n" % number + body + b"\nendobj\n")
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.writelines(b"%010d 00000 n \n" % place for place in places)
    out.write(f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R {trailer}>>\nstartxref\n{start}\n%%EOF\n".encode())
    return out.getvalue()


def paragraph(words: str, properties: str = "") -> str:
    """Return a paragraph of a Word document with one run."""
    return f'<w:p><w:r>{properties}<w:t xml:space="preserve">{words}</w:t></w:r></w:p>'


def row(*cells: str) -> str:
    """Return a row of a table in a Word document."""
    return "<w:tr>" + "".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in cells) + "</w:tr>"


def docx(body: str, **parts: str) -> bytes:
    """Return a Word document with a body; `comments="…"` and the like add parts of that name."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("[Content_Types].xml", "<Types/>")
        packed.writestr("word/document.xml", f"<w:document {WORD}><w:body>{body}</w:body></w:document>")
        for name, content in parts.items():
            packed.writestr(f"word/{name}.xml", f"<w:{name} {WORD}>{content}</w:{name}>")
    return out.getvalue()


def mail(body: str, *headers: str) -> bytes:
    """Return a mail of one part with its headers, in UTF-8."""
    plain = ("From: Ines Kappel <ines@holm.example>", "To: desk@tarn.example", "Date: Tue, 3 Mar 2026 10:12:00 +0100")
    return "\r\n".join([*plain, "Subject: Racks for 2026", *headers, "", body]).encode()


def multipart(*parts: str, kind: str = "mixed", boundary: str = "edge") -> bytes:
    """Return a mail of several parts, each with its own headers."""
    body = "".join(f"--{boundary}\r\n{part}\r\n" for part in parts) + f"--{boundary}--\r\n"
    return mail(body, "MIME-Version: 1.0", f'Content-Type: multipart/{kind}; boundary="{boundary}"')


def part(kind: str, content: str, *headers: str) -> str:
    """Return one part of a mail."""
    return "\r\n".join([f"Content-Type: {kind}", *headers, "", content])
