/** The entities surface for Node: adds the bundled document-frequency table, read from a file. */
export { loadDocumentFrequencies } from './document-frequency/load-node.ts';
export * from './index.ts';
