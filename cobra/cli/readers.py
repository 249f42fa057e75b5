"""The readers of what is typed for an option: each turns a text into a value.

They raise `GameError` with a sentence that names what is allowed and the nearest name; the command line makes
a usage error of it (exit status 2).
"""

from __future__ import annotations

import math
import re
from ipaddress import ip_address
from typing import Final

from cobra.amounts import values_of
from cobra.errors import GameError
from cobra.limits import limit_names
from cobra.options import LARGEST, check_cluster, check_equivalences, read_choice

_DIGITS: Final = 30
"""So many characters say whether a number is too large: Python reads none of any length."""


def read_strategies(text: str) -> tuple[str, ...]:
    """Return the strategies of a list such as `max-models,consistent(parts)`, by their names."""
    from cobra.breakers.find import find_strategies, split_strategies  # here: few commands need them

    return tuple(find_strategies(split_strategies(text)))


def read_equivalences(text: str) -> tuple[str, ...]:
    """Return the equivalences of a chain such as `symbols,partition`."""
    return check_equivalences(name.strip() for name in text.split(",") if name.strip())


def read_definition(text: str) -> tuple[str, str]:
    """Return name and value of `NAME=VALUE`."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise GameError(f"{text!r} is not of the form NAME=VALUE, such as pegs=5")
    return name.strip(), value.strip()


def read_values(text: str) -> tuple[str, tuple[int | str, ...]]:
    """Return name and values of `NAME=VALUE`, `NAME=2..4`, `NAME=2,4,6` or `NAME=2..4,6`, each value once."""
    name, value = read_definition(text)
    return name, values_of(value, text)


def read_cluster(text: str) -> str:
    """Return what a cluster is made of: the address of a scheduler, or how many processes here."""
    check_cluster(text.strip())
    return text.strip()


def read_limit(text: str) -> tuple[str, int]:
    """Return name and number of `NAME=N`, the name being one of `cobra.limits`."""
    name, value = read_definition(text)
    read_choice("limit", limit_names(), name)
    return name, read_count(value)


def read_made(text: str) -> str:
    """Return `EXPERIMENT` or `EXPERIMENT=OUTCOME`; only a game can tell whether it has them."""
    if not text.partition("=")[0].strip():
        raise GameError(f"{text!r} is not of the form EXPERIMENT or EXPERIMENT=OUTCOME, such as 0011=1B1W")
    return text.strip()


def read_count(text: str, least: int = 1) -> int:
    """Return a whole number of at least `least`; digits may be grouped as in 1_000_000 or 1,000,000."""
    digits = re.sub(r"(?<=\d)[_,](?=\d)", "", text.strip())
    match = re.fullmatch(r"(-?)0*([0-9]+)", digits)
    if match is None:
        raise GameError(f"{text!r} is not a whole number")
    number = int(match[1] + match[2][:_DIGITS])
    if number < least:
        raise GameError(f"{text!r} is less than {least}")
    if number > LARGEST:
        raise GameError(f"{text!r} is more than {LARGEST:,}")
    return number


def read_seed(text: str) -> int:
    """Return a seed, 0 or more."""
    return read_count(text, least=0)


def read_port(text: str) -> int:
    """Return the number of a port; 0 is any that is free."""
    port = read_count(text, least=0)
    if port > 65535:
        raise GameError(f"there is no port {port}, only 1 to 65535")
    return port


def read_address(text: str) -> str:
    """Return an address as text; only the system can tell whether it is one of this machine."""
    address = text.strip()
    try:
        if "%" not in address:  # no browser takes the name of a network interface
            return str(ip_address(address))
    except ValueError:
        pass
    raise GameError(
        f"{text!r} is not an address such as 192.168.1.20; 0.0.0.0 stands for all of this machine"
    )


def read_size(text: str) -> int:
    """Return bytes from `512M`, `2G`, `1.5GiB` or a plain number of bytes; the units are powers of 1024."""
    match = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,9})?)\s*([KMGT]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    if match is None:
        raise GameError(f"{text!r} is not a size; write it as 512M or 2G")
    size = int(float(match[1]) * 1024 ** " KMGT".index(match[2].upper() or " "))
    if not 0 < size <= LARGEST:
        raise GameError(f"the size {text!r} is out of range")
    return size


def read_duration(text: str) -> float:
    """Return seconds from `10s`, `1.5m`, `2h` or a plain number of seconds; `none` is without end."""
    if text.strip().lower() == "none":
        return math.inf
    match = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*(ms|s|m|h|d|)", text.strip(), re.IGNORECASE)
    if match is None:
        raise GameError(f"{text!r} is not a duration; write it as 10s, 2m or 1h")
    seconds = float(match[1]) * {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86400, "": 1}[match[2].lower()]
    if seconds <= 0:
        raise GameError("a time limit must be more than 0 seconds; without one: none")
    return seconds
