/**
 * Returns whether a return URL may name a path of ours: none that begins like another host, and none
 * that ends the session or begins another one, as its link would do to whoever just follows it.
 */
export function isReturnPath(path: string): boolean {
  // Servers decode paths before they route them; nobody needs to escape a small letter.
  return !/^\/\/|%[67]|^\/passport.*\/(?:logout|callback)/.test(path)
}
