import { computeSignals, type Detector, type SignalValues } from '../../detectors/index.ts';
import type { Screener } from '../../guard/index.ts';
import type { RandomStream } from '../random.ts';
import { contextOf, type Recipe, type Target } from './recipe.ts';
import { CANDIDATES, improvements, type Strategy } from './strategies.ts';

/** A detector that an attacker can ask, with the reference it runs with. */
export interface Opponent {
  detector: Detector;
  score(values: SignalValues): number;
}

/** The recipe that a detector scores lowest, of those tried. */
export interface Best {
  recipe: Recipe;
  score: number;
}

/**
 * Tries the candidates of a strategy against several opponents at once.
 *
 * @returns for each opponent its lowest score; null where no candidate could be screened (an encoder without vectors for it)
 */
export async function tryStrategy(
  screener: Screener,
  target: Target,
  opponents: readonly Opponent[],
  strategy: Strategy,
  random: RandomStream,
): Promise<(Best | null)[]> {
  return lowest(screener, target, opponents, strategy.candidates(target, random));
}

/**
 * Starts from the best single strategy and changes one ingredient after another, keeping what lowers the score most.
 *
 * @param start of the opponent, the lowest that single strategies reach
 */
export async function combine(
  screener: Screener,
  target: Target,
  opponent: Opponent,
  start: Best,
  random: RandomStream,
): Promise<Best> {
  let best = start;
  for (const change of improvements(target, random)) {
    const [found] = await lowest(screener, target, [opponent], change(best.recipe));
    if (found && found.score < best.score) best = found;
  }
  return best;
}

async function lowest(
  screener: Screener,
  target: Target,
  opponents: readonly Opponent[],
  recipes: readonly Recipe[],
): Promise<(Best | null)[]> {
  const best: (Best | null)[] = opponents.map(() => null);
  const needed = neededBy(opponents);
  // One batch a strategy: bounds the memory of what is screened.
  for (let from = 0; from < recipes.length; from += CANDIDATES) {
    const batch = recipes.slice(from, from + CANDIDATES);
    const candidates = screener.prepare(batch.map((recipe) => contextOf(target, recipe)));
    await screener.analyze(candidates);
    for (const [i, { features }] of candidates.entries()) {
      if (!features) continue;
      const values = computeSignals(features, needed.signals, needed.documents, needed.windows);
      for (const [o, opponent] of opponents.entries()) {
        const score = opponent.score(values);
        const known = best[o];
        if (!Number.isNaN(score) && (known === null || score < known.score)) best[o] = { recipe: batch[i], score };
      }
    }
  }
  return best;
}

function neededBy(opponents: readonly Opponent[]) {
  const of = (names: (detector: Detector) => readonly string[]) =>
    new Set(opponents.flatMap(({ detector }) => names(detector)));
  return {
    signals: of((d) => d.signals),
    documents: of((d) => (d.blame ? [...d.documentSignals, d.blame] : d.documentSignals)),
    windows: of((d) => d.windowSignals),
  };
}
