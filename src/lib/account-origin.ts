/**
 * Returns the account server's origin; empty for the page's own. `place-site.ts` writes it into the
 * page.
 */
export function accountOrigin(): string {
  return document.documentElement.dataset['account'] ?? ''
}
