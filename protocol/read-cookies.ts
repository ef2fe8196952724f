/**
 * Returns the values of all cookies of one name in a Cookie header or `document.cookie`: those of other
 * ports and parent domains come too, in an order that depends on their age.
 */
export function readCookies(cookies: string | undefined, name: string): string[] {
  // Not decoded: our values need no encoding, and the CSRF token is repeated in a header.
  const start = `${name}=`
  const pairs = (cookies ?? '').split(/; */).filter((pair) => pair.startsWith(start))
  return pairs.map((pair) => pair.slice(start.length))
}
