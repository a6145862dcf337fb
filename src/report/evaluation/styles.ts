/** Layout of the evaluation report: header, contents beside the experiments, tables. */
export const EVALUATION_STYLE = `
html { scroll-padding-top: 12px; }
.page { max-width: 1320px; margin: 0 auto; padding: 28px 32px 64px; }
.masthead { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 4px 24px; padding-bottom: 14px; border-bottom: 2px solid var(--ink); }
.brand { font-weight: 700; letter-spacing: -0.01em; }
.headline { margin: 26px 0 22px; max-width: 72ch; }
.headline p { margin-top: 8px; font-size: 18px; line-height: 1.45; color: var(--muted); }
.headline .agreement { font-size: 15px; } .headline .caption { font-size: 13px; }
.headline strong { color: var(--ink); font-weight: 650; }
.provenance { display: grid; grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr); gap: 24px 48px; margin-bottom: 36px; }
.provenance h2 { margin-bottom: 10px; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); font-size: 14px; border-top: 1px solid var(--line); }
.facts dt { color: var(--muted); padding: 5px 20px 5px 0; } .facts dd { padding: 5px 0; }
.facts > div { display: contents; } .facts > div > * { border-bottom: 1px solid var(--line); }
.left-out { font-size: 14px; } .left-out th:first-child { padding-left: 0; }
.caption { margin-top: 6px; font-size: 13px; color: var(--muted); max-width: 84ch; }
.empty { padding: 18px 14px; border: 1px dashed var(--line-strong); border-radius: 4px; font-size: 14px; color: var(--muted); }
.layout { border-top: 2px solid var(--ink); padding-top: 20px; }
.contents { font-size: 14px; margin-bottom: 28px; }
.contents h2 { font-size: 14px; margin-bottom: 6px; }
.contents ol { padding-left: 1.7em; } .contents li { padding: 3px 0; } .contents li::marker { color: var(--muted); }
.contents a { text-decoration: none; } .contents a:hover { text-decoration: underline; }
.experiments { min-width: 0; }
.experiment + .experiment { margin-top: 44px; padding-top: 20px; border-top: 1px solid var(--line-strong); }
.experiment h2 { font-size: 21px; letter-spacing: -0.012em; }
.experiment:target h2 { text-decoration: underline; text-decoration-color: var(--focus); text-underline-offset: 4px; }
.basis { margin-top: 4px; color: var(--muted); max-width: 84ch; }
.comparison { margin-top: 18px; container: comparison / inline-size; }
.compared { font-size: 14px; }
.compared thead th { white-space: normal; overflow-wrap: normal; vertical-align: bottom; }
.compared td.number { white-space: nowrap; } .compared strong { font-weight: 650; }
.compared th:first-child { padding-left: 0; min-width: 12ch; }
.judgement { font-weight: 600; font-size: 13px; white-space: nowrap; } .judgement .mark { margin-right: 4px; }
.agreement .mark { margin-right: 2px; }
.exhibits { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 30px 36px; margin-top: 22px; align-items: start; }
.exhibit { min-width: 0; }
.exhibit.wide { grid-column: 1 / -1; }
.exhibit.wide:not(.of-table):not(.of-heatmap) { max-width: 720px; }
.exhibit-title { font-size: 15px; letter-spacing: -0.004em; text-transform: none; color: var(--ink); font-weight: 650; margin-bottom: 8px; }
.note, .rests-on { display: block; } .rests-on { font-size: 12px; margin-top: 2px; }
.table-scroll { overflow-x: auto; scrollbar-width: thin; max-width: 100%; }
.data { font-size: 14px; width: auto; min-width: min(100%, 420px); }
.data th, .data td { padding: 6px 12px; overflow-wrap: break-word; }
.data th:first-child { padding-left: 0; }
.data thead th { vertical-align: bottom; }
.data .text { max-width: 46ch; overflow-wrap: anywhere; }
.data thead th { white-space: normal; }
.data tbody tr:hover > * { background: var(--hover); }
.table-scroll:has(> .data) th:first-child { position: sticky; left: 0; background: var(--paper); z-index: 1; }
@media screen {
  .tall { max-height: 560px; width: fit-content; overflow: auto; border-bottom: 1px solid var(--line-strong); }
  .tall thead th { position: sticky; top: 0; background: var(--paper); z-index: 2; box-shadow: inset 0 -1px 0 var(--line-strong); }
  .table-scroll.tall:has(> .data) thead th:first-child { z-index: 3; }
}
.foot { margin-top: 44px; padding-top: 14px; border-top: 1px solid var(--line); font-size: 13px; color: var(--muted); }
@media screen and (min-width: 1080px) {
  .layout:has(> .contents) { display: grid; grid-template-columns: 210px minmax(0, 1fr); gap: 0 44px; align-items: start; }
  .contents { position: sticky; top: 16px; max-height: calc(100vh - 32px); overflow-y: auto; scrollbar-width: thin; }
}
@media screen and (max-width: 860px) {
  .provenance, .exhibits { grid-template-columns: minmax(0, 1fr); }
}
@media screen {
@container comparison (max-width: 759px) {
  .compared { max-width: 480px; }
  .compared thead { display: none; }
  .compared, .compared tbody, .compared tr, .compared th, .compared td { display: block; }
  .compared tr { padding: 8px 0; border-bottom: 1px solid var(--line); }
  .compared th, .compared td { padding: 1px 0; border: 0; }
  .compared th { font-weight: 600; }
  .compared td, .compared td.number { display: flex; justify-content: space-between; gap: 4px 14px; flex-wrap: wrap; text-align: right; white-space: normal; }
  .compared td::before { content: attr(data-label); color: var(--muted); font-weight: 400; margin-right: auto; }
}
}
@media (max-width: 560px) {
  .page { padding: 16px 16px 48px; }
  h1 { font-size: 23px; }
  .headline { margin: 18px 0; }
  .facts dt { padding-right: 14px; }
  .data th, .data td { padding: 6px 9px; }
  .data th:first-child { max-width: 42vw; padding-left: 0; }
}
@media print {
  .page { padding: 0; max-width: none; }
  .experiment { break-inside: auto; } .experiment header { break-after: avoid; }
  .table-scroll { overflow: visible; }
  .compared, .data { font-size: 9pt; } .compared th, .compared td, .data th, .data td { padding: 4px 6px; } .judgement { white-space: normal; }
  .of-table { break-inside: auto; }
}
`;
