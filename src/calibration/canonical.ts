/**
 * The one way to write a JSON value: object keys in the order of their UTF-16 code units, no white space, numbers as short as
 * they can be read back exactly, −0 as 0. Fields that are undefined are left out. Values must be plain JSON.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>;
    const names = Object.keys(fields)
      .filter((name) => fields[name] !== undefined)
      .sort();
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(fields[name])}`).join(',')}}`;
  }
  return JSON.stringify(value);
}
