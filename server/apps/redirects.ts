import type { App } from '../store/app-repository.ts'

/** Returns whether an address is registered; one registered without query allows any query. */
export function isRedirectOf(app: App, address: string): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  if (app.redirects.includes(address)) return true
  // Browsers ignore or replace such characters.
  if (/[\\\p{Cc}\s]/u.test(address)) return false
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false
  return app.redirects.includes(url.origin + url.pathname)
}
