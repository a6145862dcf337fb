/** A tag or a stretch of text as a browser's tokenizer would see it, for the well-formed HTML that the report writes. */
export type Token = { tag: string; attributes: Record<string, string>; closing: boolean } | { text: string };

const RAW_TEXT = new Set(['script', 'style', 'title']);
const TAG = /^<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z][a-z0-9:-]*(?:="[^"<>]*")?)*)\s*\/?>/i;

/** Throws on a `<` that begins no well-formed tag: text that slipped through unescaped. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let rest = source.replace(/^<!doctype html>/, '');
  while (rest.length > 0) {
    const open = rest.indexOf('<');
    if (open !== 0) {
      const text = open < 0 ? rest : rest.slice(0, open);
      tokens.push({ text: decode(text) });
      rest = rest.slice(text.length);
      continue;
    }
    const match = TAG.exec(rest);
    if (!match) throw new Error(`no tag: ${rest.slice(0, 80)}`);
    const tag = match[2].toLowerCase();
    tokens.push({ tag, attributes: attributesOf(match[3]), closing: match[1] === '/' });
    rest = rest.slice(match[0].length);
    if (RAW_TEXT.has(tag) && match[1] !== '/') {
      const end = rest.search(new RegExp(`</${tag}[\\s/>]`, 'i'));
      if (end < 0) throw new Error(`<${tag}> is not closed`);
      tokens.push({ text: tag === 'title' ? decode(rest.slice(0, end)) : rest.slice(0, end) });
      rest = rest.slice(end);
    }
  }
  return tokens;
}

/** Contents of the first element with this tag and attribute. */
export function rawContent(tokens: readonly Token[], tag: string, id?: string): string {
  const at = tokens.findIndex(
    (t) => 'tag' in t && !t.closing && t.tag === tag && (id === undefined || t.attributes.id === id),
  );
  const next = tokens[at + 1];
  if (at < 0 || !next || !('text' in next)) throw new Error(`no <${tag}> with text`);
  return next.text;
}

function attributesOf(source: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name, value] of source.matchAll(/([a-z][a-z0-9:-]*)(?:="([^"]*)")?/gi))
    attributes[name] = decode(value ?? '');
  return attributes;
}

function decode(text: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return text.replace(/&([a-z0-9#]+);/gi, (whole, name: string) => names[name] ?? whole);
}
