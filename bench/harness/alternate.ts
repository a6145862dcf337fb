import { type Spread, spreadOf } from './statistics.ts';

/** One of the things compared. */
export interface Side {
  name: string;
  /** One measurement: microseconds for one unit of work, by one clock in all sides. */
  measure(): number | Promise<number>;
}

export interface Measured {
  name: string;
  /** Of one unit of work, of this machine and this minute. */
  microseconds: Spread;
  /** This side's time over the first side's time of the same round: what a figure is quoted as. */
  ratio: Spread;
}

export interface Rounds {
  warmUp: number;
  rounds: number;
}

/**
 * Measures the sides in turn, round after round, so that a change in the machine's speed meets all of them; every other round
 * goes backwards, so that no side always follows the same one. Ratios are taken inside a round, then the median over rounds.
 */
export async function alternate(sides: readonly Side[], { warmUp, rounds }: Rounds): Promise<Measured[]> {
  const times = sides.map((): number[] => []);
  for (let round = -warmUp; round < rounds; round++) {
    const order = sides.map((_, i) => (round % 2 === 0 ? i : sides.length - 1 - i));
    for (const i of order) {
      const time = await sides[i].measure();
      if (round >= 0) times[i].push(time);
    }
  }
  return sides.map(({ name }, i) => ({
    name,
    microseconds: spreadOf(times[i]),
    ratio: spreadOf(times[i].map((time, round) => time / times[0][round])),
  }));
}

/**
 * Microseconds of processor time a unit when `work`, which does `units` of them, is repeated for at least `milliseconds`. The
 * time of every thread of this process counts, the garbage collector's too, and that of other processes does not: what one
 * core of a machine would take that had nothing else to do.
 */
export function timeLoop(work: () => void, units: number, milliseconds: number): number {
  let calls = 0;
  const start = process.cpuUsage();
  let elapsed: number;
  do {
    // Doubled, so that reading the clock does not count beside a short call.
    for (let more = Math.max(1, calls); more > 0; more--, calls++) work();
    elapsed = microsecondsSince(start);
  } while (elapsed < milliseconds * 1000);
  return elapsed / (calls * units);
}

/** Processor time that passes in work done once, by every thread of this process, in microseconds a unit. */
export async function timeOnce(work: () => void | Promise<void>, units: number): Promise<number> {
  const start = process.cpuUsage();
  await work();
  return microsecondsSince(start) / units;
}

function microsecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}
