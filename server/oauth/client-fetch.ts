import { currentCaller } from '../calls/current-caller.ts'
import { isLoopbackName, type Config } from '../config/config.ts'
import type { Outside } from '../http/outside.ts'
import { MINUTE_MS, type Clock } from '../lib/clock.ts'
import type { RateLimits } from '../limits/limits.ts'

/** Most fetches from one host in a minute, and of one caller; cached ones do not count. */
const MAX_OF_HOST = 30
const MAX_FOR_CALLER = 10
/** Time in which the same address is not fetched again, whether it answered or not. */
const CACHED_MS = MINUTE_MS
const MAX_CACHED = 100

/** Dependencies of fetches for clients. */
export interface ClientFetchOptions {
  config: Pick<Config, 'CLIENT_DOCUMENTS' | 'isLoopback'>
  outside: Outside
  clock: Clock
  rateLimits: Pick<RateLimits, 'take'>
}

/** Returns the engine's `fetch`: documents and keys of clients, which strangers name, are cached and limited. */
export function createClientFetch({
  config,
  outside,
  clock,
  rateLimits,
}: ClientFetchOptions): typeof fetch {
  const cache = new Map<string, { repeat: Promise<() => Response>; until: number }>()

  function mayBeLocal({ host, hostname }: URL): boolean {
    const { CLIENT_DOCUMENTS: hosts, isLoopback } = config
    return isLoopback && isLoopbackName(hostname) && hosts !== 'on' && hosts.includes(host)
  }

  async function limit({ hostname: host }: URL): Promise<void> {
    const caller = currentCaller.getStore()
    // So that this server cannot be used to flood other hosts, and nobody uses up a host alone.
    const ofCaller = { key: `client fetch ${caller}`, max: MAX_FOR_CALLER, windowMs: MINUTE_MS }
    const ofHost = { key: `client documents ${host}`, max: MAX_OF_HOST, windowMs: MINUTE_MS }
    const wait =
      (caller === undefined ? undefined : await rateLimits.take([ofCaller])) ??
      (await rateLimits.take([ofHost]))
    if (wait !== undefined) throw new Error(`too many fetches from ${host} or for ${caller}`)
  }

  return async (input, init) => {
    const asked = new Request(input, init)
    const url = new URL(asked.url)
    const { method } = asked
    const request = {
      method,
      headers: Object.fromEntries(asked.headers),
      body: await asked.text(),
      mayBeLocal: mayBeLocal(url),
    }
    // A logout call, to an address that an operator registered.
    if (method !== 'GET') return await outside(url, request)
    const now = clock()
    const known = cache.get(url.href)
    // A clock that was ahead must not keep it for longer.
    const leftMs = (known?.until ?? 0) - now
    if (known !== undefined && leftMs > 0 && leftMs <= CACHED_MS) return (await known.repeat)()
    await limit(url)
    const repeat = outside(url, request).then(readOnce)
    cache.delete(url.href)
    cache.set(url.href, { repeat, until: now + CACHED_MS })
    const [oldest = ''] = cache.keys()
    if (cache.size > MAX_CACHED) cache.delete(oldest)
    return (await repeat)()
  }
}

// Not by `clone`, of which one part cannot be dropped before the other is read.
async function readOnce(reply: Response): Promise<() => Response> {
  const { headers, status } = reply
  const body = await reply.arrayBuffer()
  return () => new Response(body.byteLength === 0 ? null : body, { headers, status })
}
