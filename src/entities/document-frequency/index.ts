export { DocumentFrequencies } from './document-frequencies.ts';
