#!/bin/sh
# Trains the adapter of the default model: three stages, each with its seed, and the mean of the last two.
# Run again after an interruption, it resumes. About 6.5 million tokens.
#
#   recipe.sh SmolLM2-135M-Instruct.Q4_1.gguf FOLDER OUT
set -eu
base=$1 data=$2 out=$3
here=$(dirname "$0")
python=${PYTHON:-python3}

stage() {
    name=$1
    shift
    if [ ! -f "$out/$name.gguf" ]; then
        "$python" "$here/train.py" --base "$base" --data "$data" --out "$out/$name" "$@"
        "$python" "$here/export.py" --state "$out/$name/state.pt" --to "$out/$name.gguf"
    fi
}

mkdir -p "$out"
# All tasks; near misses come late.
stage first --steps 1006 --easy 250 --rate 1e-3 --seed 1
# Shorter texts, and looking at the evidence.
stage second --start "$out/first.gguf" --steps 880 --easy 1000 --rate 8e-4 --seed 2 --look 0.3
# Many questions about the same chunks.
stage third --start "$out/second.gguf" --steps 460 --easy 0 --rate 8e-4 --seed 3 --look 0.3 --many 0.45
"$python" "$here/export.py" --state "$out/second/state.pt" "$out/third/state.pt" --to "$out/adapter.gguf"
