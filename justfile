# What there is to do, with one name each; `just` lists it. It comes with the environment: .venv/bin/just quick

bin := if os_family() == "windows" { ".venv/Scripts" } else { ".venv/bin" }
python := if path_exists(bin) == "true" { bin / "python" } else { "python3" }

# The Rust that is here is used, never one that is downloaded.
export MATURIN_NO_INSTALL_RUST := "1"

_list:
    @just --list --unsorted

# an environment in .venv with everything that is needed to work on cobra
setup:
    python3 -m venv .venv
    {{bin}}/pip install --editable '.[dev,docs]'

# the core again, after a change in rust/
core:
    {{python}} -m maturin develop --release --quiet

# the quick tests
quick:
    {{python}} -m pytest

# everything that must hold before a change lands, from a fresh environment
test:
    bash .ci/run

# what takes long: all published optima, limits of every command on every game, 300 games on the page, all random games
slow $COBRA_CASES="all":
    {{python}} -m pytest -m "slow or random"

# format, lint, types
lint:
    {{python}} -m ruff format --check .
    {{python}} -m ruff check .
    {{python}} -m mypy --strict cobra
    {{python}} -m ty check --python-platform win32 cobra
    {{python}} -m ty check --python-platform darwin cobra
    {{python}} -m mypy --strict examples
    {{python}} -m mypy.stubtest cobra._core
    cargo fmt --all --check
    cargo clippy --locked --workspace --all-targets --quiet -- -D warnings

# Rust, Python and games brought into form
format:
    {{python}} -m ruff format .
    {{python}} -m ruff check --fix .
    cargo fmt --all
    {{python}} -m cobra fmt cobra/games/*.cb

# what the core is drawn from, guided by coverage, until stopped: spaces, orbits, games or certificates; needs cargo-fuzz
guided target="spaces":
    mkdir -p rust/fuzz/corpus/{{target}}
    cargo +nightly fuzz run --fuzz-dir rust/fuzz --sanitizer none --debug-assertions {{target}} \
        rust/fuzz/corpus/{{target}} $(ls -d rust/fuzz/seeds/{{target}} 2>/dev/null) -- -max_len=512 -len_control=0 -timeout=60

# what cobra is made of, and whether anything in it has a known vulnerability
audit:
    bash .ci/audit

# two wheels of this commit, equal byte by byte
reproducible:
    bash .ci/reproducible

# the editor of the page again, after a change in editors/codemirror; needs Node
editor:
    cd editors/codemirror && npm ci --no-audit --no-fund && npm run build

# figures of speed, and that what is computed is what was computed before
bench:
    {{python}} benchmarks/signature.py --check
    {{python}} benchmarks/run.py
    {{python}} benchmarks/optimal.py

# the site, into docs/_build/html
docs:
    {{python}} docs/site/build.py

# whether the external links of the site lead anywhere, which asks their hosts
links:
    {{python}} docs/site/build.py --links

# what in docs/ is measured or drawn, anew
pictures:
    {{python}} docs/strategies.py
    {{python}} docs/pictures.py
    {{python}} docs/screenshots.py
