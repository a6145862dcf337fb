/**
 * JSON that can stand inside a `<script type="application/json">` element: no character in it can end the element, open
 * a comment, or break a line of a script. Parses to the same value.
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
