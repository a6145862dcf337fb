/**
 * Colours, type and the parts every report shares. Hues were chosen to stay apart under protanopia, deuteranopia and
 * tritanopia, and nothing is told by hue alone: verdicts and parts also have a shape.
 */
export const THEME_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fcfcfa; --raised: #ffffff; --ink: #17191c; --muted: #5a6068; --faint: #8a9098;
  --line: #dededa; --line-strong: #b9bab5; --focus: #1d4fd7; --hover: #efefea; --chosen: #e9eefb;
  --flag: #b83a0b; --flag-soft: #fbe9e1; --pass: #0a6b74; --pass-soft: #e0f1f1; --abstain: #5f656d; --error: #7a2aa8;
  --part-a: #3a53b4; --part-a-ink: #ffffff; --part-a-soft: #eceffa; --part-b: #e2a400; --part-b-ink: #1b1500; --part-b-soft: #fbf3dc;
  --benign: #c3c5bf; --notice: #fff7df; --notice-line: #d9b44a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #131518; --raised: #1a1d21; --ink: #e9eaec; --muted: #a3aab3; --faint: #7b828b;
    --line: #2d3238; --line-strong: #4a5058; --focus: #8db1ff; --hover: #23272d; --chosen: #243150;
    --flag: #ff8a5c; --flag-soft: #3a211a; --pass: #5cc4c9; --pass-soft: #16302f; --abstain: #a3aab3; --error: #cf96f0;
    --part-a: #8fa6ff; --part-a-ink: #0c1230; --part-a-soft: #1d2338; --part-b: #f0b92c; --part-b-ink: #1b1500; --part-b-soft: #302814;
    --benign: #565c64; --notice: #2d2714; --notice-line: #8a7024;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
h1, h2, h3, h4, p, dl, dd, ol, ul, figure { margin: 0; }
h1 { font-size: 28px; line-height: 1.2; font-weight: 650; letter-spacing: -0.018em; }
h2 { font-size: 17px; line-height: 1.3; font-weight: 650; letter-spacing: -0.006em; }
h3 { font-size: 12px; line-height: 1.4; font-weight: 600; letter-spacing: 0.05em; text-transform: uppercase; color: var(--muted); }
small, .small { font-size: 13px; }
.muted { color: var(--muted); }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.92em; }
a { color: inherit; }
button, input, select { font: inherit; color: inherit; }
:focus { outline: none; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
[hidden] { display: none !important; }
svg { display: block; }
svg text { fill: currentColor; font-size: 11.5px; font-variant-numeric: tabular-nums; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 7px 10px; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { font-size: 12px; font-weight: 600; color: var(--muted); border-bottom-color: var(--line-strong); white-space: nowrap; }
.number { text-align: right; white-space: nowrap; }
.skip-link { position: absolute; left: 8px; top: -60px; z-index: 9; padding: 8px 14px; background: var(--raised); border: 1px solid var(--line-strong); border-radius: 6px; }
.skip-link:focus { top: 8px; }
.visually-hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.hidden-character { padding: 0 4px; border: 1px solid var(--flag); border-radius: 3px; color: var(--flag); font-size: 0.8em; white-space: normal; }
.notice { padding: 10px 14px; border-left: 3px solid var(--notice-line); background: var(--notice); border-radius: 0 4px 4px 0; font-size: 14px; }
.mark { display: inline-block; width: 12px; height: 12px; flex: none; vertical-align: -1px; fill: currentColor; }
.is-flag { color: var(--flag); } .is-pass { color: var(--pass); } .is-abstain { color: var(--abstain); } .is-error { color: var(--error); }
@media (prefers-reduced-motion: no-preference) {
  .skip-link { transition: top 0.12s ease-out; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --raised: #fff; --ink: #000; --muted: #444; }
  body { font-size: 10.5pt; }
  .no-print { display: none !important; }
  tr, figure { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
