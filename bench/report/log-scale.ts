import type { Scale } from '../../src/report/evaluation/scale.ts';
import { formatValue } from '../../src/report/evaluation/values.ts';
import { roundTicks } from '../../src/report/index.ts';

const PADDING = 0.04;
/** Few values are their own ticks. */
const OWN_TICKS = 8;
/** Per cent of the axis that a tick needs. */
const TICK_ROOM = 8;
const FEWEST_TICKS = 3;

/** An axis by the logarithm for positive values: ticks at the values themselves where these are few and apart, else at 1, 2 and 5. */
export function logScale(values: readonly number[], atValues: boolean): Scale {
  const logs = values.map(Math.log10);
  const [lo, hi] = [Math.min(...logs), Math.max(...logs)];
  const pad = Math.max((hi - lo) * PADDING, 0.02);
  const [start, end] = [lo - pad, hi + pad];
  const at = (value: number): number => ((Math.log10(value) - start) / (end - start)) * 100;
  const own = [...new Set(values)].sort((a, b) => a - b);
  const apart = own.every((v, i) => i === 0 || at(v) - at(own[i - 1]) > TICK_ROOM);
  const ticks = atValues && own.length <= OWN_TICKS && apart ? own : ticksBetween(start, end);
  return {
    at,
    ticks: ticks.map((value) => ({ position: at(value), label: formatValue(Number(value.toPrecision(6))) })),
    logarithmic: true,
  };
}

/** 1, 2 and 5 in each decade where these are few, 1 alone where they are many; evenly spaced where less than a decade is shown. */
function ticksBetween(start: number, end: number): number[] {
  const steps = end - start <= 2.2 ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let e = Math.floor(start); e <= Math.ceil(end); e++) {
    for (const step of steps) {
      const log = e + Math.log10(step);
      if (log >= start && log <= end) ticks.push(10 ** log);
    }
  }
  return ticks.length >= FEWEST_TICKS ? ticks : roundTicks(10 ** start, 10 ** end, 4).filter((tick) => tick > 0);
}
