#!/bin/sh
# By cosine, sqlite-vec ranks a vector of zeros above every real neighbour except an exact match.
#
# Packages: sqlite-vec 0.1.9, apsw 3.54.1.0, usearch 2.26.6, numpy 2.4.6.
#
# Expected: a vector of zeros, which some embedders return for an empty text, resembles nothing: it comes
# last, or is refused.
#
# Found: its distance is NULL (0/0). A search in a `vec0` table still returns it, in second place,
# before the neighbour at 45 degrees, and with k = 2 instead of that neighbour. `ORDER BY
# vec_distance_cosine(…)` even puts it first, because NULL sorts before numbers. usearch gives it the
# distance 1, that of an unrelated text.
#
# Output seen:
#   vec0, k = 4: same 0.00, zeros NULL, near 0.29, opposite 2.00
#   vec0, k = 2: same 0.00, zeros NULL
#   ORDER BY: zeros NULL, same 0.00, near 0.29, opposite 2.00
#   usearch: same 0.00, near 0.29, zeros 1.00, opposite 2.00
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet sqlite-vec==0.1.9 apsw==3.54.1.0 usearch==2.26.6 numpy==2.4.6
cat > "$folder/search.py" <<'PYTHON'
import apsw
import numpy as np
import sqlite_vec
from usearch.index import Index

NAMES = ["same", "zeros", "opposite", "near"]
vectors = np.array([[1, 0], [0, 0], [-1, 0], [1, 1]], dtype=np.float32)
question = vectors[0]

database = apsw.Connection(":memory:")
database.enable_load_extension(True)
database.load_extension(sqlite_vec.loadable_path())
database.execute("CREATE VIRTUAL TABLE texts USING vec0(v FLOAT[2] distance_metric=cosine)")
for row, vector in enumerate(vectors):
    database.execute("INSERT INTO texts (rowid, v) VALUES (?, ?)", (row, vector.tobytes()))


def shown(name, found):
    distance = lambda value: "NULL" if value is None else f"{abs(value):.2f}"
    print(f"{name}:", ", ".join(f"{NAMES[row]} {distance(value)}" for row, value in found))
    return [NAMES[row] for row, _ in found]


def nearest(count):
    sql = "SELECT rowid, distance FROM texts WHERE v MATCH ? AND k = ?"
    return list(database.execute(sql, (question.tobytes(), count)))


four, two = shown("vec0, k = 4", nearest(4)), shown("vec0, k = 2", nearest(2))
sql = "SELECT rowid, vec_distance_cosine(v, ?) AS distance FROM texts ORDER BY distance"
ordered = shown("ORDER BY", list(database.execute(sql, (question.tobytes(),))))
index = Index(ndim=2, metric="cos")
index.add(np.arange(4), vectors)
found = index.search(question, 4)
other = shown("usearch", list(zip(found.keys.tolist(), found.distances.tolist())))
assert four == ["same", "zeros", "near", "opposite"] and two == ["same", "zeros"]
assert ordered == ["zeros", "same", "near", "opposite"]
assert other == ["same", "near", "zeros", "opposite"]
PYTHON
"$folder/venv/bin/python" "$folder/search.py"
