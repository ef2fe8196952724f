/** Returns the path in `?next=` if it is on this site. */
export function requestedDestination(): string | undefined {
  const asked = new URLSearchParams(location.search).get('next')
  const url = asked === null ? null : URL.parse(asked, location.href)
  const isOwn = url?.origin === location.origin && !url.pathname.startsWith('//')
  return isOwn ? url.pathname + url.search + url.hash : undefined
}
