import type { App } from '../store/app-repository.ts'

/**
 * Whether an address is registered for people to be sent to: exactly as it is written, or, where it
 * was registered without a query, with any query.
 */
export function isRedirectOf(app: App, address: string): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  if (app.redirects.includes(address)) return true
  // Browsers drop such characters before they look.
  if (/[\\\p{Cc}\s]/u.test(address)) return false
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false
  return app.redirects.includes(url.origin + url.pathname)
}
