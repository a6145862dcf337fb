// Pieces for other reports: page, theme and charts know nothing of screening.
export { type BenignRank, midRank, rankAmong, rankInWords } from './charts/benign-rank.ts';
export { extent, formatTick, type Histogram, histogram, roundTicks } from './charts/histogram.ts';
export { type ScoreDistributionInput, scoreDistribution } from './charts/score-distribution.ts';
export { type Judgement, judgeComparison } from './evaluation/judgement.ts';
export { renderEvaluationReport } from './evaluation/render.ts';
export type { ReportDocument, ReportEntry, ReportLabel, ReportProfile, ScreenReportInput } from './input.ts';
export { renderScreenReport } from './screen/render.ts';
export { type DocumentParts, renderDocument } from './theme/document.ts';
export { escapeHtml, foreign, html, Markup, trusted } from './theme/html.ts';
export { MARK_SYMBOLS, mark } from './theme/marks.ts';
export {
  countOf,
  formatCount,
  formatMilliseconds,
  formatPercent,
  formatPValue,
  formatScore,
  formatTime,
  listInWords,
} from './theme/numbers.ts';
export { scriptJson } from './theme/script-json.ts';
export { THEME_STYLE } from './theme/tokens.ts';
