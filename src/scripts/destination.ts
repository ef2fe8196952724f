/** Returns the path in `?next=` if it is on this site. */
export function requestedDestination(): string | undefined {
  const next = new URLSearchParams(location.search).get('next')
  const url = next === null ? null : URL.parse(next, location.href)
  const isOwn = url?.origin === location.origin && !url.pathname.startsWith('//')
  return isOwn ? url.pathname + url.search + url.hash : undefined
}
