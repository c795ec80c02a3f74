#!/bin/sh
# If the overlap is counted in words or tokens, LangChain's `start_index` names another place, or none.
#
# Packages: langchain-text-splitters 1.1.3, chonkie 1.7.0.
#
# Expected: with `add_start_index=True`, the text from `start_index` on begins with the chunk, at the place
# where the chunk was cut. The length function changes how long chunks are, not where they stand.
#
# Found: the splitter searches for each chunk from a place that it computes as the end of the chunk before
# it, in characters, minus the overlap, in the units of the length function. With words that place lies
# behind the chunk. If the same sentences come again later, as in two leases with the same clauses, the
# index silently names those; otherwise it is -1. A wrong index can lead to a smaller one afterwards. With
# an overlap in characters, all indices are right, as are chonkie's with words.
#
# Output seen:
#   LangChain, 60 words, 20 in common: 0 1038 -1 593 -1 991 -1 541
#   chonkie, the same:                 0 196 395 593 791 991 1186 1383 1583
#   LangChain, 300 characters, 100 in common: 8 of 8 right
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet langchain-text-splitters==1.1.3 chonkie==1.7.0
cat > "$folder/split.py" <<'PYTHON'
from chonkie import TokenChunker
from langchain_text_splitters import RecursiveCharacterTextSplitter

clauses = "".join(
    f"Clause {number} says that the tenant of house {number * 7} pays {number + 40} crowns each month. "
    for number in range(12)
)
text = f"First lease. {clauses}Second lease. {clauses}"


def split(size, overlap, length):
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=size, chunk_overlap=overlap, length_function=length, add_start_index=True
    )
    return [(chunk.metadata["start_index"], chunk.page_content) for chunk in splitter.create_documents([text])]


def shown(name, starts):
    print(f"{name}:", *starts)


words = split(60, 20, lambda part: len(part.split()))
starts = [start for start, _ in words]
shown("LangChain, 60 words, 20 in common", starts)
chunker = TokenChunker(tokenizer="word", chunk_size=60, chunk_overlap=20)
right = [chunk.start_index for chunk in chunker.chunk(text) if text.startswith(chunk.text, chunk.start_index)]
shown("chonkie, the same", right)
characters = split(300, 100, len)
good = sum(text.startswith(chunk, start) for start, chunk in characters)
print(f"LangChain, 300 characters, 100 in common: {good} of {len(characters)} right")

assert starts == [0, 1038, -1, 593, -1, 991, -1, 541]
# The second chunk is of the first lease, but its index is in the second.
assert words[1][1] in text[: text.index("Second lease")] and starts[1] > text.index("Second lease")
assert right == [0, 196, 395, 593, 791, 991, 1186, 1383, 1583]
assert good == len(characters) == 8
PYTHON
"$folder/venv/bin/python" "$folder/split.py"
