#!/bin/sh
# In rank_bm25, a word that occurs in half of the chunks has weight 0, while one in all of them counts.
#
# Packages: rank-bm25 0.2.2 (behind the BM25 retrievers of several RAG toolkits), bm25s 0.3.16, numpy 2.4.6.
#
# Expected: the weight of a word falls with the number of chunks that contain it, but never to 0.
#
# Found: BM25Okapi uses Robertson's idf, ln((N - n + 0.5) / (n + 0.5)), which is 0 for a word in n = N/2
# of N chunks and negative for more. Only the negative ones are raised, to a quarter of the mean. In the
# question "landlord tenant" about four clauses, "landlord", which all of them contain, therefore decides:
# the clause about dogs comes first, and "tenant" alone finds nothing. A short document has few chunks, and
# its main characters often occur in half of them. bm25s uses Lucene's idf, which stays positive, and
# ranks the two clauses about the tenant first.
#
# Output seen:
#   landlord in 4 of 4 clauses: idf 0.156
#   tenant in 2 of 4 clauses: idf 0.000
#   rank_bm25, "tenant": 0.00 0.00 0.00 0.00
#   rank_bm25, "landlord tenant": 0.16 0.18 0.16 0.21
#   bm25s, "landlord tenant": 0.32 0.05 0.32 0.06
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet rank-bm25==0.2.2 bm25s==0.3.16 numpy==2.4.6
cat > "$folder/rank.py" <<'PYTHON'
import re

import bm25s
from rank_bm25 import BM25Okapi

CLAUSES = [
    "The tenant pays the rent to the landlord on the first day of the month.",
    "If the heating fails the landlord repairs it within ten days.",
    "A deposit of two rents is kept by the landlord until the tenant moves out.",
    "Dogs, cats and parrots need the written consent of the landlord. "
    "The consent of the landlord may be withdrawn.",
]
clauses = [re.findall(r"\w+", clause.lower()) for clause in CLAUSES]
okapi, lucene = BM25Okapi(clauses), bm25s.BM25()
lucene.index(clauses, show_progress=False)
for word in ("landlord", "tenant"):
    count = sum(word in clause for clause in clauses)
    print(f"{word} in {count} of {len(clauses)} clauses: idf {okapi.idf[word]:.3f}")


def shown(name, question, scores):
    scores = [float(score) for score in scores]
    print(f'{name}, "{question}":', *(f"{score:.2f}" for score in scores))
    return scores


tenant = shown("rank_bm25", "tenant", okapi.get_scores(["tenant"]))
both = shown("rank_bm25", "landlord tenant", okapi.get_scores(["landlord", "tenant"]))
right = shown("bm25s", "landlord tenant", lucene.get_scores(["landlord", "tenant"]))
assert okapi.idf["landlord"] > okapi.idf["tenant"] == 0
assert tenant == [0, 0, 0, 0] and both.index(max(both)) == 3
assert min(right[0], right[2]) > max(right[1], right[3])
PYTHON
"$folder/venv/bin/python" "$folder/rank.py"
