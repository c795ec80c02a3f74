// Loads the window's program; everything else is in Rust.
import start from "./pecan.js";

start({ module_or_path: "pecan_bg.wasm" });
