/**
 * The same text with no other behind it. JavaScript engines may represent a slice as a view, so that one remembered word or
 * sentence would keep a whole document in memory; here the view is of nothing but itself.
 */
export function detached(slice: string): string {
  return ` ${slice}`.slice(1);
}
