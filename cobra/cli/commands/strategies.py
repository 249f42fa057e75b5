"""`cobra strategies`: who can be asked to play."""

from __future__ import annotations

import click

from cobra.cli.options import OPTIONS
from cobra.cli.shared import print_out


@click.command()
@click.argument("name", required=False)
@click.option("--json", is_flag=True, help=OPTIONS["json"].help)
def strategies(name: str | None, json: bool) -> None:
    """List the strategies, or describe the strategy NAME.

    A strategy is a name of the list, with its arguments in parentheses where it takes some, or your own: a
    score over the split of an experiment, such as 'min sum(n*log2(n)) - 2*hit'; FILE.py:FUNCTION or
    FILE.py:CLASS, Python that chooses; an entry point of the group cobra.strategies in an installed package;
    program:COMMAND, a program of any language that reads questions and writes answers in lines of JSON.
    analyze, compare, simulate, play and advise take all of them.

    \b
    Examples:
      cobra strategies
      cobra strategies ent-models
      cobra strategies 'min sum(n^2) then max parts'
      cobra analyze mastermind -s parts -s own.py:choose -s 'program:./breaker --fast'
    """
    from cobra.breakers.describe import describe, described
    from cobra.cli.show.strategies import list_json, list_text, strategy_json, strategy_text

    if name is None:
        listed = described()
        print_out(list_json(listed) if json else list_text(listed))
    else:
        one = describe(name)
        print_out(strategy_json(one) if json else strategy_text(one))
