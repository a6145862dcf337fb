"""Sentences of other domains than the question files, from local copies of public collections listed in README.md.

    python other_text.py --copies DIR --data DIR --out FILE

Every collection is a folder of DIR named as in COLLECTIONS; one that is missing is reported and left out. The result is a
gzipped file with one document a line, `{"domain": …, "sentences": […]}`, and stays out of the project: only the teacher's
vectors of it are used. A document loses each sentence that shares eight words in a row with a question, title or sentence
of the data files, so that a fold's held-out text cannot come back through these.
"""

import argparse
import bz2
import gzip
import html
import json
import random
import re
import zipfile
from pathlib import Path

from corpus import SOURCES, read_rows

FEWEST_WORDS, MOST_WORDS = 4, 42
SHARED_WORDS = 8
LARGEST_SHARE = 30_000
"""Most sentences of one collection."""

END = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]?[A-Z0-9])")
ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|vs|No|Inc|Co|Corp|Gen|Sen|Rep|Gov|Lt|Col|Prof|Mt|Ft|e\.g|i\.e|etc|U\.S|U\.K)|\b[A-Z])\.$"
)


def split(paragraph: str) -> list[str]:
    """Sentences of running text, by rule."""
    out: list[str] = []
    for piece in END.split(" ".join(paragraph.split())):
        if out and ABBREVIATION.search(out[-1]):
            out[-1] += " " + piece
        else:
            out.append(piece)
    return out


def detokenized(text: str) -> str:
    """Undoes the spaces that tokenized collections put around punctuation."""
    text = re.sub(r"\s*(?:``|''|\")\s*", " ", text)
    text = re.sub(r"\s+([,.;:!?%)\]]|n't\b|'(?:s|re|ve|d|ll|m)\b)", r"\1", text)
    return re.sub(r"([(\[$])\s+", r"\1", text).strip()


def markdown(text: str) -> list[str]:
    """Paragraphs of running text of a Markdown page: no front matter, code, tables, headings, markup."""
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S)
    text = re.sub(r"```.*?```|~~~.*?~~~|<!--.*?-->|\{\{.*?\}\}|\{%.*?%\}", " ", text, flags=re.S)
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", " ", text)
    text = re.sub(r"\[\(.*?\)\]\([^)]*\)", " ", text)
    text = re.sub(r"\[([^\]]*)\]\([^()]*(?:\([^)]*\)[^()]*)*\)", r"\1", text)
    text = html.unescape(re.sub(r"<[^>]+>", " ", text))
    text = re.sub(r"[*_`]", "", text)
    blocks = re.split(r"\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.)\s)", text)
    return [re.sub(r"^\s*(?:[-*+]|\d+\.|>)\s+", "", b) for b in blocks if not re.match(r"\s*(?:#|\||:::|import )", b)]


def markdown_pages(pattern: str):
    def read(folder: Path):
        for page in sorted(folder.glob(pattern)):
            yield [s for p in markdown(page.read_text("utf-8", "replace")) for s in split(p)]

    return read


def current_events(folder: Path):
    """One document a day and heading; items that are only links to topics have too few words and drop out."""
    for page in sorted(folder.glob("docs/_posts/*.md")):
        for section in re.split(r"\n####? ", page.read_text("utf-8")):
            body = section.split("\n", 1)[-1]
            items = [re.sub(r"\s*\([^()]{2,40}\)\s*$", "", p.strip()) for p in markdown(body) if len(p.split()) > 8]
            yield [s for p in items for s in split(p)]


def wiki_split(folder: Path):
    for name in ("tune", "validation", "test"):
        for line in (folder / f"{name}.tsv").read_text("utf-8").splitlines():
            whole, parts = line.split("\t")
            yield [detokenized(s) for s in (whole, *parts.split("<::::>"))]


def few_rel(folder: Path):
    for relation in json.loads((folder / "data/val_wiki.json").read_text("utf-8")).values():
        for row in relation:
            yield [detokenized(" ".join(row["tokens"]))]


def pubmed(folder: Path):
    for row in json.loads((folder / "data/pubmed_unsupervised.json").read_text("utf-8")):
        yield [detokenized(" ".join(row["tokens"]))]


