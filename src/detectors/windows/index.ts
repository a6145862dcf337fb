export type { ContextWords } from './context-words.ts';
export { sharedNames } from './shared-names.ts';
export { type RelatedWindow, windowRelations } from './window-relations.ts';
export { windowShape } from './window-shape.ts';
