import { rankInWords } from '../../charts/benign-rank.ts';
import { formatScore } from '../../theme/numbers.ts';
import type { Payload, Screening, SignalData } from '../payload.ts';
import { describeSignal } from '../signal-descriptions.ts';
import { benignStrip } from './benign-strip.ts';
import { element, foreignText } from './elements.ts';

/** Every signal against the profile's benign values, the most unusual first. */
export function signalsView(screening: Screening, benign: Payload['benign']): HTMLElement | null {
  if (screening.signals.length === 0) return null;
  return element(
    'section',
    { class: 'signals', 'aria-label': 'Signals' },
    element('h3', {}, "Signals against the profile's benign contexts"),
    element(
      'table',
      {},
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          ...['Signal', 'Value', 'Among benign', 'In words'].map((heading, i) =>
            element('th', { scope: 'col', class: i === 1 ? 'number' : null }, heading),
          ),
        ),
      ),
      element('tbody', {}, ...screening.signals.map((s) => signalRow(s, screening, benign))),
    ),
  );
}

function signalRow(signal: SignalData, screening: Screening, benign: Payload['benign']): HTMLElement {
  const bins = Object.hasOwn(benign, signal.name) ? benign[signal.name] : null;
  const words =
    signal.value === null
      ? 'not defined for this context'
      : bins && signal.rank
        ? rankInWords({ below: signal.rank[0], equal: signal.rank[1], total: bins.total })
        : 'no benign values in the profile';
  const threshold = signal.name === screening.detector ? screening.threshold : null;
  return element(
    'tr',
    {},
    element(
      'th',
      { scope: 'row' },
      element('span', {}, foreignText(signal.name)),
      element('small', {}, describeSignal(signal.name)),
    ),
    element('td', { class: 'number' }, formatScore(signal.value)),
    element(
      'td',
      { class: 'strip' },
      bins && signal.value !== null
        ? benignStrip(bins, signal.value, threshold, `${formatScore(signal.value)}, ${words}`)
        : null,
    ),
    element('td', { class: 'words' }, words),
  );
}
