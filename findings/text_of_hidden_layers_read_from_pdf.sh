#!/bin/sh
# Text on a layer that a PDF switches off is not drawn, but readers extract it like any other text.
#
# Packages: pypdfium2 5.15.2, pypdf 7.1.1, pdfminer.six 20260107, pikepdf 10.18.0.
#
# Expected: PDFium knows which layers (optional content groups) are off, because it omits them when it
# draws a page, and so omits them from the text, too. At least one of three readers does.
#
# Found: none does. An earlier wording of a clause, kept on a layer that is off, comes right after the
# valid one. Each reader also returns words that lie outside the clipping path and are not drawn either.
# Only PDFium uses /ActualText, "ten" for the glyphs "10"; the others return the glyphs.
#
# Output seen:
#   dark pixels drawn: rent is 900 yes, rent is 700 no, Clipped no
#   pdfium: The rent is 900. | The rent is 700. | ten | Clipped.
#   pypdf: The rent is 900. | The rent is 700. | 10 | Clipped.
#   pdfminer: The rent is 900. | The rent is 700. | 10 | Clipped.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet pypdfium2==5.15.2 pypdf==7.1.1 pdfminer.six==20260107 \
    pikepdf==10.18.0 pillow==13.0.0
cat > "$folder/read.py" <<'PYTHON'
import sys

import pikepdf
import pypdfium2
from pdfminer.high_level import extract_text
from pikepdf import Array, Dictionary, Name
from pypdf import PdfReader

path = sys.argv[1]
pdf = pikepdf.new()
pdf.add_blank_page(page_size=(400, 200))
font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name="Earlier wording"))
pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(OFF=Array([layer])))
pdf.pages[0].Resources = Dictionary(
    Font=Dictionary(F1=font), Properties=Dictionary(Layer=layer)
)
pdf.pages[0].Contents = pdf.make_stream(b"""
BT /F1 12 Tf 20 150 Td (The rent is 900.) Tj ET
/OC /Layer BDC BT /F1 12 Tf 20 120 Td (The rent is 700.) Tj ET EMC
/Span <</ActualText (ten)>> BDC BT /F1 12 Tf 20 90 Td (10) Tj ET EMC
q 0 0 10 10 re W n BT /F1 12 Tf 20 60 Td (Clipped.) Tj ET Q
""")
pdf.save(path)

page = pypdfium2.PdfDocument(path)[0]
picture = page.render(scale=1).to_pil().convert("L")
is_drawn = lambda bottom: picture.crop((20, 188 - bottom, 200, 200 - bottom)).getextrema()[0] < 128
drawn = [is_drawn(bottom) for bottom in (150, 120, 60)]
names = ("rent is 900", "rent is 700", "Clipped")
seen = ", ".join(f"{name} {'yes' if one else 'no'}" for name, one in zip(names, drawn))
print("dark pixels drawn:", seen)
found = {
    "pdfium": page.get_textpage().get_text_range(),
    "pypdf": PdfReader(path).pages[0].extract_text(),
    "pdfminer": extract_text(path),
}
for name, text in found.items():
    found[name] = [line.strip() for line in text.splitlines() if line.strip()]
    print(f"{name}:", " | ".join(found[name]))
assert drawn == [True, False, False]
for name, ten in (("pdfium", "ten"), ("pypdf", "10"), ("pdfminer", "10")):
    assert found[name] == ["The rent is 900.", "The rent is 700.", ten, "Clipped."]
PYTHON
"$folder/venv/bin/python" "$folder/read.py" "$folder/layers.pdf"
