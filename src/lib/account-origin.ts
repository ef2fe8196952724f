/**
 * Origin of the account server; empty where it is the page's own. Where the pages are on another
 * host, each says so in its first tag (`scripts/static/place-site.ts`).
 */
export function accountOrigin(): string {
  return document.documentElement.dataset['account'] ?? ''
}