def wiki_dump(folder: Path):
    """Articles of a pages-articles dump, markup taken off."""
    name = "gensim/test/test_data/enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2"
    for page in bz2.decompress((folder / name).read_bytes()).decode("utf-8", "replace").split("<page>")[1:]:
        body = re.search(r"<text[^>]*>(.*)</text>", page, re.S)
        if not body or body[1].lstrip().upper().startswith("#REDIRECT"):
            continue
        text = html.unescape(html.unescape(body[1]))
        text = re.sub(r"<ref[^>]*/>|<ref.*?</ref>|<!--.*?-->|<(math|gallery|code|source).*?</\1>", " ", text, flags=re.S)
        for _ in range(4):
            text = re.sub(r"\{\{[^{}]*\}\}|\{\|[^{}]*\|\}", " ", text)
        text = re.sub(r"\[\[(?:File|Image|Category)(?:[^\[\]]|\[\[[^\[\]]*\]\])*\]\]", " ", text)
        text = re.sub(r"\[\[(?:[^|\]]*\|)?([^\]]*)\]\]", r"\1", text)
        text = re.sub(r"\[https?:\S+ ?([^\]]*)\]|<[^>]+>|'{2,}", r"\1", text)
        for section in re.split(r"\n=+[^=\n]+=+\s*\n", text):
            yield [s for p in section.split("\n") if not re.match(r"\s*[*#:;|!{=]", p) for s in split(p)]


def conllu(pattern: str, kinds: tuple[str, ...] = ()):
    def read(folder: Path):
        for page in sorted(folder.glob(pattern)):
            if not kinds or page.name.split("_")[1] in kinds:
                yield re.findall(r"^# text = (.*)$", page.read_text("utf-8"), re.M)

    return read


def masc(folder: Path):
    """word_TAG text: a sentence a line or a blank line between sentences."""
    with zipfile.ZipFile(folder / "packages/corpora/masc_tagged.zip") as archive:
        for name in sorted(n for n in archive.namelist() if n.endswith(".txt") and "categories" not in n):
            lines = archive.read(name).decode("utf-8", "replace").splitlines()
            yield [detokenized(" ".join(w.rsplit("_", 1)[0] for w in line.split())) for line in lines]


def speeches(folder: Path):
    for collection in ("state_union", "inaugural"):
        with zipfile.ZipFile(folder / f"packages/corpora/{collection}.zip") as archive:
            for name in sorted(n for n in archive.namelist() if re.search(r"/\d{4}-\S+\.txt$", n)):
                for paragraph in re.split(r"\n\s*\n|\n(?=[A-Z])", archive.read(name).decode("latin-1")):
                    yield split(paragraph)


def factbook(folder: Path):
    def strings(value):
        if isinstance(value, dict):
            for v in value.values():
                yield from strings(v)
        elif isinstance(value, str):
            yield value

    for page in sorted(folder.glob("*/*.json")):
        for text in strings(json.loads(page.read_text("utf-8"))):
            if len(text) > 80:
                yield [s for p in re.split(r"<br ?/?>|<p>", text) for s in split(re.sub(r"<[^>]+>", "", html.unescape(p)))]


def glosses(folder: Path):
    """Headword and definition, then the examples, each as a text."""
    for part in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"usr/share/wordnet/data.{part}").read_text("utf-8").splitlines():
            if line.startswith("  ") or " | " not in line:
                continue
            head, gloss = line.split(" | ", 1)
            fields = head.split()
            words = [w.replace("_", " ") for w in fields[4 : 4 + 2 * int(fields[3], 16) : 2]]
            pieces = [p.strip().strip('"') for p in gloss.split("; ")]
            yield [f"{', '.join(words[:3])}: {pieces[0]}", *pieces[1:]]


def questions(folder: Path):
    for name in ("NQ-open.dev", "NQ-open.efficientqa.test.1.1"):
        for line in (folder / f"nq_open/{name}.jsonl").read_text("utf-8").splitlines():
            yield [json.loads(line)["question"] + "?"]


def passages(folder: Path):
    for article in json.loads((folder / "xquad.en.json").read_text("utf-8"))["data"]:
        for p in article["paragraphs"]:
            yield [*split(p["context"]), *(q["question"] for q in p["qas"])]


