/** A signal as a group reads it: `high` where large values are attack-like, `low` where small ones are. */
export interface GroupMember {
  signal: string;
  side: 'high' | 'low';
}

/** Signals that belong to one kind of attack. */
export interface SignalGroup {
  name: string;
  /** Share of the tolerated false positives it may spend; the shares of all groups sum to 1. */
  weight: number;
  /** Surprise that a group's sum gains for each spread beyond the largest benign one; see BenignTail. */
  growth: number;
  members: readonly GroupMember[];
}

/** Contexts of two or three documents, and of more. */
export type ContextClass = 'few' | 'many';

/** Most documents of a context with few of them. */
const FEW = 3;

export function contextClass(documents: number): ContextClass {
  return documents <= FEW ? 'few' : 'many';
}

/**
 * Growth of groups that many benign contexts touch, and of groups whose attacks go far beyond anything benign. Small for the former,
 * so that the few benign contexts that stand out do not drown the attacks.
 */
const GRADUAL = 0.25;
const STEEP = 2;

const high = (signal: string): GroupMember => ({ signal, side: 'high' });
const low = (signal: string): GroupMember => ({ signal, side: 'low' });

/** One sentence on the query, the others on something else. */
const imbalance = (weight: number): SignalGroup => ({
  name: 'imbalance',
  weight,
  growth: STEEP,
  members: [high('window-imbalance')],
});

/** Stuffed with the query. */
const echo = (weight: number): SignalGroup => ({
  name: 'echo',
  weight,
  growth: STEEP,
  members: [low('window-missing-words'), high('window-echo'), high('window-phrase-echo')],
});

/**
 * The groups of `composite` (docs/detection.md). Weights and members were chosen on benign and attacked contexts of public question
 * sets; everything else comes from benign contexts alone.
 *
 * Among few documents each must relate to the query by itself. Among many, some are beside the point in every benign context, and only what
 * has no relation at all stands out; distance to the query and names without link would find those first.
 */
export const GROUPS: Readonly<Record<ContextClass, readonly SignalGroup[]>> = {
  few: [
    {
      // Off topic: far from the query, without its words, and tied to nothing that is near it.
      name: 'relation',
      weight: 0.6,
      growth: GRADUAL,
      members: [
        high('window-query-distance'),
        high('window-second-distance'),
        high('window-missing-words'),
        high('window-unlinked-names'),
        high('window-rare-links'),
      ],
    },
    // On a neighbouring topic: near the query, and without a rare name that ties it to the query or to what is near it.
    { name: 'name-link', weight: 0.14, growth: GRADUAL, members: [high('window-name-links')] },
    imbalance(0.05),
    echo(0.11),
    {
      // Short, and every sentence nearer to the query than honest text is.
      name: 'over-relevance',
      weight: 0.04,
      growth: GRADUAL,
      members: [low('window-distinct-words'), low('window-mean-distance'), low('window-missing-words')],
    },
    {
      // Carries the others' rare names, and is far from the query all the same.
      name: 'name-copy',
      weight: 0.06,
      growth: STEEP,
      members: [high('window-shared-names'), high('window-query-distance'), high('window-second-distance')],
    },
  ],
  many: [
    {
      name: 'relation',
      weight: 0.83,
      growth: GRADUAL,
      members: [
        high('window-missing-words'),
        high('window-missing-stems'),
        high('window-lone-sentences'),
        high('window-centre-distance'),
        high('window-rare-links'),
      ],
    },
    imbalance(0.06),
    echo(0.07),
    {
      name: 'name-copy',
      weight: 0.04,
      growth: STEEP,
      members: [high('window-shared-names'), high('window-lone-sentences'), high('window-centre-distance')],
    },
  ],
};

/** Names of the groups with all signals that they read, in either class; for leaving them out. */
export const COMPOSITE_GROUPS: readonly { name: string; members: readonly GroupMember[] }[] = [
  ...new Set([...GROUPS.few, ...GROUPS.many].map((group) => group.name)),
].map((name) => {
  const members = [...GROUPS.few, ...GROUPS.many].filter((group) => group.name === name).flatMap((g) => g.members);
  return { name, members: members.filter((member, i) => members.findIndex((m) => m.signal === member.signal) === i) };
});
