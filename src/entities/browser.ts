/** The entities surface for browsers and edge runtimes: the bundled document-frequency table comes as a chunk. */
export { loadDocumentFrequencies } from './document-frequency/load-browser.ts';
export * from './index.ts';
