import { fingerprintsMatch } from '../encoders/index.ts';
import type { ProfileSetting } from './match.ts';

/** One thing that two settings have different. */
export interface SettingDifference {
  /** Path inside the setting, e.g. `encoder.id`. */
  field: string;
  first: string;
  second: string;
}

/** Everything that two settings have different, the encoder first. Fingerprints are equal within their tolerance. */
export function settingDifferences(a: ProfileSetting, b: ProfileSetting): SettingDifference[] {
  const compared: [field: string, first: unknown, second: unknown][] = [
    ['encoder.dimension', a.encoder.dimension, b.encoder.dimension],
    ['encoder.id', a.encoder.id, b.encoder.id],
    ['detector.name', a.detector.name, b.detector.name],
    ['detector.k', a.detector.k, b.detector.k],
    ['detector.alpha', a.detector.alpha, b.detector.alpha],
    ['detector.entityUnit', a.detector.entityUnit, b.detector.entityUnit],
    ['detector.documentFrequencies', a.detector.documentFrequencies, b.detector.documentFrequencies],
    ['text.coverage', a.text.coverage, b.text.coverage],
    ['text.sentencesPerDocument', a.text.sentencesPerDocument, b.text.sentencesPerDocument],
    ['text.titles', a.text.titles ?? false, b.text.titles ?? false],
    ['entities', a.entities, b.entities],
  ];
  const differences = compared
    .filter(([, first, second]) => first !== second)
    .map(([field, first, second]) => ({ field, first: String(first), second: String(second) }));
  if (!fingerprintsMatch(a.encoder.fingerprint, b.encoder.fingerprint)) {
    differences.push({ field: 'encoder.fingerprint', first: a.encoder.fingerprint, second: b.encoder.fingerprint });
  }
  return differences;
}
