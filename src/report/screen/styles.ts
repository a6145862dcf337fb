/** Layout of the screening report: summary, table of contexts, and the detail of one. */
export const SCREEN_STYLE = `
.page { max-width: 1440px; margin: 0 auto; padding: 28px 32px 64px; }
.masthead { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 4px 24px; padding-bottom: 14px; border-bottom: 2px solid var(--ink); }
.brand { font-weight: 700; letter-spacing: -0.01em; }
.headline { margin: 26px 0 22px; max-width: 62ch; }
.headline p { margin-top: 8px; font-size: 18px; line-height: 1.45; color: var(--muted); }
.headline strong { color: var(--ink); font-weight: 650; }
.summary { display: grid; grid-template-columns: minmax(0, 1.5fr) minmax(0, 1fr); gap: 28px 48px; margin-bottom: 36px; }
.summary > div { min-width: 0; }
.summary h2 { margin-bottom: 10px; }
.counts { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); margin-bottom: 22px; }
.counts div { padding: 12px 14px; border-left: 1px solid var(--line); min-width: 0; }
.counts div:first-child { border-left: 0; padding-left: 0; }
.counts dt { display: flex; align-items: center; gap: 6px; font-size: 13px; font-weight: 600; }
.counts dd { font-size: 30px; line-height: 1.25; font-weight: 600; letter-spacing: -0.02em; }
.counts dd small { display: block; font-size: 12.5px; font-weight: 400; letter-spacing: 0; color: var(--muted); }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); font-size: 14px; border-top: 1px solid var(--line); }
.facts dt { color: var(--muted); padding: 6px 20px 6px 0; } .facts dd { padding: 6px 0; }
.facts > div { display: contents; }
.facts > div > * { border-bottom: 1px solid var(--line); }
.tag { display: inline-block; padding: 0 7px; border: 1px solid var(--line-strong); border-radius: 99px; font-size: 12px; line-height: 1.6; color: var(--muted); white-space: nowrap; }
.tag.strong { border-color: currentColor; color: var(--flag); }
.chart { width: 100%; overflow: visible; }
.chart .axis { stroke: var(--line-strong); } .chart .tick { fill: var(--muted); }
.chart .bar-pass { fill: var(--pass); } .chart .bar-flag { fill: var(--flag); } .chart .bar-benign { fill: var(--benign); }
.chart .threshold { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 4 3; } .chart .threshold-label { font-weight: 600; }
.caption { margin-top: 6px; font-size: 13px; color: var(--muted); max-width: 70ch; }
.confusion { margin-top: 24px; } .confusion table { font-size: 14px; } .confusion .right { font-weight: 650; }
.notices { display: grid; gap: 8px; margin: 0 0 22px; max-width: 100ch; }
.explorer { border-top: 2px solid var(--ink); padding-top: 18px; }
.explorer > h2 { margin-bottom: 12px; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 36px; align-items: start; }
.controls { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; margin-bottom: 10px; font-size: 14px; }
.controls input[type=search], .controls select { padding: 6px 10px; border: 1px solid var(--line-strong); border-radius: 6px; background: var(--raised); min-width: 0; }
.controls input[type=search] { flex: 1 1 150px; }
.filter { border: 0; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: 4px; width: 100%; min-width: 0; }
.filter label { position: relative; }
.filter input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
.filter span { display: flex; align-items: center; gap: 5px; padding: 4px 8px; border: 1px solid var(--line-strong); border-radius: 99px; font-size: 13px; background: var(--raised); }
.filter input:checked + span { background: var(--ink); color: var(--paper); border-color: var(--ink); }
.filter input:focus-visible + span { outline: 2px solid var(--focus); outline-offset: 2px; }
.contexts { font-size: 14px; }
.contexts tbody tr { scroll-margin-top: 40px; }
.contexts td { white-space: nowrap; }
.contexts tbody th { width: 100%; }
.row-id { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; font-weight: 600; }
.contexts a { text-decoration: none; font-weight: 600; } .contexts a:hover { text-decoration: underline; }
.verdict-cell { white-space: nowrap; font-weight: 600; font-size: 13px; }
.verdict-cell .mark { margin-right: 6px; }
.query-line { color: var(--muted); font-size: 13px; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; }
.error-line { color: var(--error); }
.list-foot { display: flex; justify-content: space-between; align-items: center; gap: 12px; padding: 10px 0; font-size: 13px; color: var(--muted); }
.button { padding: 5px 12px; border: 1px solid var(--line-strong); border-radius: 6px; background: var(--raised); cursor: pointer; font-size: 14px; }
.button:hover { background: var(--hover); } .button:disabled { opacity: 0.45; cursor: default; }
.script .contexts tbody tr { cursor: pointer; } .script .contexts tbody tr:hover { background: var(--hover); }
.script .contexts tr[aria-current=true] { background: var(--chosen); box-shadow: inset 3px 0 0 var(--focus); }
.foot { margin-top: 44px; padding-top: 14px; border-top: 1px solid var(--line); font-size: 13px; color: var(--muted); }
footer .keys { display: none; margin-top: 8px; } .script footer .keys { display: block; }
kbd { font: 600 12px/1.5 ui-monospace, Menlo, Consolas, monospace; padding: 0 5px; border: 1px solid var(--line-strong); border-bottom-width: 2px; border-radius: 4px; }
@media (max-width: 860px) {
  .summary { grid-template-columns: minmax(0, 1fr); }
}
@media screen and (min-width: 1000px) {
  .script .columns { grid-template-columns: minmax(340px, 420px) minmax(0, 1fr); }
  .script .list-pane { position: sticky; top: 12px; }
  .script .list-scroll { max-height: calc(100vh - 190px); min-height: 320px; overflow-y: auto; border-bottom: 1px solid var(--line); scrollbar-width: thin; }
  .script .wide-only { display: none; }
  .script .contexts thead th { position: sticky; top: 0; background: var(--paper); z-index: 1; box-shadow: inset 0 -1px 0 var(--line-strong); }
  .script .contexts .verdict-cell { padding-left: 12px; }
  .back { display: none; }
}
@media screen and (max-width: 999px) {
  .script.reading .list-pane, .script.reading .overview { display: none; }
  .script:not(.reading) .detail-pane { display: none; }
}
@media (max-width: 560px) {
  .page { padding: 16px 16px 48px; }
  h1 { font-size: 23px; }
  .headline { margin: 18px 0; } .headline p { font-size: 16px; }
  .counts { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .counts div:nth-child(odd) { border-left: 0; padding-left: 0; } .counts div:nth-child(n+3) { border-top: 1px solid var(--line); }
  .wide-only { display: none; }
  th, td { padding: 7px 6px; } .contexts .verdict-cell { padding-left: 6px; }
  .contexts .verdict-word { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .facts { grid-template-columns: minmax(0, 1fr); } .facts dt { border-bottom: 0 !important; padding-bottom: 0; } .facts dd { padding-top: 0; }
}
@media print {
  .page { padding: 0; max-width: none; }
  .list-scroll { max-height: none !important; overflow: visible !important; }
  .wide-only { display: table-cell !important; }
}
`;
