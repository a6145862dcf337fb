import { createHash } from 'node:crypto';
import { revealHidden } from './hidden-characters.ts';
import { html, type Markup, trusted } from './html.ts';

export interface DocumentParts {
  title: string;
  /** Style sheets, put together in order. */
  styles: readonly string[];
  body: Markup;
  /** Data for the script, as made by `scriptJson`, by element id. */
  data?: Readonly<Record<string, string>>;
  script?: string;
}

/**
 * One self-contained HTML file. Its content security policy allows this style sheet and this script by hash and nothing
 * else: no network, no other script, no inline handlers, whatever a document's text may contain.
 */
export function renderDocument(parts: DocumentParts): string {
  const style = parts.styles.join('\n');
  const policy = [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    `script-src ${parts.script === undefined ? "'none'" : hashSource(parts.script)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const data = Object.entries(parts.data ?? {}).map(
    ([id, json]) => html`<script type="application/json" id="${id}">${trusted(json)}</script>\n`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${revealHidden(parts.title)}</title>
<link rel="icon" href="data:,">
<style>${trusted(style)}</style>
</head>
<body>
${parts.body}
${data}${parts.script === undefined ? null : html`<script>${trusted(parts.script)}</script>\n`}</body>
</html>
`.source;
}

function hashSource(content: string): string {
  return `'sha256-${createHash('sha256').update(content, 'utf8').digest('base64')}'`;
}
