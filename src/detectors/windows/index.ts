export type { ContextWords } from './context-words.ts';
export { nameLinks, sharedNames } from './names.ts';
export type { PlaceSet } from './place-set.ts';
export { QueryPairs } from './query-pairs.ts';
export { QueryStems } from './query-stems.ts';
export { type WindowRelations, windowRelations } from './window-relations.ts';
export { windowShape } from './window-shape.ts';
export { LINKED } from './window-words.ts';
