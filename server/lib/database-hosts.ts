const writable = new Set(['read-write', 'primary'])

/**
 * Returns a URL for each host of a PostgreSQL URL, which may name several as libpq does; none for a
 * URL that cannot be used. Only hosts that take writes are of use, so only they may be asked for.
 */
export function urlsOfHosts(url: string): string[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]+)(.*)$/.exec(url)
  if (parts === null) return []
  const [, start = '', hosts = '', rest = ''] = parts
  const urls = hosts.split(',').map((host) => URL.parse(`${start}${host}${rest}`))
  return urls.every(isUsable) ? urls.map(withoutTarget) : []
}

function isUsable(url: URL | null): url is URL {
  const target = url?.searchParams.get('target_session_attrs') ?? 'primary'
  return url !== null && url.hostname !== '' && writable.has(target)
}

// The driver does not know it; each new connection is checked anyway.
function withoutTarget(url: URL): string {
  url.searchParams.delete('target_session_attrs')
  return url.href
}
