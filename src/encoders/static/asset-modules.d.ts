/** Files of the package as strings; see scripts/asset-modules.mjs. */
declare module '*?base64' {
  const base64: string;
  export default base64;
}
