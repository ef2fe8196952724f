import type { FastifyRequest } from 'fastify'
import type { Caller } from '../calls/call.ts'
import { addressPrefix, createAddressReader, isLoopbackAddress } from '../lib/address.ts'

const MAX_CACHED_PREFIXES = 10_000
const UNTRUSTED_PROXY =
  'A proxy on this machine sends X-Forwarded-For, but TRUSTED_PROXIES is not set: everybody counts as loopback, which has no limits by address. Set TRUSTED_PROXIES=127.0.0.1,::1.'

/**
 * Returns a function that reads the sender of a request; only trusted proxies may name another address.
 * @param warn Called once if a proxy on this machine is not trusted.
 */
export function createCallerReader(
  trustedProxies: readonly string[],
  warn: (message: string) => void,
): (request: FastifyRequest) => Caller {
  const addressOf = createAddressReader(trustedProxies)
  // Each call needs its prefix twice, and parsing an IPv6 address takes a microsecond.
  const prefixes = new Map<string, string>()
  let isWarned = false

  const isUntrustedHere = (peer: string): boolean =>
    trustedProxies.length === 0 && isLoopbackAddress(peer)

  function prefixOf(address: string): string {
    const cached = prefixes.get(address)
    if (cached !== undefined) return cached
    if (prefixes.size >= MAX_CACHED_PREFIXES) prefixes.clear()
    const prefix = addressPrefix(address)
    prefixes.set(address, prefix)
    return prefix
  }

  return ({ headers, socket }) => {
    const forwarded = headers['x-forwarded-for']
    const peer = socket.remoteAddress ?? ''
    if (!isWarned && forwarded !== undefined && isUntrustedHere(peer)) {
      isWarned = true
      warn(UNTRUSTED_PROXY)
    }
    const address = addressOf(peer, typeof forwarded === 'string' ? forwarded : undefined)
    return {
      address,
      prefix: prefixOf(address),
      userAgent: headers['user-agent'] ?? '',
      origin: headers.origin,
      webId: '',
    }
  }
}
