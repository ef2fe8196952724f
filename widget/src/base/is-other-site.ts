/** Returns whether the account server is on another site than the page. */
export function isOtherSite(server: string): boolean {
  // A sandboxed frame has no origin to compare.
  if (server === '' || self.origin === 'null') return false
  return siteOf(server) !== siteOf(self.origin)
}

// The last two labels: wrong for some public suffixes, below which pages count as one site.
function siteOf(origin: string): string {
  return new URL(origin).hostname.split('.').slice(-2).join('.')
}
