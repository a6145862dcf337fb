export { buildMaterial, type MaterialOptions } from './build-material.ts';
export { dot } from './dot.ts';
export type { EncodeTextsOptions, EvaluationMaterial, MaterialRow } from './material.ts';
export { benignContext, type ContextPlan, contextDocument, planContext, supportingPlan } from './plan.ts';
export { DocumentPool, type PoolDocument } from './pool.ts';
