"""The binary asset of the package's static encoder; its layout is described in src/encoders/static/format.ts."""

import struct
from pathlib import Path

import numpy as np

from student import Student, quantize

MAGIC, VERSION, HEADER, LIMIT = b"TGSTATIC", 1, 32, 4_194_304
FNV_OFFSET, FNV_PRIME = 0x811C9DC5, 0x01000193


def checksum(words: bytes) -> int:
    """FNV-1a over little-endian 32-bit words."""
    value = FNV_OFFSET
    for word in np.frombuffer(words, "<u4").tolist():
        value = ((value ^ word) * FNV_PRIME) & 0xFFFFFFFF
    return value


def padded(section: bytes) -> bytes:
    return section + b"\0" * (-len(section) % 4)


def is_text_token(token: str) -> bool:
    """Not one of BERT's own markers ([CLS], [unused17], ...), which no text is tokenized to."""
    return not (len(token) > 1 and token.startswith("[") and token.endswith("]"))


def write_asset(path: Path, name: str, vocabulary: list[str], student: Student) -> int:
    kept = [i for i, token in enumerate(vocabulary) if is_text_token(token)]
    rows, scales = quantize(Student(student.table[kept], student.bias))
    encoded_name = name.encode()
    tokens = "\n".join(vocabulary[i] for i in kept).encode()
    body = struct.pack("<4I", rows.shape[1], len(kept), len(encoded_name), len(tokens))
    for section in (encoded_name, tokens, student.bias.astype("<f4").tobytes(), scales.astype("<f4").tobytes(), rows.tobytes()):
        body += padded(section)
    asset = MAGIC + struct.pack("<2I", VERSION, checksum(body)) + body
    if len(asset) > LIMIT:
        raise SystemExit(f"the asset would have {len(asset)} bytes, more than {LIMIT}")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(asset)
    return len(asset)
