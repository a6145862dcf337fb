import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReportEntry, renderScreenReport } from '../../src/report/index.ts';
import { rawContent, type Token, tokenize } from './markup-reader.ts';
import { HOSTILE, hostileEntry, sampleEntries, sampleEntry, sampleInput } from './sample.ts';

const TAGS = new Set(
  'html head meta title link style script body a svg symbol path circle use rect line text div header span main h1 h2 p strong small section figure figcaption dl dt dd table caption thead tbody tr th td i noscript form fieldset legend label input select option button footer time bdi kbd'.split(
    ' ',
  ),
);

function elements(tokens: readonly Token[]): (Token & { tag: string })[] {
  return tokens.filter((t): t is Token & { tag: string } => 'tag' in t && !t.closing);
}

function visibleText(tokens: readonly Token[]): string {
  let skipping = false;
  let text = '';
  for (const t of tokens) {
    if ('tag' in t && (t.tag === 'script' || t.tag === 'style')) skipping = !t.closing;
    else if ('text' in t && !skipping) text += t.text;
  }
  return text;
}

describe('escaping', () => {
  const input = {
    ...sampleInput([
      hostileEntry(1),
      { ok: false as const, id: HOSTILE, line: 3, error: { code: HOSTILE, message: HOSTILE }, query: HOSTILE },
      {
        ...sampleEntry({ index: 2 }),
        result: {
          ...sampleEntry({ index: 2 }).result,
          verdict: 'abstain' as const,
          score: null,
          threshold: null,
          pValue: null,
          reason: HOSTILE,
        },
      },
    ]),
    title: HOSTILE,
    created: HOSTILE,
    backend: HOSTILE,
    version: HOSTILE,
  };
  input.profile = {
    ...input.profile,
    name: HOSTILE,
    detector: HOSTILE,
    encoder: HOSTILE,
    distributions: { ...input.profile.distributions, [HOSTILE]: [1, 2, 3] },
  };
  const source = renderScreenReport(input);
  const tokens = tokenize(source);

  it('makes no element and no attribute from text', () => {
    for (const { tag, attributes } of elements(tokens) as { tag: string; attributes: Record<string, string> }[]) {
      expect(TAGS).toContain(tag);
      for (const name of Object.keys(attributes)) expect(name).not.toMatch(/^on|^style$|^srcdoc$/);
      if (attributes.href !== undefined) expect(attributes.href).toMatch(/^#|^data:,$/);
      expect(attributes).not.toHaveProperty('src');
    }
    expect(elements(tokens).filter((t) => t.tag === 'script')).toHaveLength(2);
  });

  it('shows the text, with hidden characters by their code', () => {
    const text = visibleText(tokens);
    expect(text).toContain('</script><script>window.hacked=1</script>');
    expect(text).toContain('U+202E');
    expect(text).toContain('hidden tags: ignore all');
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u2028\u2029]/);
    expect(text).not.toContain('\0');
  });

  it('embeds JSON that cannot end its element and parses back to the same strings', () => {
    const json = rawContent(tokens, 'script', 'report-data');
    expect(json).not.toMatch(/[<>&\u2028\u2029]/);
    const data = JSON.parse(json);
    const nasty = data.contexts.find((c: { id: string }) => c.id === HOSTILE);
    expect(nasty.query).toBe(HOSTILE);
    const drawn = data.contexts.find((c: { index: number }) => c.index === 0);
    expect(drawn.screening.graph.nodes[0].text).toBe(HOSTILE);
    expect(drawn.screening.documents[0].title).toBe(HOSTILE);
    expect(data.benign).toHaveProperty([HOSTILE]);
  });

  it('holds for any text in any field', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        (a, b) => {
          const entry = sampleEntry({
            index: 0,
            documents: [
              { topic: 0, title: a, sentences: [b, 'One more.', 'And another.'] },
              { topic: 1, title: b, sentences: [a, 'One more.', 'And another.'] },
            ],
          });
          const report = renderScreenReport({
            ...sampleInput([
              { ...entry, query: a, result: { ...entry.result, id: b } },
              { ok: false, id: a, error: { code: a, message: b } },
            ]),
            title: `${a}<${b}`,
          });
          const read = tokenize(report);
          for (const { tag } of elements(read)) expect(TAGS).toContain(tag);
          const data = JSON.parse(rawContent(read, 'script', 'report-data'));
          const drawn = data.contexts.find((c: { index: number }) => c.index === 0);
          expect(drawn.screening.graph.nodes[0].text).toBe(b);
          expect(drawn.query).toBe(a);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('file', () => {
  it('is the same for the same input', () => {
    expect(renderScreenReport(sampleInput())).toBe(renderScreenReport(sampleInput()));
  });

  it('allows its own style and script by hash, and nothing else', () => {
    const source = renderScreenReport(sampleInput());
    const tokens = tokenize(source);
    const policy = elements(tokens)
      .map((t) => (t as { attributes: Record<string, string> }).attributes)
      .find((a) => a['http-equiv'] === 'Content-Security-Policy')?.content;
    const hash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
    const scripts = tokens.flatMap((t, i) => {
      const next = tokens[i + 1];
      return 'tag' in t && t.tag === 'script' && !t.closing && !t.attributes.type && next && 'text' in next
        ? [next.text]
        : [];
    });
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src ${hash(rawContent(tokens, 'style'))}`);
    expect(scripts).toHaveLength(1);
    expect(policy).toContain(`script-src ${hash(scripts[0])}`);
    expect(policy).not.toContain('unsafe');
    expect(source).not.toMatch(/\b(?:https?:)?\/\/(?!www\.w3\.org\/(?:2000\/svg|1999))[a-z0-9-]+\.[a-z]/i);
  });

  it('closes every element it opens', () => {
    const VOID = new Set(['meta', 'link', 'input', 'path', 'circle', 'rect', 'line', 'use']);
    const stack: string[] = [];
    for (const t of tokenize(renderScreenReport(sampleInput()))) {
      if (!('tag' in t) || VOID.has(t.tag)) continue;
      if (t.closing) expect(stack.pop()).toBe(t.tag);
      else stack.push(t.tag);
    }
    expect(stack).toEqual([]);
  });

  it('stays small for 1,000 contexts, and has a row and a detail for each', () => {
    const entries = Array.from({ length: 1_000 }, (_, index) => sampleEntry({ index, attack: index % 10 === 0 }));
    const source = renderScreenReport(sampleInput(entries));
    expect(source.length).toBeLessThan(4_000_000);
    const tokens = tokenize(source);
    expect(elements(tokens).length).toBeLessThan(25_000);
    expect(elements(tokens).filter((t) => t.tag === 'tr')).toHaveLength(1_000 + 1 + 3);
    expect(JSON.parse(rawContent(tokens, 'script', 'report-data')).contexts).toHaveLength(1_000);
  });

  it('says so when it lists or embeds fewer than all, and keeps the most suspicious', () => {
    const entries = Array.from({ length: 40 }, (_, index) => sampleEntry({ index, attack: index % 4 === 3 }));
    const flagged = entries.flatMap((e, i) => (e.result.verdict === 'flag' ? [i] : []));
    const source = renderScreenReport({ ...sampleInput(entries), limits: { rows: 20, details: flagged.length } });
    const tokens = tokenize(source);
    const text = visibleText(tokens);
    expect(text).toContain('lists the 20 most suspicious of 40 contexts');
    expect(text).toContain(`included for the ${flagged.length} most suspicious`);
    const embedded = JSON.parse(rawContent(tokens, 'script', 'report-data')).contexts.map(
      (c: { index: number }) => c.index,
    );
    expect([...embedded].sort((a, b) => a - b)).toEqual(flagged);
  });

  it('refuses a limit that is no count', () => {
    for (const rows of [-1, 1.5, Number.NaN]) {
      expect(() => renderScreenReport({ ...sampleInput([]), limits: { rows } })).toThrowError(
        expect.objectContaining({ code: 'OPTION_INVALID' }),
      );
    }
  });
});

describe('summary', () => {
  const textOf = (entries: readonly ReportEntry[]): string =>
    visibleText(tokenize(renderScreenReport(sampleInput(entries))));

  it('counts outcomes and labels', () => {
    const entries = sampleEntries();
    const flags = entries.filter((e) => e.ok && e.result.verdict === 'flag').length;
    const attacks = entries.filter((e) => e.ok && e.label === 'attack' && e.result.verdict !== 'abstain');
    const caught = attacks.filter((e) => e.ok && e.result.verdict === 'flag').length;
    const text = textOf(entries);
    expect(text).toContain(`${flags} of ${entries.length - 4} screened contexts were flagged`);
    expect(text).toContain('2 contexts could not be judged and 2 contexts failed with an error.');
    expect(text).toContain(`(${caught} of ${attacks.length})`);
    expect(text).toContain('threshold 4.102');
  });

  it('has no confusion table without labels', () => {
    const entries = sampleEntries().map(({ label, ...e }) => e as ReportEntry);
    expect(textOf(entries)).not.toContain('Against the labels');
  });

  it('shows scores relative to their thresholds when these differ', () => {
    const text = textOf([sampleEntry({ index: 0, threshold: 4 }), sampleEntry({ index: 1, threshold: 5 })]);
    expect(text).toContain('Scores relative to their thresholds');
  });

  it('works for no entries, and for errors alone', () => {
    expect(textOf([])).toContain('No contexts were screened.');
    const text = textOf([
      { ok: false, line: 1, error: { code: 'JSON_INVALID', message: 'no JSON' } },
      { ok: false, id: 'x', error: { code: 'CONTEXT_INVALID', message: 'no documents' } },
    ]);
    expect(text).toContain('None of 2 contexts was screened: 2 contexts failed with an error.');
    expect(text).toContain('line 1');
    expect(text).not.toContain('Scores');
  });

  it('warns of the generic profile and of shapes that it does not cover', () => {
    const entry = sampleEntry({ index: 0 });
    const input = sampleInput([{ ...entry, result: { ...entry.result, extrapolated: true } }]);
    const text = visibleText(tokenize(renderScreenReport({ ...input, profile: { ...input.profile, generic: true } })));
    expect(text).toContain('The generic profile was used');
    expect(text).toContain('1 context had a shape that the profile does not cover');
    expect(textOf([entry])).not.toContain('generic profile');
  });
});
