"""Certificates: proofs that no strategy does better, in files that a small separate program checks.

`docs/proofs.md` says what is proved, by which rules, and what is in a file.
"""

from cobra.certificate.file import CertificateFile, read_certificate, write_certificate
from cobra.certificate.parts import Claim, Entry, Fact, Front, Generator, Head, Item, Named

__all__ = [
    "CertificateFile",
    "Claim",
    "Entry",
    "Fact",
    "Front",
    "Generator",
    "Head",
    "Item",
    "Named",
    "read_certificate",
    "write_certificate",
]
