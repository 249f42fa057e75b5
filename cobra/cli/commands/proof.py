"""`cobra proof`: what is in a certificate."""

from __future__ import annotations

import click

from cobra.cli.shared import options, print_out, print_pieces


@click.group()
def proof() -> None:
    """Look into a proof that no strategy does better.

    Such a certificate is checked by `cobra verify`.

    \b
    Examples:
      cobra proof stats best.proof
      cobra proof show best.proof | less
    """


@proof.command()
@click.argument("file", type=click.Path())
def show(file: str) -> None:
    """Print a certificate as text, a line for each thing.

    The text has all that is in the file; the form is described in docs/proofs.md. Nothing is checked.
    """
    import cobra
    from cobra.certificate.lines import Lines
    from cobra.certificate.text import certificate_lines

    read = cobra.read_certificate(file)
    lines = read.lines() if isinstance(read, Lines) else certificate_lines(read)
    print_pieces(line + "\n" for line in lines)


@proof.command()
@click.argument("file", type=click.Path())
@options("memory", "time_limit", "quiet")
def stats(file: str, memory: int, time_limit: float | None, quiet: bool) -> None:
    """Print how large a certificate is, and what it claims. Nothing is checked."""
    import cobra
    from cobra.budget import Deadline
    from cobra.cli.shared import at_work
    from cobra.cli.show.proof import stats as text

    with at_work(Deadline(time_limit, memory), quiet, "reading the certificate"):
        shown = text(cobra.read_certificate(file))
    print_out(shown)
