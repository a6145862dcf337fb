const grouped = new Intl.NumberFormat('en-US');

/** 12345 → `12,345`. */
export function formatCount(count: number): string {
  return grouped.format(count);
}

/** `1 context`, `2 contexts`. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** A score in at most 7 characters, with up to four decimals; `–` for null. */
export function formatScore(score: number | null): string {
  if (score === null) return '–';
  if (!Number.isFinite(score)) return String(score);
  const magnitude = Math.abs(score);
  if (magnitude >= 99_999) return score.toExponential(1);
  return score.toFixed(magnitude < 10 ? 4 : magnitude < 100 ? 3 : magnitude < 1000 ? 2 : 0);
}

/** A p-value in at most 6 characters; `–` for null. */
export function formatPValue(p: number | null): string {
  if (p === null) return '–';
  return p < 0.0001 ? p.toExponential(0) : p.toFixed(4);
}

/** A proportion as a percentage with three significant digits at most: 0.0123 → `1.23 %`. */
export function formatPercent(proportion: number): string {
  const percent = proportion * 100;
  if (!Number.isFinite(percent)) return '–';
  return `${Number(percent.toPrecision(3))} %`;
}

/** Milliseconds as `340 ms`, `2.4 s` or `3 min 20 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Bytes as `812 B`, `14.2 kB`, `3.1 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
