import { html, type Markup, trusted } from './html.ts';

/** Shapes of the verdicts, so that none is told by colour alone; defined once in the document, used by reference. */
export const MARK_SYMBOLS: Markup = trusted(
  `<svg width="0" height="0" aria-hidden="true" focusable="false" class="visually-hidden">
<symbol id="mark-flag" viewBox="0 0 12 12"><path d="M6 .8 11.6 11.2H.4z"/></symbol>
<symbol id="mark-pass" viewBox="0 0 12 12"><circle cx="6" cy="6" r="5"/></symbol>
<symbol id="mark-abstain" viewBox="0 0 12 12"><circle cx="6" cy="6" r="4.2" fill="none" stroke="currentColor" stroke-width="1.7"/></symbol>
<symbol id="mark-error" viewBox="0 0 12 12"><path d="M1.8 1.8l8.4 8.4M10.2 1.8 1.8 10.2" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/></symbol>
</svg>`,
);

export function mark(outcome: 'flag' | 'pass' | 'abstain' | 'error'): Markup {
  return html`<svg class="mark is-${outcome}" aria-hidden="true"><use href="#mark-${outcome}"/></svg>`;
}
