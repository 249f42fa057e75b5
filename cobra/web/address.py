"""Where a server listens, what its clients call it, and how a phone is told."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from io import StringIO
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

import segno

from cobra.errors import GameError

LOOPBACK: Final = "127.0.0.1"
"""Nothing but this machine can reach it."""
_NAMES: Final = (LOOPBACK, "localhost")
_SOMEWHERE: Final = {4: "192.0.2.1", 6: "2001:db8::1"}
"""Addresses of nobody, kept for documentation."""
_USUAL_PORT: Final = 80
_WHITE_ON_BLACK: Final = "\x1b[97;40m"
_AS_BEFORE: Final = "\x1b[0m"


@dataclass(frozen=True, slots=True)
class Address:
    """An address to listen at."""

    bound: str
    family: socket.AddressFamily
    names: tuple[str, ...]
    """What requests may name as their host, without the port; the first is the one to be shown."""
    shared: bool
    """Whether others than this machine can reach it."""

    def at(self, port: int) -> list[str]:
        """Return what requests may name as their host, the first to be shown; the usual port is left out."""
        hosts = [f"{name}:{port}" for name in self.names]
        return [*self.names, *hosts] if port == _USUAL_PORT else hosts


def address_of(host: str) -> Address:
    """Return what listening at an address of this machine means; `0.0.0.0` and `::` are all it has.

    `GameError` when others cannot reach it at any.
    """
    ip = ip_address(host)
    family = socket.AF_INET if ip.version == 4 else socket.AF_INET6
    if host == LOOPBACK:
        return Address(host, family, _NAMES, shared=False)
    if ip.is_unspecified:
        return Address(host, family, (_name(_outward(ip)), *_NAMES), shared=True)
    return Address(str(ip), family, (_name(ip),), shared=not ip.is_loopback)


def _name(ip: IPv4Address | IPv6Address) -> str:
    """Return an address as it stands in one of the web."""
    return str(ip) if ip.version == 4 else f"[{ip}]"


def _outward(ip: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return the address that other machines see this one by, of the same kind; nothing is sent for that."""
    family = socket.AF_INET if ip.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((_SOMEWHERE[ip.version], 9))
            return ip_address(asked.getsockname()[0])
    except OSError:
        raise GameError(
            f"no address was found at which other machines reach this one; name it instead of {ip}"
        ) from None


def qr_code(text: str) -> str:
    """Return a code to be scanned, of half blocks, white and black whatever the colours of the terminal."""
    drawn = StringIO()
    segno.make(text, error="l", micro=False).terminal(drawn, compact=True)
    return "\n".join(f"{_WHITE_ON_BLACK}{line}{_AS_BEFORE}" for line in drawn.getvalue().splitlines())
