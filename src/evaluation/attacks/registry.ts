import { TopoGuardError } from '../../errors/index.ts';
import type { Attack } from './attack.ts';
import { bestOfN } from './best-of-n.ts';
import { bridge, bridgeParaphrase } from './bridge.ts';
import { chainMimicry } from './chain-mimicry.ts';
import { distractor } from './distractor.ts';
import { ENTITY_INJECTION } from './entity-injection.ts';
import { POISONED_DOCUMENTS, POISONEDRAG } from './poisonedrag.ts';
import { randomPadding } from './random-padding.ts';
import { replace } from './replace.ts';
import { replaceHalf } from './replace-half.ts';
import { replaceSupporting } from './replace-supporting.ts';
import { sameCommunity } from './same-community.ts';
import { tail } from './tail.ts';
import { topical } from './topical.ts';

/** Every attack: the paper's first, then the harder ones, then PoisonedRAG in its readings. */
export const ATTACKS: readonly Attack[] = [
  replace,
  replaceHalf,
  randomPadding,
  bestOfN,
  chainMimicry,
  sameCommunity,
  topical,
  distractor,
  bridge,
  bridgeParaphrase,
  tail,
  ...ENTITY_INJECTION,
  replaceSupporting,
  ...POISONEDRAG,
  ...POISONED_DOCUMENTS,
];

/** @throws TopoGuardError OPTION_INVALID that lists the names */
export function attackNamed(name: string): Attack {
  const attack = ATTACKS.find((candidate) => candidate.name === name);
  if (attack) return attack;
  throw new TopoGuardError('OPTION_INVALID', `${JSON.stringify(name)} names no attack`, {
    location: { field: 'attack' },
    remedy: `Use one of: ${ATTACKS.map((candidate) => candidate.name).join(', ')}`,
  });
}
