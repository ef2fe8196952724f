/**
 * Where the address of the page asks to be led on to: only a path of this very site, for two slashes at
 * its beginning would name another host.
 */
export function requestedDestination(): string | undefined {
  const asked = new URLSearchParams(location.search).get('next')
  const url = asked === null ? null : URL.parse(asked, location.href)
  const isOwn = url?.origin === location.origin && !url.pathname.startsWith('//')
  return isOwn ? url.pathname + url.search + url.hash : undefined
}
