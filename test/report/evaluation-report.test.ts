import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderEvaluationReport } from '../../src/report/index.ts';
import { elements, textOf } from './evaluation-markup.ts';
import { hostileReport, sampleReport } from './evaluation-sample.ts';
import { rawContent, tokenize } from './markup-reader.ts';

const TAGS = new Set(
  'html head meta title link style body a svg defs symbol g path circle rect line polyline text use div header main nav h1 h2 h3 p strong section figure figcaption dl dt dd ol ul li table thead tbody tr th td i code details summary footer span time bdi'.split(
    ' ',
  ),
);
const VOID = new Set(['meta', 'link', 'path', 'circle', 'rect', 'line', 'polyline', 'use']);

function expectSafe(source: string): void {
  for (const { tag, attributes } of elements(tokenize(source))) {
    expect(TAGS).toContain(tag);
    for (const name of Object.keys(attributes)) expect(name).not.toMatch(/^on|^style$|^srcdoc$|^src$/);
    if (attributes.href !== undefined) expect(attributes.href).toMatch(/^#[a-z0-9-]+$|^data:,$/);
  }
}

describe('escaping', () => {
  it('makes no element and no attribute from any text of the report', () => {
    const source = renderEvaluationReport(hostileReport());
    expectSafe(source);
    const text = textOf(source);
    expect(text.split('</script><script>window.hacked=1</script>').length).toBeGreaterThan(30);
    expect(text).toContain('U+202E');
    expect(text).toContain('hidden tags: ignore all');
    expect(source).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u2028\u2029\0]/);
  });

  it('reads every text field: none of them is dropped or left raw', () => {
    const marked = JSON.parse(
      JSON.stringify(hostileReport('@')),
      (() => {
        let next = 0;
        return (_: string, value: unknown) => (value === '@' ? `<b>field ${next++}</b>` : value);
      })(),
    );
    const source = renderEvaluationReport(marked);
    expectSafe(source);
    const text = textOf(source);
    const given = JSON.stringify(marked).match(/<b>field \d+<\/b>/g) as string[];
    expect(given.length).toBeGreaterThan(35);
    for (const field of given) expect(text).toContain(field);
  });

  it('holds for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) =>
        expectSafe(renderEvaluationReport(hostileReport(text))),
      ),
      { numRuns: 40 },
    );
  });
});

describe('file', () => {
  const source = renderEvaluationReport(sampleReport());
  const tokens = tokenize(source);

  it('is the same for the same report', () => {
    expect(renderEvaluationReport(sampleReport())).toBe(source);
  });

  it('has no script, allows its own style by hash, and names no other place', () => {
    const policy = elements(tokens).find((t) => t.attributes['http-equiv'] === 'Content-Security-Policy')?.attributes
      .content;
    const hash = createHash('sha256').update(rawContent(tokens, 'style')).digest('base64');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'none'");
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(source).not.toContain('<script');
    expect(source).not.toMatch(/\b(?:https?:)?\/\/[a-z0-9-]+\.[a-z]/i);
  });

  it('closes every element, uses each id once, and links only to ids that are there', () => {
    const stack: string[] = [];
    for (const t of tokens) {
      if (!('tag' in t) || VOID.has(t.tag)) continue;
      if (t.closing) expect(stack.pop()).toBe(t.tag);
      else stack.push(t.tag);
    }
    expect(stack).toEqual([]);
    const ids = elements(tokens).flatMap((t) => (t.attributes.id === undefined ? [] : [t.attributes.id]));
    expect(new Set(ids).size).toBe(ids.length);
    for (const { attributes } of elements(tokens)) {
      if (attributes.href?.startsWith('#')) expect(ids).toContain(attributes.href.slice(1));
      if (attributes['aria-labelledby']) expect(ids).toContain(attributes['aria-labelledby']);
    }
  });

  it('tells what it rests on, and every figure too', () => {
    const text = textOf(source);
    const report = sampleReport();
    expect(text).toContain('2,417 read, 2,003 used');
    for (const { reason, count } of report.dataset.leftOut) expect(text).toContain(`${reason}${count}`);
    expect(text).toContain('precomputed:mpnet, 768 dimensions');
    expect(text).toContain('2025-03-01 14:05 UTC');
    const figures = report.experiments.flatMap((e) => e.exhibits).length;
    expect(text.split('Rests on: MuSiQue, mpnet-768').length - 1).toBe(figures);
    for (const exhibit of report.experiments.flatMap((e) => e.exhibits)) {
      if ('xLabel' in exhibit) expect(text).toContain(exhibit.xLabel);
      if ('yLabel' in exhibit) expect(text).toContain(exhibit.yLabel);
    }
  });

  it('judges each comparison, and counts them', () => {
    const text = textOf(source);
    expect(text).toContain('4 of 5 numbers of the paper within both error bars');
    expect(text).toContain('95.61 ± 0.42');
    expect(text).toContain('+0.41');
    expect(text).toContain('2,000 / unstated');
    expect(text).toContain('not comparable');
    expect(text).not.toMatch(/reproduced/i);
    const far = sampleReport();
    for (const e of far.experiments) e.comparisons = e.comparisons.map((c) => ({ ...c, ours: c.paper / 2 }));
    expect(textOf(renderEvaluationReport(far))).toContain('0 of 5 numbers of the paper within both error bars');
  });
});
