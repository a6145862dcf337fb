/** The encoders surface for browsers and edge runtimes: the bundled static encoder comes as a chunk. */
export * from './index.ts';
export { loadStaticEncoder } from './static/load-browser.ts';
