/**
 * Figures: series colours that stay apart under colour-vision deficiencies (each series also has its own dash and marker),
 * and the sequential palette of maps, light to dark on paper and dark to light on a dark ground. Print is always light.
 */
export const FIGURE_STYLE = `
:root {
  --s0: #3a53b4; --s1: #b83a0b; --s2: #0a6b74; --s3: #9a6a00; --s4: #7a2aa8; --s5: #4b5158; --s6: #b8377f; --s7: #3c7a28;
  --q0: #eef3f6; --q1: #d9e6ee; --q2: #c0d7e6; --q3: #a2c4db; --q4: #7fb0cf; --q5: #5b9ac2; --q6: #2b6b9b; --q7: #1d5083; --q8: #123560;
  --on-pale: #10161c; --on-deep: #ffffff;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --s0: #8fa6ff; --s1: #ff8a5c; --s2: #5cc4c9; --s3: #f0b92c; --s4: #cf96f0; --s5: #b3bac3; --s6: #f786bb; --s7: #8fce78;
    --q0: #1b232b; --q1: #1c303f; --q2: #1d3f55; --q3: #1f4f6d; --q4: #236084; --q5: #4c94bb; --q6: #72aece; --q7: #9fcbe0; --q8: #d3eaf4;
  }
}
.s0 { color: var(--s0); } .s1 { color: var(--s1); } .s2 { color: var(--s2); } .s3 { color: var(--s3); }
.s4 { color: var(--s4); } .s5 { color: var(--s5); } .s6 { color: var(--s6); } .s7 { color: var(--s7); }
.curve { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
.area { fill: currentColor; fill-opacity: 0.16; } .sign .area { stroke: none; }
.d1.curve, .d1 .curve { stroke-dasharray: 7 3; } .d2.curve, .d2 .curve { stroke-dasharray: 2 2.5; }
.d3.curve, .d3 .curve { stroke-dasharray: 9 3 2 3; } .d4.curve, .d4 .curve { stroke-dasharray: 12 4; }
.point { fill: currentColor; stroke: var(--paper); stroke-width: 1; }
.error { stroke: currentColor; stroke-width: 1.25; opacity: 0.75; }
.chart { width: 100%; overflow: visible; }
.stretched { overflow: visible; }
.chart .axis { stroke: var(--line-strong); } .chart .grid { stroke: var(--line); } .chart .tick { fill: var(--muted); }
.plot { padding-right: 16px; margin-top: 10px; }
.gutter-2 { padding-left: 26px; } .gutter-3 { padding-left: 32px; } .gutter-4 { padding-left: 38px; } .gutter-5 { padding-left: 45px; }
.gutter-6 { padding-left: 52px; } .gutter-7 { padding-left: 59px; } .gutter-8 { padding-left: 66px; } .gutter-9 { padding-left: 73px; }
.y-label, .x-label { font-size: 12.5px; color: var(--muted); line-height: 1.35; }
.x-label { text-align: center; margin-top: 2px; }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 3px 18px; margin-bottom: 10px; font-size: 13px; line-height: 1.4; }
.legend li { display: flex; gap: 8px; align-items: flex-start; min-width: 0; }
.sign { flex: none; margin-top: 2px; overflow: visible; }
.values { margin-top: 8px; font-size: 13px; }
.values summary { cursor: pointer; color: var(--muted); width: max-content; padding: 2px 0; } .values summary:hover { color: var(--ink); }
.values table { margin-top: 4px; } .values th, .values td { padding: 3px 10px 3px 0; }
.values thead th { white-space: normal; } .values th:first-child { min-width: 9ch; }
@media screen { .values .tall { max-height: 300px; width: auto; } }
.bars { display: grid; grid-template-columns: fit-content(36%) minmax(0, 1fr) max-content; column-gap: 14px; align-items: center; }
.bar-head, .bar-row, .bar-axis, .bar-foot { display: contents; }
.bar-head > * { font-size: 12.5px; line-height: 1.35; color: var(--muted); padding-bottom: 3px; }
.bar-name { font-size: 13px; line-height: 1.25; padding: 2px 0; }
.bar-row svg { align-self: stretch; height: 100%; min-height: 24px; }
.bar-value { font-size: 13px; white-space: nowrap; text-align: right; }
.bar { fill: var(--s0); } .bar-error { stroke: var(--ink); stroke-width: 1.5; }
.heat { width: auto; font-size: 13.5px; border-collapse: separate; border-spacing: 2px; }
.heat th, .heat td { border: 0; padding: 6px 10px; text-align: center; vertical-align: middle; }
.heat tbody th { position: sticky; left: 0; background: var(--paper); text-align: right; padding-left: 0; max-width: 26ch; } .heat thead th { color: var(--ink); font-size: 13px; white-space: normal; vertical-align: bottom; }
.heat thead td, .heat thead .heat-axis[colspan] { padding: 0 10px; }
.heat .heat-axis { color: var(--muted); font-weight: 400; font-size: 12.5px; } .heat thead tr + tr .heat-axis { text-align: right; padding-left: 0; vertical-align: bottom; }
.heat tbody td { min-width: 58px; white-space: nowrap; color: var(--on-pale); }
.heat .missing { color: var(--muted); border: 1px dashed var(--line-strong); }
.ramp { display: flex; align-items: center; gap: 8px; margin-top: 8px; font-size: 12.5px; color: var(--muted); }
td.q0 { background: var(--q0); } td.q1 { background: var(--q1); } td.q2 { background: var(--q2); } td.q3 { background: var(--q3); } td.q4 { background: var(--q4); }
td.q5 { background: var(--q5); } td.q6 { background: var(--q6); } td.q7 { background: var(--q7); } td.q8 { background: var(--q8); }
rect.q0 { fill: var(--q0); } rect.q1 { fill: var(--q1); } rect.q2 { fill: var(--q2); } rect.q3 { fill: var(--q3); } rect.q4 { fill: var(--q4); }
rect.q5 { fill: var(--q5); } rect.q6 { fill: var(--q6); } rect.q7 { fill: var(--q7); } rect.q8 { fill: var(--q8); }
.heat .q6, .heat .q7, .heat .q8 { color: var(--on-deep); }
@media screen and (prefers-color-scheme: dark) {
  .heat .q0, .heat .q1, .heat .q2, .heat .q3, .heat .q4 { color: var(--on-deep); }
  .heat .q5, .heat .q6, .heat .q7, .heat .q8 { color: var(--on-pale); }
}
.multiples { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 250px), 1fr)); gap: 16px 24px; }
.multiple-name { font-size: 13px; font-weight: 600; }
@media (max-width: 560px) {
  .heat { --cell-room: 8px; font-size: 12.5px; } .heat th, .heat td { padding: 6px 4px; } .heat tbody td { min-width: 46px; } .heat thead .heat-axis[colspan] { text-align: left; padding: 0 4px; }
  .bars { grid-template-columns: minmax(0, 1fr) max-content; padding-left: 8px; }
  .bar-name, .bar-head > span:first-child { grid-column: 1 / -1; } .bar-name { padding-top: 6px; }
  .bar-axis > span:first-child, .bar-foot > span:first-child, .bar-head > span + span { display: none; }
}
@media print { .values:not([open]) { display: none; } .experiments svg { break-inside: avoid; } }
`;
