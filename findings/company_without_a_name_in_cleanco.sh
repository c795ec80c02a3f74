#!/bin/sh
# cleanco leaves nothing of a company whose name is a word for a company in another language.
#
# Package: cleanco 2.3.
#
# Expected: `basename` removes the legal form, "Ltd" of "Spa Ltd", and leaves at least one word, since a
# company has a name besides its form.
#
# Found: it removes every legal form of any country from the end, one after the other, even if nothing is left.
# "Spa Ltd" is a British bath, but "SpA" is an Italian form; "Sia Ltd", "As Oy" and "Sas AB" lose their names in
# the same way. All of them have the name "", so that a join of two tables by `basename`, which is what it is
# for, makes one company of them. At the beginning of a name, a form stays: "Oy Karl Fazer Ab" is "Oy Karl Fazer".
#
# Output seen:
#   'Amber Time, Inc.' 'Amber Time'
#   'Spa Ltd' ''
#   'Sia Ltd' ''
#   'As Oy' ''
#   'Sas AB' ''
#   'Oy Karl Fazer Ab' 'Oy Karl Fazer'
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet cleanco==2.3
cat > "$folder/names.py" <<'PYTHON'
from cleanco import basename

EXPECTED = {
    "Amber Time, Inc.": "Amber Time",
    "Spa Ltd": "",
    "Sia Ltd": "",
    "As Oy": "",
    "Sas AB": "",
    "Oy Karl Fazer Ab": "Oy Karl Fazer",
}
for name, expected in EXPECTED.items():
    found = basename(name)
    print(repr(name), repr(found))
    assert found == expected, name
PYTHON
"$folder/venv/bin/python" "$folder/names.py"
