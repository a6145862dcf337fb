import type { CertifyFindings, Proportion } from '../commands/certify-findings.ts';
import type { Paint } from '../terminal.ts';
import { countOf, formatPercent, formatScore } from './numbers.ts';
import { type Column, tableHeading, tableRow } from './table.ts';

/** The findings for people. Lines without line breaks. */
export function certifyLines(findings: CertifyFindings, paint: Paint): string[] {
  const { epsilon, delta, requiredEpsilon, certificate, benign, attacked } = findings;
  const verdict = certificate.applies ? paint('green', 'applies') : paint('yellow', 'does not apply');
  const sweeps = benign.bySweep + attacked.bySweep;
  return [
    `Detection certificate (Theorem 3.2): ${verdict}`,
    '',
    `ε = ${formatScore(epsilon.value)}  conductance that ${formatPercent(1 - epsilon.quantile)} of ${countOf(benign.estimation, 'benign context')} reach (quantile ${epsilon.quantile})`,
    `δ = ${formatScore(delta.value)}  conductance that ${formatPercent(delta.quantile)} of ${countOf(attacked.estimation, 'attack')} stay under (quantile ${delta.quantile})`,
    `It needs ε ≥ 2√δ = ${formatScore(requiredEpsilon)}${requiredEpsilon > 1 ? ', more than any graph has: with such attacks it never applies' : ''}`,
    ...(sweeps > 0
      ? [
          paint(
            'dim',
            `${countOf(sweeps, 'graph')} of more than 12 sentences: conductance of the best sweep cut, so ε may be too large there`,
          ),
        ]
      : []),
    '',
    ...predictionLines(findings),
    '',
    ...measurementLines(findings, paint),
  ];
}

function predictionLines({ certificate, predicted, delta, epsilon }: CertifyFindings): string[] {
  const threshold = `τ = ${formatScore(certificate.scoreThreshold)} (λ₂ below ${formatScore(certificate.spectralThreshold)})`;
  if (!certificate.applies) {
    return [
      `It predicts nothing here: λ₂ of attacks may be up to 2δ = ${formatScore(2 * delta.value)}, that of benign graphs as low as ε²/2 = ${formatScore(epsilon.value ** 2 / 2)}.`,
      `Its formula would still give the threshold ${threshold}; what that comes to is measured below.`,
    ];
  }
  const lines = [`Threshold ${threshold}, margin Δ = ${formatScore(certificate.margin)}`];
  if (!predicted) return [...lines, 'Give --sigma to see the bound on errors; σ cannot be measured, only assumed.'];
  const { errorBound, n, sigma, constant, sampleSize } = predicted;
  lines.push(
    `Predicted for n = ${n}, σ = ${sigma}, constant ${constant}: false positives and misses each at most ${formatPercent(errorBound)} (heuristic bound)`,
  );
  if (sampleSize !== null) lines.push(`Sentences to retrieve for the rates asked for (Corollary 3.1): ${sampleSize}`);
  return lines;
}

function measurementLines({ measured, epsilon, delta }: CertifyFindings, paint: Paint): string[] {
  const columns: Column[] = [
    { title: 'measured on the other half', width: 46 },
    { title: 'false positives', width: 22, align: 'right' },
    { title: 'attacks detected', width: 22, align: 'right' },
  ];
  const { certificate, calibrated } = measured;
  const row = (name: string, rates: { falsePositives: Proportion; detected: Proportion }) =>
    tableRow(columns, [name, shown(rates.falsePositives), shown(rates.detected)], 2, paint);
  return [
    tableHeading(columns, 2, paint),
    row('spectral-gap at the certificate’s threshold', certificate),
    row(`${calibrated.detector} calibrated for ${formatPercent(calibrated.fpr)}`, calibrated),
    '',
    `Outside the assumptions there: benign below ε ${shown(measured.benignBelowEpsilon)} (${formatPercent(epsilon.quantile)} expected), attacks above δ ${shown(measured.attacksAboveDelta)} (${formatPercent(1 - delta.quantile)} expected)`,
  ];
}

function shown({ count, of }: Proportion): string {
  return `${formatPercent(count / of)} (${count} of ${of})`;
}
