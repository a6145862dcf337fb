import { TopoGuardError } from '../../errors/index.ts';
import { DocumentFrequencies } from './document-frequencies.ts';

const HEADER = /^topoguard-document-frequency 1 (\S+) (\d+)$/;
const LINE = /^([1-9]\d*) (?=[A-Z])/;
const ENTRY = /([A-Z])([^A-Z]*)/g;
const NO_SHARED = 'A'.charCodeAt(0);

/**
 * Reads `assets/document-frequency.txt`, written by `tools/distill/document_frequency.py`. UTF-8 lines:
 *
 *     topoguard-document-frequency 1 <id> <number of documents>
 *     <document frequency> <words that have it>
 *
 * The words of a line are sorted and front-coded: a capital says how many UTF-16 units a word shares with the one before
 * it (A = 0 … Z = 25), then its other characters follow; words are lower-cased, so no capital A–Z stands in one.
 *
 * @throws TopoGuardError FILE_UNREADABLE where the text is not such a table
 */
export function parseDocumentFrequencies(text: string): DocumentFrequencies {
  const lines = text.split('\n');
  const header = HEADER.exec(lines[0]);
  if (!header) throw damaged(1, 'it does not begin like a document-frequency table of this release');
  if (lines.at(-1) !== '') throw damaged(lines.length, 'it is cut off');
  const counts = new Map<string, number>();
  for (let i = 1; i < lines.length - 1; i++) {
    const line = LINE.exec(lines[i]);
    if (!line) throw damaged(i + 1, 'the line is not a frequency and words');
    const frequency = Number(line[1]);
    let word = '';
    for (const [, shared, rest] of lines[i].slice(line[0].length).matchAll(ENTRY)) {
      const kept = shared.charCodeAt(0) - NO_SHARED;
      if (kept > word.length) throw damaged(i + 1, `a word shares ${kept} characters with one of ${word.length}`);
      word = word.slice(0, kept) + rest;
      counts.set(word, frequency);
    }
  }
  return DocumentFrequencies.checked(header[1], Number(header[2]), counts);
}

function damaged(line: number, problem: string): TopoGuardError {
  return new TopoGuardError('FILE_UNREADABLE', problem, {
    location: { file: 'assets/document-frequency.txt', line },
    remedy: 'Reinstall topoguard',
  });
}
