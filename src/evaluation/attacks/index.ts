export type { Attack, ContextStart } from './attack.ts';
export {
  attackedContext,
  attackedContexts,
  benignContexts,
  type ContextSet,
  type ContextsOptions,
  startOf,
} from './contexts-of.ts';
export { ATTACKS, attackNamed } from './registry.ts';
