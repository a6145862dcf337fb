export { type Dataset, type DatasetOptions, loadDataset } from './load.ts';
export { loadPoisonedTexts, type PoisonedQuestion, PoisonedTexts } from './poisoned-texts.ts';
