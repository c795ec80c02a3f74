#!/bin/sh
# In dateparser's search of a text, a lone year takes the month and the day of the date before it.
#
# Package: dateparser 1.5.0.
#
# Expected: "in 1897" means the same wherever it stands: the year 1897, its missing month and day filled in
# one way, from today, as `parse` does and as the settings say.
#
# Found: if an exact date comes earlier in the text, `search_dates` fills the year from that date instead:
# after "12 May 2001", a mill that burnt down "in 1897" burnt down on 12 May 1897, and what comes "in
# March" after "in 1700" comes in March 1700. The result looks exact, and nothing says that month and day
# come from another sentence. With a `RELATIVE_BASE` in the settings, every date is filled from that base.
# So whoever wants to tell a year from a day has to look at the matched words, and should always give a
# base.
#
# Output seen:
#   after a date:                1897-05-12 1700-05-12 1700-03-12
#   before it:                   1897 with today's month and day
#   after a date, with a base:   1897-01-15 1700-01-15 2020-03-15
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet dateparser==1.5.0
cat > "$folder/search.py" <<'PYTHON'
from datetime import date, datetime

from dateparser.search import search_dates

FIRST = "Ann left on 12 May 2001."
REST = "The mill burnt down in 1897. The church was built in 1700. Tom came in March."


def found(text, **options):
    return [str(when.date()) for _, when in search_dates(text, languages=["en"], **options)]


after = found(f"{FIRST} {REST}")[1:]
today = date.today()
before = found(f"The mill burnt down in 1897. {FIRST}")[0]
based = found(f"{FIRST} {REST}", settings={"RELATIVE_BASE": datetime(2020, 1, 15)})[1:]
print("after a date:", *after)
print("before it:", before)
print("after a date, with a base:", *based)
assert after == ["1897-05-12", "1700-05-12", "1700-03-12"]
# Around midnight, or on 29 February, it is not exactly today.
assert before.startswith("1897-") and (today - date(today.year, *map(int, before.split("-")[1:]))).days in (0, 1, 2)
assert based == ["1897-01-15", "1700-01-15", "2020-03-15"]
PYTHON
"$folder/venv/bin/python" "$folder/search.py"
