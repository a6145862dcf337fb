import { TopoGuardError } from '../errors/index.ts';
import type { Detector, SignalValues } from './detector.ts';
import type { DocumentSignal, Requirement, Signal } from './features.ts';
import { midRankPValue, type ReferenceSample, referenceValues } from './reference-sample.ts';

/** A detector that is one signal as it stands. */
export function signalDetector(signal: Signal): Detector {
  return {
    name: signal.name,
    signals: [signal.name],
    documentSignals: [],
    windowSignals: [],
    requires: signal.requires,
    fitted: false,
    score: (values) => ({ score: values.signals[signal.name] }),
  };
}

/**
 * Label-free fusion (docs/method.md): each signal becomes a mid-rank p-value against benign contexts, the score is
 * Σ −log p. Monotone in every signal.
 *
 * @param blame names the document to look at first: the one with the largest value, ties to the lower index
 */
export function fusedDetector(name: string, signals: readonly Signal[], blame: DocumentSignal): Detector {
  return {
    name,
    signals: signals.map((s) => s.name),
    documentSignals: [],
    windowSignals: [],
    blame: blame.name,
    requires: union([...signals, blame]),
    fitted: true,
    fit: (benign, keep) => ({
      signals: byName(signals, (signal) => referenceValues(valuesOf(benign, signal), keep)),
      documents: {},
    }),
    score: (values, reference) => {
      const sample = fitted(name, reference);
      let score = 0;
      for (const signal of signals) {
        score -= Math.log(midRankPValue(sample.signals[signal.name], values.signals[signal.name]));
      }
      const blamed = values.documents[blame.name];
      return blamed ? { score, suspect: indexOfLargest(blamed) } : { score };
    },
  };
}

function indexOfLargest(values: Float64Array): number {
  return values.reduce((best, value, i) => (value > values[best] ? i : best), 0);
}

/**
 * Document by document (docs/method.md, document-anomaly): each document's relations become p-values against the documents
 * of benign contexts, a document's anomaly is Σ −log p, and the context's score is its most anomalous document's. Names that
 * document; ties to the lower index.
 */
export function documentDetector(name: string, documentSignals: readonly DocumentSignal[]): Detector {
  return {
    name,
    signals: [],
    documentSignals: documentSignals.map((s) => s.name),
    windowSignals: [],
    requires: union(documentSignals),
    fitted: true,
    fit: (benign, keep) => ({
      signals: {},
      documents: byName(documentSignals, (signal) =>
        referenceValues(
          benign.flatMap((values) => Array.from(values.documents[signal])),
          keep,
        ),
      ),
    }),
    score: (values, reference) => {
      const sample = fitted(name, reference);
      const count = values.documents[documentSignals[0].name].length;
      let score = -Infinity;
      let suspect = 0;
      for (let i = 0; i < count; i++) {
        let anomaly = 0;
        for (const signal of documentSignals) {
          anomaly -= Math.log(midRankPValue(sample.documents[signal.name], values.documents[signal.name][i]));
        }
        if (anomaly > score) {
          score = anomaly;
          suspect = i;
        }
      }
      return { score, suspect };
    },
  };
}

function union(signals: readonly { requires: readonly Requirement[] }[]): Requirement[] {
  return [...new Set(signals.flatMap((s) => s.requires))];
}

function byName(signals: readonly { name: string }[], values: (signal: string) => number[]): Record<string, number[]> {
  return Object.fromEntries(signals.map(({ name }) => [name, values(name)]));
}

function valuesOf(benign: readonly SignalValues[], signal: string): number[] {
  return benign.map((values) => values.signals[signal]);
}

/** @throws TopoGuardError PROFILE_MISSING where there is none */
export function fitted(detector: string, reference: ReferenceSample | null): ReferenceSample {
  if (reference === null) {
    throw new TopoGuardError(
      'PROFILE_MISSING',
      `detector ${detector} turns signals into p-values and has no benign sample`,
      {
        remedy: 'Calibrate with benign contexts (topoguard calibrate), or choose a detector that is a plain signal',
      },
    );
  }
  return reference;
}
