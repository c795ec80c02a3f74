#!/bin/sh
# nameparser takes the Roman numeral of Henry VIII for a suffix, and that of Louis XIV for a surname.
#
# Package: nameparser 2.6.0.
#
# Expected: a numeral after a name numbers its bearer, whatever the number: Henry VIII and Louis XIV both have
# a suffix and no surname, and John Smith XI is a Smith.
#
# Found: only the numerals up to ten are suffixes, and of these V and X only if a surname precedes them. "Louis
# XIV" and "Louis XV" are two people with the given name Louis and the surnames XIV and XV, "Louis V" has the
# surname V, and of "John Smith XI" Smith becomes a middle name. Who groups the people of a text by surname gets
# Henry VIII beside Henry VII, but every later Louis in a family of his own.
#
# Output seen:
#   Henry VIII     first Henry, suffix VIII
#   Louis V        first Louis, last V
#   Louis IX       first Louis, suffix IX
#   Louis XIV      first Louis, last XIV
#   John Smith X   first John, last Smith, suffix X
#   John Smith XI  first John, middle Smith, last XI
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet nameparser==2.6.0
cat > "$folder/parse.py" <<'PYTHON'
from nameparser import HumanName

EXPECTED = {
    "Henry VIII": {"first": "Henry", "suffix": "VIII"},
    "Louis V": {"first": "Louis", "last": "V"},
    "Louis IX": {"first": "Louis", "suffix": "IX"},
    "Louis XIV": {"first": "Louis", "last": "XIV"},
    "John Smith X": {"first": "John", "last": "Smith", "suffix": "X"},
    "John Smith XI": {"first": "John", "middle": "Smith", "last": "XI"},
}
for name, expected in EXPECTED.items():
    parts = HumanName(name).as_dict(False)
    print(f"{name:14}", ", ".join(f"{part} {value}" for part, value in parts.items()))
    assert parts == expected, name
PYTHON
"$folder/venv/bin/python" "$folder/parse.py"
