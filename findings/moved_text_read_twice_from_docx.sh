#!/bin/sh
# From a DOCX with tracked changes, two readers return a moved sentence twice, and one not at all.
#
# Packages: python-docx 1.2.0, docx2txt 0.9, mammoth 1.13.0, docx2python 3.7.1 (most tools that feed
# documents to language models read DOCX with one of them).
#
# Expected: every reader returns the text with all changes accepted, or with all of them rejected.
#
# Found: only mammoth does (accepted). In OOXML, deleted text is in w:delText, but the old place of a
# moved sentence (w:moveFrom) has plain w:t like any other text. docx2txt and docx2python omit deletions
# and take moved sentences at both places. python-docx's Paragraph.text omits everything that a change
# or a form field (w:sdt) wraps: neither the old nor the new number is left, and the moved sentence
# and the filled-in name are gone.
#
# Output seen:
#   python-docx: Paid within  days. | B. | C. | Name:
#   docx2txt: Paid within 10 days. | B. The tenant pays. | C. The tenant pays. | Name: Emma
#   mammoth: Paid within 10 days. | B. | C. The tenant pays. | Name: Emma
#   docx2python: Paid within 10 days. | B. The tenant pays. | C. The tenant pays. | Name: Emma
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet python-docx==1.2.0 docx2txt==0.9 mammoth==1.13.0 docx2python==3.7.1
cat > "$folder/read.py" <<'PYTHON'
import sys

import docx
import docx2txt
import mammoth
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx2python import docx2python

path = sys.argv[1]
document = docx.Document()


def paragraph(text, *changes):
    """A paragraph that begins with a text and goes on with (element, its text)."""
    added = document.add_paragraph(text)
    for number, (name, changed) in enumerate(changes):
        word = "delText" if name == "del" else "t"
        run = f"<w:r><w:{word}>{changed}</w:{word}></w:r>"
        about = f'w:id="{number}" w:author="A" w:date="2026-01-02T00:00:00Z"'
        if name == "sdt":
            about, run = "", f"<w:sdtContent>{run}</w:sdtContent>"
        added._p.append(parse_xml(f"<w:{name} {nsdecls('w')} {about}>{run}</w:{name}>"))
    return added


paragraph("Paid within ", ("del", "30"), ("ins", "10")).add_run(" days.")
paragraph("B. ", ("moveFrom", "The tenant pays."))
paragraph("C. ", ("moveTo", "The tenant pays."))
paragraph("Name: ", ("sdt", "Emma"))
document.save(path)

with open(path, "rb") as file:
    found = {
        "python-docx": "\n".join(one.text for one in docx.Document(path).paragraphs),
        "docx2txt": docx2txt.process(path),
        "mammoth": mammoth.extract_raw_text(file).value,
        "docx2python": docx2python(path).text,
    }
for name, text in found.items():
    found[name] = [line.strip() for line in text.splitlines() if line.strip()]
    print(f"{name}:", " | ".join(found[name]))
accepted = ["Paid within 10 days.", "B.", "C. The tenant pays.", "Name: Emma"]
twice = ["Paid within 10 days.", "B. The tenant pays.", "C. The tenant pays.", "Name: Emma"]
assert found["mammoth"] == accepted
assert found["docx2txt"] == found["docx2python"] == twice
assert found["python-docx"] == ["Paid within  days.", "B.", "C.", "Name:"]
PYTHON
"$folder/venv/bin/python" "$folder/read.py" "$folder/changes.docx"
