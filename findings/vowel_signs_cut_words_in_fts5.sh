#!/bin/sh
# SQLite's full-text search takes the vowel signs of Hindi for spaces, and so finds other words.
#
# Packages: apsw 3.54.1.0 (SQLite 3.54.1), tantivy 0.25.1.
#
# Expected: `unicode61`, the default tokenizer, splits at spaces and punctuation. A search for दिन (day)
# finds texts with that word.
#
# Found: only letters and digits belong to a word, and vowel signs are marks (categories Mc and Mn). So दिन
# becomes the two words द and न, as do दान (gift) and the beginning of दुनिया (world): a search for one
# finds all three. Tamil and other scripts of that family are cut, too; words without vowel signs, and
# Latin accents as separate marks, stay whole. With `categories 'L* N* Co Mc Mn'` the words stay whole.
# tantivy's default tokenizer keeps them whole as well.
#
# Output seen:
#   unicode61: दिन finds दान दिन दुनिया; its words are कमल द न य
#   with marks: दिन finds दिन; its words are कमल दान दिन दुनिया
#   tantivy: दिन finds दिन
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet apsw==3.54.1.0 tantivy==0.25.1
cat > "$folder/search.py" <<'PYTHON'
import apsw
import tantivy

TEXTS = ["दान", "दिन", "दुनिया", "कमल"]


def fts5(name, options):
    database = apsw.Connection(":memory:")
    database.execute(f'CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = "unicode61 {options}")')
    database.executemany("INSERT INTO texts VALUES (?)", [(text,) for text in TEXTS])
    database.execute("CREATE VIRTUAL TABLE words USING fts5vocab(texts, 'row')")
    found = [text for text, in database.execute("SELECT text FROM texts('दिन') ORDER BY rowid")]
    words = [word for word, in database.execute("SELECT term FROM words")]
    print(f"{name}: दिन finds", *found, end="; its words are ")
    print(*words)
    return found, words


cut, cut_words = fts5("unicode61", "")
whole, whole_words = fts5("with marks", "categories 'L* N* Co Mc Mn'")
builder = tantivy.SchemaBuilder()
builder.add_text_field("text", stored=True)
index = tantivy.Index(builder.build())
writer = index.writer()
for text in TEXTS:
    writer.add_document(tantivy.Document(text=text))
writer.commit()
index.reload()
searcher = index.searcher()
hits = searcher.search(index.parse_query("दिन", ["text"]), 9).hits
other = [searcher.doc(address)["text"][0] for _, address in hits]
print("tantivy: दिन finds", *other)
assert cut == ["दान", "दिन", "दुनिया"] and cut_words == ["कमल", "द", "न", "य"]
assert whole == ["दिन"] and sorted(whole_words) == sorted(TEXTS)
assert other == ["दिन"]
PYTHON
"$folder/venv/bin/python" "$folder/search.py"
