import { BETS } from './betting.ts';
import { unspent } from './spending.ts';

/** Part of the stakes that is shared out among all bets at each step, so that the winning one may change. */
const JUMP = 0.01;

/** A martingale between two observations. */
export interface MartingaleState {
  steps: number;
  stakes: number[];
  maximum: number;
  crossed: boolean;
}

/**
 * Conformal test martingale (Vovk, Gammerman and Shafer 2005): a gambler bets on p-values that are uniform and independent
 * as long as nothing has changed. The capital starts at 1 and its expectation stays 1, so by Ville's inequality it reaches
 * 1/level with probability at most `level`, over a stream of any length.
 *
 * The capital is a reserve, of which a little is staked anew at every step (see `unspent`), and the stakes on eight bets that
 * share `JUMP` of their sum at each step (the composite jumper). Without the reserve a long quiet time would ruin the
 * gambler, and a later change would go unnoticed for about as long.
 */
export class TestMartingale {
  readonly level: number;
  readonly #stakes: Float64Array;
  #steps: number;
  #maximum: number;
  #crossed: boolean;

  constructor(level: number, state?: MartingaleState) {
    this.level = level;
    this.#stakes = state ? Float64Array.from(state.stakes) : new Float64Array(BETS.length);
    this.#steps = state?.steps ?? 0;
    this.#maximum = state?.maximum ?? 1;
    this.#crossed = state?.crossed ?? false;
  }

  /** Capital has reached 1/level. It stays so; no more bets are made. */
  get crossed(): boolean {
    return this.#crossed;
  }

  get capital(): number {
    return unspent(this.#steps) + this.#stakes.reduce((sum, stake) => sum + stake, 0);
  }

  /** Highest capital so far; its inverse bounds the probability of seeing so much without a change. */
  get maximum(): number {
    return this.#maximum;
  }

  get state(): MartingaleState {
    return {
      steps: this.#steps,
      stakes: Array.from(this.#stakes),
      maximum: this.#maximum,
      crossed: this.#crossed,
    };
  }

  /** @param p in (0, 1). @returns whether this very bet crossed the level */
  bet(p: number): boolean {
    if (this.#crossed) return false;
    const stakes = this.#stakes;
    const before = unspent(this.#steps++);
    const reserve = unspent(this.#steps);
    let staked = 0;
    for (const stake of stakes) staked += stake;
    const share = (JUMP * staked + before - reserve) / stakes.length;
    let capital = reserve;
    for (let i = 0; i < stakes.length; i++) {
      stakes[i] = ((1 - JUMP) * stakes[i] + share) * BETS[i].density(p);
      capital += stakes[i];
    }
    if (capital > this.#maximum) this.#maximum = capital;
    this.#crossed = capital >= 1 / this.level;
    return this.#crossed;
  }
}
