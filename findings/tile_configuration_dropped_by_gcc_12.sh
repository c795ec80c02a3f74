#!/bin/sh
# GCC 12 drops the stores that fill the configuration of AMX tiles.
#
# Packages: gcc-12 12.2.0-14+deb12u1 (Debian 12); for comparison ziglang 0.13.0 (Clang 18).
#
# Expected: `_tile_loadconfig(&tiles)` reads the whole structure of 64 bytes, including everything that the
# program wrote into it before. llama.cpp fills it that way in its AMX kernels.
#
# Found: GCC 12's intrinsic declares that it reads one pointer, 8 bytes. With -O2, the rows and columns of
# the tiles, which follow these bytes, are never written: the two arguments of the function do not occur in
# its machine code, and the processor gets whatever lay on the stack. There is no warning.
# `-fno-tree-dse -fno-dse` keeps the stores. Clang keeps them.
#
# Output seen:
#   GCC 12 -O2: the arguments are used 0 times
#   GCC 12 -O2 -fno-tree-dse -fno-dse: the arguments are used 4 times
#   Clang 18 -O2: the arguments are used 16 times
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if ! command -v gcc-12 > /dev/null; then
    sudo apt-get install --yes --no-install-recommends gcc-12=12.2.0-14+deb12u1 libc6-dev
fi
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet ziglang==0.13.0
cat > "$folder/tiles.c" <<'C'
#include <immintrin.h>
#include <stdint.h>

struct configuration {
    uint8_t palette, start_row, reserved[14];
    uint16_t bytes_per_row[16];
    uint8_t rows[16];
};

void configure(int rows, int bytes_per_row) {
    struct configuration tiles = {.palette = 1};
    for (int tile = 0; tile < 8; tile++) {
        tiles.rows[tile] = rows;
        tiles.bytes_per_row[tile] = bytes_per_row;
    }
    _tile_loadconfig(&tiles);
}
C

# Counts the occurrences of the registers of the two arguments.
uses() {
    "$@" -mamx-tile -S -o "$folder/tiles.s" "$folder/tiles.c"
    grep -c -E '%[er]?(di|si)l?\b' "$folder/tiles.s" || true
}

dropped=$(uses gcc-12 -O2)
kept=$(uses gcc-12 -O2 -fno-tree-dse -fno-dse)
clang=$(uses "$folder/venv/bin/python" -m ziglang cc -target x86_64-linux-gnu -O2)
echo "GCC 12 -O2: the arguments are used $dropped times"
echo "GCC 12 -O2 -fno-tree-dse -fno-dse: the arguments are used $kept times"
echo "Clang 18 -O2: the arguments are used $clang times"
gcc-12 --version | head -1 | grep -q '12\.2\.0'
test "$dropped" -eq 0
test "$kept" -ge 2
test "$clang" -ge 2
