import { type Figure, type SuiteExhibit, short } from './harness/suite.ts';
import { FLAT_BELOW } from './memory/growth.ts';

/** What the design asks of speed, and the figure that answers it. */
interface Goal {
  what: string;
  figure: string;
  bound: 'at least' | 'at most';
  value: number;
  unit: string;
}

const NBSP = '\u00a0';

const GOALS: readonly Goal[] = [
  {
    what: 'Addon ÷ the same C++ without Node, n = 6, d = 768, batches of 64',
    figure: 'kernels/addon÷kernels/n=6/d=768/batch=64',
    bound: 'at most',
    value: 1.15,
    unit: '×',
  },
  ratioAtLeast('Typed JS ÷ native, n = 6', 'backends/js÷native/n=6/d=768', 2.5),
  ratioAtLeast('Typed JS ÷ native, n = 64', 'backends/js÷native/n=64/d=768', 4.5),
  ratioAtLeast('ml-matrix + graphology ÷ native, n = 6', 'backends/reference÷native/n=6/d=768', 12),
  ratioAtLeast('ml-matrix + graphology ÷ native, n = 64', 'backends/reference÷native/n=64/d=768', 20),
  ratioAtLeast('numpy, plain reference ÷ native, n = 6', 'numpy/plain reference÷native/n=6', 100),
  ratioAtLeast(
    'numpy, optimized, context by context ÷ native, n = 6',
    'numpy/numpy, context by context÷native/n=6',
    100,
  ),
  ratioAtLeast(
    'The same with communities: numpy + networkx ÷ native + graphology',
    'numpy/numpy + networkx÷native/n=6',
    100,
  ),
  {
    what: 'Raw text → verdict, static encoder, 6 new sentences, one core',
    figure: 'end-to-end/static, screenSync, new text',
    bound: 'at most',
    value: 100,
    unit: 'µs',
  },
  {
    what: 'n = 256, d = 768 ÷ its similarity matrix alone, native',
    figure: 'stages/whole÷similarity/n=256/d=768',
    bound: 'at most',
    value: 2,
    unit: '×',
  },
  {
    what: 'Event-loop delay while 100,000 contexts are screened, 99 %',
    figure: 'event-loop/delay/p99',
    bound: 'at most',
    value: 10,
    unit: 'ms',
  },
  growthAtMost('with the addon', 'native'),
  growthAtMost('in JavaScript', 'js'),
];

function growthAtMost(where: string, backend: string): Goal {
  return {
    what: `Memory that a context leaves behind ${where}, upper end of 95 %`,
    figure: `memory/held/${backend}/at-most`,
    bound: 'at most',
    value: FLAT_BELOW,
    unit: 'bytes/context',
  };
}

function ratioAtLeast(what: string, figure: string, value: number): Goal {
  return { what, figure, bound: 'at least', value, unit: '×' };
}

/** The goals with what was measured; those whose suite did not run are told as not measured. */
export function goalsTable(figures: readonly Figure[]): Extract<SuiteExhibit, { type: 'table' }> {
  return {
    type: 'table',
    title: 'Measured beside each goal',
    note: 'Medians with quartiles over rounds where there are rounds. Ratios compare two sides of this run; µs and ms are of this machine and its load.',
    columns: ['What', 'Goal', 'Measured', 'Met'],
    rows: GOALS.map((goal) => {
      const figure = figures.find((f) => f.id === goal.figure);
      const sign = goal.bound === 'at most' ? '≤' : '≥';
      const asked = `${sign}${NBSP}${goal.value}${NBSP}${goal.unit}`;
      if (!figure) return [goal.what, asked, 'not measured', '—'];
      const { value, spread } = figure;
      const met = goal.bound === 'at most' ? value <= goal.value : value >= goal.value;
      const quartiles = spread ? ` (${short(spread.low)}–${short(spread.high)})` : '';
      return [goal.what, asked, `${short(value)}${NBSP}${goal.unit}${quartiles}`, met ? 'yes' : 'no'];
    }),
  };
}

/** The same as a Markdown table, for docs/benchmarks.md. */
export function goalsMarkdown(figures: readonly Figure[]): string {
  const { columns, rows } = goalsTable(figures);
  const line = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n').replaceAll(NBSP, ' ');
}
