/** Files of the package as strings; see scripts/asset-modules.mjs. */
declare module '*?raw' {
  const text: string;
  export default text;
}
