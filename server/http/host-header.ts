import type { IncomingMessage } from 'node:http'

/**
 * Returns whether a request has several Host headers (RFC 9112 §3.2). Node takes the first one, while a
 * proxy in front of this server may have taken another.
 */
export function hasMultipleHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}
