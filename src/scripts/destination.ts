import { isReturnPath } from '#protocol/return-paths.ts'

/** Returns the path in `?next=` if it is on this site. */
export function requestedDestination(): string | undefined {
  const next = new URLSearchParams(location.search).get('next')
  const url = next === null ? null : URL.parse(next, location.href)
  const isOwn = url?.origin === location.origin && isReturnPath(url.pathname)
  return isOwn ? url.pathname + url.search + url.hash : undefined
}