def textbooks(folder: Path):
    for page in sorted(folder.glob("modules/*/index.cnxml")):
        other = r"<metadata.*?</metadata>|<(?:m:)?math.*?</(?:m:)?math>|<note.*?>|<exercise.*?</exercise>"
        for section in re.split(r"<section", re.sub(other, " ", page.read_text("utf-8"), flags=re.S)):
            paragraphs = re.findall(r"<para[^>]*>(.*?)</para>", section, re.S)
            yield [s for p in paragraphs for s in split(html.unescape(re.sub(r"<[^>]+>", " ", p)))]


COLLECTIONS = {
    "fordred+wikinews": [("news", current_events)],
    "google-research-datasets+wiki-split": [("encyclopedia", wiki_split)],
    "thunlp+FewRel": [("encyclopedia", few_rel), ("medicine", pubmed)],
    "piskvorky+gensim": [("encyclopedia", wiki_dump)],
    "google-deepmind+xquad": [("encyclopedia", passages)],
    "google-research-datasets+natural-questions": [("questions", questions)],
    "UniversalDependencies+UD_English-EWT": [("forum", conllu("not-to-release/sources/*/*.conllu"))],
    "UniversalDependencies+UD_English-GUM": [
        ("news", conllu("not-to-release/sources/*.conllu", ("news", "interview"))),
        ("mixed", conllu("not-to-release/sources/*.conllu", ("academic", "bio", "court", "podcast", "speech", "vlog", "voyage"))),
    ],
    "nltk+nltk_data": [("mixed", masc), ("speech", speeches)],
    "18F+18f.gsa.gov": [("technology", markdown_pages("content/posts/*.md"))],
    "GSA+digitalgov.gov": [("technology", markdown_pages("content/**/*.md"))],
    "rust-lang+book": [("technology", markdown_pages("src/*.md"))],
    "nodejs+nodejs.org": [("technology", markdown_pages("apps/site/pages/en/**/*.md"))],
    "factbook+factbook.json": [("geography", factbook)],
    "openstax+osbooks-introduction-anthropology": [("textbook", textbooks)],
    "openstax+osbooks-introduction-business": [("textbook", textbooks)],
    "openstax+osbooks-introduction-intellectual-property": [("law", textbooks)],
    "openstax+osbooks-principles-economics-bundle": [("textbook", textbooks)],
    "wordnet": [("dictionary", glosses)],
}

WORD = re.compile(r"[a-z0-9]+")


def runs(text: str):
    """Every SHARED_WORDS words in a row; a shorter text counts as one run."""
    words = WORD.findall(text.lower())
    for i in range(max(1, len(words) - SHARED_WORDS + 1)):
        yield hash(tuple(words[i : i + SHARED_WORDS]))


def known_runs(data: Path) -> set[int]:
    out: set[int] = set()
    for source in SOURCES:
        for row in read_rows(data, source):
            out.update(runs(row["question"]))
            for d in row["docs"]:
                for text in (d["title"], *d["sentences"]):
                    out.update(runs(text))
    return out


def usable(sentence: str) -> bool:
    words = sentence.split()
    letters = sum(c.isascii() and (c.isalpha() or c == " ") for c in sentence)
    return FEWEST_WORDS <= len(words) <= MOST_WORDS and letters >= 0.8 * len(sentence) and "http" not in sentence


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--copies", type=Path, required=True, help="folder of the collections")
    parser.add_argument("--data", type=Path, required=True, help="folder of the .jsonl.gz question files")
    parser.add_argument("--out", type=Path, required=True)
    a = parser.parse_args()
    a.out.parent.mkdir(parents=True, exist_ok=True)
    known, seen = known_runs(a.data), set()
    with gzip.open(a.out, "wt", encoding="utf-8") as out:
        for name, readers in COLLECTIONS.items():
            if not (a.copies / name).is_dir():
                print(f"{name}: missing, left out")
                continue
            for domain, read in readers:
                documents = []
                for document in read(a.copies / name):
                    fresh = []
                    for s in map(str.strip, document):
                        if usable(s) and s not in seen and known.isdisjoint(runs(s)):
                            seen.add(s)
                            fresh.append(s)
                    if fresh:
                        documents.append(fresh)
                random.Random(0).shuffle(documents)
                kept = 0
                for sentences in documents:
                    if kept >= LARGEST_SHARE:
                        break
                    kept += len(sentences)
                    out.write(json.dumps({"domain": domain, "sentences": sentences}) + "\n")
                print(f"{name}, {domain}: {kept} of {sum(map(len, documents))} sentences")


if __name__ == "__main__":
    main()
