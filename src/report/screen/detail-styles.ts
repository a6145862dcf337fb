/** The detail of one context: verdict, graph, sentences, signals. */
export const DETAIL_STYLE = `
.detail-pane { min-width: 0; }
.detail-bar { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; padding-bottom: 12px; font-size: 14px; color: var(--muted); }
.detail-bar .position { margin-left: auto; }
.detail-title { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 12px; }
.detail-title h2 { font-size: 21px; letter-spacing: -0.012em; }
.detail-title .verdict { display: inline-flex; align-items: center; gap: 7px; font-weight: 650; font-size: 15px; padding: 2px 11px; border: 1.5px solid currentColor; border-radius: 99px; }
.query { margin: 10px 0 0; font-size: 17px; line-height: 1.45; max-width: 72ch; }
.explain { margin: 8px 0 0; color: var(--muted); max-width: 76ch; }
.explain.finding { color: var(--ink); }
.explain strong { color: var(--ink); font-weight: 600; }
.measures { display: flex; flex-wrap: wrap; gap: 8px 34px; margin: 18px 0 6px; padding: 12px 0; border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); }
.measures dt { font-size: 12.5px; color: var(--muted); } .measures dd { font-size: 20px; font-weight: 600; letter-spacing: -0.01em; line-height: 1.3; }
.detail-pane .notices { margin: 14px 0 0; }
.evidence { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 24px 32px; margin-top: 22px; align-items: start; }
.detail-pane section > h3, .evidence h3 { margin-bottom: 8px; }
.graph-figure { position: relative; min-width: 0; }
.graph { width: 100%; height: auto; overflow: visible; border: 1px solid var(--line); border-radius: 8px; background: var(--raised); }
.zone-a { fill: var(--part-a-soft); } .zone-b { fill: var(--part-b-soft); }
.zone-label { font-weight: 600; font-size: 12.5px; } .zone-note { fill: var(--muted); }
.cut { stroke: var(--faint); stroke-dasharray: 2 5; stroke-linecap: round; stroke-width: 1.5; }
.edge { cursor: default; } .edge path { fill: none; }
.edge .hit { stroke: transparent; stroke-width: 13; pointer-events: stroke; }
.edge .ink { stroke: var(--faint); pointer-events: none; }
.edge.in-a .ink { stroke: var(--part-a); } .edge.in-b .ink { stroke: var(--part-b); }
.edge.crossing .ink { stroke: var(--muted); stroke-dasharray: 5 4; }
.edge.link .ink { stroke: var(--ink); stroke-dasharray: none; stroke-width: 6; opacity: 1; }
.edge.link .core { stroke: var(--raised); stroke-width: 2.5; pointer-events: none; }
.edge.absent .ink { stroke-width: 1.5; stroke-dasharray: 1 6; stroke-linecap: round; }
.link-pill rect { fill: var(--ink); } .link-pill text { fill: var(--paper); font-weight: 650; text-anchor: middle; }
.link-pill { pointer-events: none; }
.node { cursor: default; } .node text { text-anchor: middle; font-weight: 650; font-size: 11.5px; pointer-events: none; }
.node .body { stroke: var(--raised); stroke-width: 2; }
.node.in-a .body { fill: var(--part-a); } .node.in-b .body { fill: var(--part-b); }
.node.in-a text { fill: var(--part-a-ink); } .node.in-b text { fill: var(--part-b-ink); }
.node .ring { fill: none; stroke: var(--flag); stroke-width: 2; }
.graph .hot .body { stroke: var(--ink); stroke-width: 3; } .graph .edge.hot .ink { stroke: var(--ink); opacity: 1; }
.graph.active .edge:not(.hot) { opacity: 0.18; } .graph.active .node:not(.hot):not(.near) { opacity: 0.4; }
.graph :focus-visible { outline: none; } .node:focus-visible .body { stroke: var(--focus); stroke-width: 4; } .edge:focus-visible .ink { stroke: var(--focus); stroke-width: 6; opacity: 1; }
.tip { position: absolute; z-index: 4; width: max-content; max-width: min(330px, 100%); padding: 6px 10px; border-radius: 6px; background: var(--ink); color: var(--paper); font-size: 13px; line-height: 1.4; pointer-events: none; }
.tip b { display: block; font-size: 14px; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 8px 0 0; padding: 0; list-style: none; font-size: 12.5px; color: var(--muted); }
.legend li { display: flex; align-items: center; gap: 6px; }
.documents { list-style: none; padding: 0; display: grid; gap: 16px; }
.document-title { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 8px; font-size: 14px; font-weight: 650; line-height: 1.35; margin-bottom: 4px; }
.document.suspect { border-left: 3px solid var(--flag); padding-left: 12px; }
.sentences { list-style: none; padding: 0; }
.sentences li { display: grid; grid-template-columns: 44px minmax(0, 1fr); gap: 6px; padding: 4px 6px 4px 0; border-radius: 5px; font-size: 14px; line-height: 1.45; }
.sentences li.hot { background: var(--chosen); }
.chip { display: inline-flex; align-items: center; justify-content: center; min-width: 34px; height: 21px; padding: 0 5px; font-size: 11.5px; font-weight: 650; }
.chip.in-a { background: var(--part-a); color: var(--part-a-ink); border-radius: 11px; }
.chip.in-b { background: var(--part-b); color: var(--part-b-ink); border-radius: 3px; }
.signals { margin-top: 30px; }
.signals td, .signals th { vertical-align: middle; font-size: 14px; padding: 8px 10px; }
.signals tbody th { padding-left: 0; width: 34%; } .signals tbody th small { display: block; color: var(--muted); font-size: 12.5px; line-height: 1.35; }
.signals tbody th span { font-weight: 600; }
.signals .strip { width: 30%; min-width: 130px; } .signals .words { width: 26%; font-size: 13px; }
.signals thead th:first-child { padding-left: 0; }
.strip svg { overflow: visible; } .strip .bar { fill: var(--benign); } .strip .base { stroke: var(--line-strong); }
.strip .needle { stroke: var(--ink); stroke-width: 2; } .strip .head { fill: var(--ink); }
.strip .limit { stroke: var(--flag); stroke-width: 1.5; stroke-dasharray: 3 2; }
details { margin-top: 24px; } summary { cursor: pointer; font-size: 14px; font-weight: 600; } details table { margin-top: 8px; font-size: 13.5px; }
@media (max-width: 1180px) { .evidence { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 560px) {
  .measures { gap: 8px 22px; } .measures dd { font-size: 18px; }
  .signals thead { display: none; } .signals tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; border-bottom: 1px solid var(--line); padding: 8px 0; }
  .signals td, .signals tbody th { border: 0; padding: 2px 0; width: auto; min-width: 0; }
  .signals td.strip, .signals td.words { grid-column: 1 / -1; width: auto; }
}
@media (prefers-reduced-motion: no-preference) {
  .graph .edge, .graph .node { transition: opacity 0.12s linear; }
}
@media print {
  .detail-pane { break-before: page; } .evidence { grid-template-columns: minmax(0, 1fr); }
  .detail-bar { display: none; }
}
`;
