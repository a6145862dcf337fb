export { compositeDetector } from './detector.ts';
export { compositeFinding, type Finding } from './finding.ts';
export { COMPOSITE_GROUPS } from './groups.ts';
export { normalDistribution } from './normal.ts';
