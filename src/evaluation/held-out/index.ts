export { foldOf } from './fold.ts';
export { HeldOutEncoder } from './held-out-encoder.ts';
export { loadHeldOutTables } from './load-tables.ts';
