"""What is changed in a file of Rust, and what is left as it is."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.mutants.switched_copy import SWITCHED, cargo

SOURCE = """
const TWO: usize = 1 + 1;

fn counts(state: &[u32], most: usize) -> bool {
    let rows = [0; 2 + 2];
    if state.contains(&7) {
        return state.iter().all(|&code| code > 3);
    }
    !state.is_empty() && state.len() <= most - rows[0]
}

const fn constant(a: u32) -> u32 { a + 1 }

#[cfg(test)]
mod tests {
    #[test]
    fn one() { assert!(1 < 2 && super::counts(&[], 1)); }
}
"""
SAID = """\
0\tfile.rs\t5\t0 to 1\tlet rows = [0; 2 + 2];
1\tfile.rs\t7\t> to >=\treturn state.iter().all(|&code| code > 3);
2\tfile.rs\t7\t> to <=\treturn state.iter().all(|&code| code > 3);
4\tfile.rs\t6\tif to if !\tif state.contains(&7) {
5\tfile.rs\t9\t! left out\t!state.is_empty() && state.len() <= most - rows[0]
6\tfile.rs\t9\t0 to 1\t!state.is_empty() && state.len() <= most - rows[0]
7\tfile.rs\t9\t- to +\t!state.is_empty() && state.len() <= most - rows[0]
8\tfile.rs\t9\t<= to <\t!state.is_empty() && state.len() <= most - rows[0]
9\tfile.rs\t9\t<= to >\t!state.is_empty() && state.len() <= most - rows[0]
10\tfile.rs\t9\t&& to ||\t!state.is_empty() && state.len() <= most - rows[0]
11\tfile.rs\t4\treturns true\tfn counts(state: &[u32], most: usize) -> bool {
12\tfile.rs\t4\treturns false\tfn counts(state: &[u32], most: usize) -> bool {
"""


@pytest.mark.slow
def test_mutants_are_numbered_and_those_left_out_keep_their_numbers(tmp_path: Path) -> None:
    built = cargo("build", "--release", "--locked", cwd=SWITCHED, target=tmp_path / "target")
    assert built.returncode == 0, built.stderr
    (tmp_path / "from").mkdir()
    (tmp_path / "to").mkdir()
    (tmp_path / "from/file.rs").write_text(SOURCE)
    program = tmp_path / "target/release/switched"
    given = [program, tmp_path / "from", tmp_path / "to", "3", "file.rs"]
    assert subprocess.run(given, check=True, capture_output=True, text=True).stdout == SAID
    switched = (tmp_path / "to/file.rs").read_text()
    assert "const TWO: usize = 1 + 1;" in switched
    assert ".all(|&code| {" in switched  # left out: .any
    assert "mutants::is(3)" not in switched
    assert switched.count("mutants::is(") == 12  # none within what is changed
    assert "a + 1" in switched
    assert "if crate::mutants::is(11) {\n        return true;\n    }" in switched
