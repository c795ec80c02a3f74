#!/bin/sh
# Trains an adapter and writes the mean of it and the shipped one to OUT/mean.gguf.
#
#   recipe.sh SmolLM2-135M-Instruct.Q4_1.gguf FOLDER OUT
set -eu
base=$1 data=$2 out=$3
here=$(dirname "$0")
python=${PYTHON:-python3}

mkdir -p "$out"
"$python" "$here/train.py" --base "$base" --data "$data" --out "$out" --rows 32 --steps 685 --rate 5e-4 --seed 3
"$python" "$here/export.py" --state "$out/state.pt" --to "$out/later.gguf"
"$python" "$here/mix.py" --adapters "$here/adapter.gguf=0.5" "$out/later.gguf=0.5" --rank 64 --to "$out/mean.gguf"
