#!/bin/sh
# A tool of rmcp whose return type has a name of its own declares no output schema.
#
# Packages: rmcp 3.11.0, serde 1, schemars as rmcp exports it.
#
# Expected: a type alias is the type that it names, so that two tools, one returning `Result<Json<Found>, String>` and
# one returning `Answer<Found>` with `type Answer<T> = Result<Json<T>, String>`, are listed alike.
#
# Found: the macro `#[tool]` reads the words of the return type. It finds `Json<T>` only if `Result<Json<T>, _>` or
# `Json<T>` is written out. Behind an alias, the tool compiles and answers with structured content, but is listed
# without an `outputSchema`, and nothing warns of it: clients that generate types or check results get neither.
#
# Output seen:
#   aliased: output schema false
#   written_out: output schema true
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/src"
cat > "$folder/Cargo.toml" <<'TOML'
[package]
name = "look"
version = "0.0.0"
edition = "2024"

[dependencies]
rmcp = { version = "=3.11.0", default-features = false, features = ["macros", "server"] }
serde = { version = "1", features = ["derive"] }

[workspace]
TOML
cat > "$folder/src/main.rs" <<'RUST'
use rmcp::handler::server::wrapper::Json;
use rmcp::schemars::{self, JsonSchema};
use rmcp::{tool, tool_router};
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
struct Found {
    count: u32,
}

type Answer<T> = Result<Json<T>, String>;

struct Tools;

#[tool_router]
impl Tools {
    #[tool(description = "with the type written out")]
    async fn written_out(&self) -> Result<Json<Found>, String> {
        Ok(Json(Found { count: 1 }))
    }

    #[tool(description = "with a name for the type")]
    async fn aliased(&self) -> Answer<Found> {
        Ok(Json(Found { count: 1 }))
    }
}

fn main() {
    let mut tools = Tools::tool_router().list_all();
    tools.sort_by(|a, b| a.name.cmp(&b.name));
    let declared: Vec<bool> = tools.iter().map(|tool| tool.output_schema.is_some()).collect();
    for (tool, declared) in tools.iter().zip(&declared) {
        println!("{}: output schema {declared}", tool.name);
    }
    assert_eq!(declared, [false, true]);
}
RUST
CARGO_TARGET_DIR="$folder/target" cargo run --quiet --manifest-path "$folder/Cargo.toml"
