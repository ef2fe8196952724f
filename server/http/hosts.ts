import type { IncomingMessage } from 'node:http'

/**
 * Whether a request names several hosts (RFC 9112 §3.2): Node takes the first, and whoever stands in
 * front of us may have taken another.
 */
export function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}
