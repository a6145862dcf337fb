"""Counts in how many distinct documents of the data files each word occurs, for the package's entity-link signal.

    python document_frequency.py --data DIR --out FILE

Words are those of the package (src/text/words.ts): NFC, lower case, runs of letters, marks and digits. Stop words are
counted like any other word; the package never asks for them. The layout of the file is described in
src/entities/document-frequency/format.ts.
"""

import argparse
import unicodedata
from collections import Counter
from pathlib import Path

import regex

from corpus import SOURCES, read_rows

NAME = "shipped:v1"
WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
LARGEST_PREFIX = 25


def count(data: Path) -> tuple[Counter, int]:
    documents = {
        " ".join(s.strip() for s in d["sentences"]) for source in SOURCES for row in read_rows(data, source) for d in row["docs"]
    } - {""}
    frequencies = Counter()
    for text in documents:
        frequencies.update(set(WORD.findall(unicodedata.normalize("NFC", text).lower())))
    return frequencies, len(documents)


def front_coded(words: list[str]) -> str:
    """Each word as a capital that counts the characters shared with the word before it (A = 0), then the rest.

    Only characters of the basic plane are shared, so that the count is the same in UTF-16 units.
    """
    out, before = [], ""
    for word in words:
        shared = 0
        while shared < min(len(word), len(before), LARGEST_PREFIX) and word[shared] == before[shared] <= "\uffff":
            shared += 1
        out.append(chr(ord("A") + shared) + word[shared:])
        before = word
    return "".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the .jsonl.gz question files")
    parser.add_argument("--least", type=int, default=2, help="smallest frequency that is kept")
    parser.add_argument("--out", type=Path, default=Path("assets/document-frequency.txt"))
    a = parser.parse_args()
    frequencies, documents = count(a.data)
    by_count: dict[int, list[str]] = {}
    for word, n in frequencies.items():
        if n >= a.least:
            by_count.setdefault(n, []).append(word)
    lines = [f"topoguard-document-frequency 1 {NAME} {documents}"]
    lines += [f"{n} {front_coded(sorted(by_count[n]))}" for n in sorted(by_count)]
    a.out.parent.mkdir(parents=True, exist_ok=True)
    a.out.write_bytes(("\n".join(lines) + "\n").encode())
    print(f"{a.out}: {a.out.stat().st_size} bytes, {sum(map(len, by_count.values()))} words, {documents} documents")


if __name__ == "__main__":
    main()
