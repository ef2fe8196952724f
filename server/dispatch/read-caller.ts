import type { FastifyRequest } from 'fastify'
import type { Caller } from '../calls/call.ts'
import { addressPrefix, createAddressReader } from '../lib/address.ts'

const MAX_CACHED_PREFIXES = 10_000

/** Returns a function that reads the sender of a request; only trusted proxies may name another address. */
export function createCallerReader(
  trustedProxies: readonly string[],
): (request: FastifyRequest) => Caller {
  const addressOf = createAddressReader(trustedProxies)
  // Each call needs its prefix twice, and parsing an IPv6 address takes a microsecond.
  const prefixes = new Map<string, string>()

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
    const address = addressOf(
      socket.remoteAddress ?? '',
      typeof forwarded === 'string' ? forwarded : undefined,
    )
    return {
      address,
      prefix: prefixOf(address),
      userAgent: headers['user-agent'] ?? '',
      origin: headers.origin,
      webId: '',
    }
  }
}
