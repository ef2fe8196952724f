import { once } from 'node:events'
import { lookup, Resolver } from 'node:dns/promises'
import { request as openPlainRequest, type IncomingMessage } from 'node:http'
import { request as openRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { inRanges, isLoopbackAddress } from '../lib/address.ts'

/** Where requests may go besides the public internet. */
export interface OutsideGuard {
  /** Whether the server may run on this machine, for development; then by http, too. */
  mayBeLocal: boolean
  /** Returns whether an inside address is allowed; by default none is. */
  isAllowed?: (address: string) => boolean
}

/** A request to a server that somebody else named. */
export interface OutsideRequest extends OutsideGuard {
  method: string
  headers: Readonly<Record<string, string>>
  body: string
  /** Longest time until the end of the reply. */
  totalMs?: number
  /** Whether the head of the reply is enough: then it does no harm that the body breaks off or is too long. */
  isHeadEnough?: boolean
}

/** Sends a request outside the own network, over https, without following redirects. */
export type Outside = (url: URL, request: OutsideRequest) => Promise<Response>

const TOTAL_MS = 2500
const LOOKUP_MS = 1000
const MAX_BYTES = 64 * 1024
/** Statuses whose responses have no body. */
const BODYLESS = new Set([204, 205, 304])

/** Public addresses, and the parts of them that lead elsewhere or are for examples. */
const isGlobalIpv6 = inRanges(['2000::/3'])
const isSpecial = inRanges(
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24
  224.0.0.0/3 2001::/23 2001:db8::/32 2002::/16 3fff::/20`.split(/\s+/),
)

/** Returns whether an address belongs to the public internet. */
export function isOutside(address: string): boolean {
  if (isSpecial(address)) return false
  return isIP(address) === 4 || isGlobalIpv6(address)
}

/** Requires what an address shows before its host is looked up. @throws Error */
export function requireOutsideUrl(url: URL, guard: OutsideGuard): void {
  const isHttps = url.protocol === 'https:' || (guard.mayBeLocal && url.protocol === 'http:')
  if (!isHttps) throw new Error(`${url.origin} is not https`)
  if (url.username !== '' || url.password !== '') throw new Error(`${url.host} has credentials`)
  const host = hostOf(url)
  // Connecting to a literal asks no lookup. Other spellings, such as 0x7f.1, are literals by now.
  if (isIP(host) !== 0 && !passes(host, guard)) throw insideError(url)
}

function passes(address: string, { mayBeLocal, isAllowed }: OutsideGuard): boolean {
  if (isOutside(address) || isAllowed?.(address) === true) return true
  return mayBeLocal && isLoopbackAddress(address)
}

function hostOf(url: URL): string {
  return url.hostname.replaceAll(/[[\]]/g, '')
}

function insideError(url: URL): Error {
  return new Error(`${url.host} has no address outside the own network`)
}

/** Without `nameServers`, the machine's own are asked. */
export function createOutside(nameServers: readonly string[]): Outside {
  // Unlike the system's lookup, it takes none of the threads that hash passwords.
  const resolver = new Resolver({ timeout: LOOKUP_MS, tries: 1 })
  if (nameServers.length > 0) resolver.setServers(nameServers)

  async function addressesOf(host: string): Promise<string[]> {
    if (isIP(host) !== 0) return [host]
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  }

  return async (url, request) => {
    requireOutsideUrl(url, request)
    const host = hostOf(url)
    const addresses = request.mayBeLocal
      ? (await lookup(host, { all: true })).map(({ address }) => address)
      : await addressesOf(host)
    if (addresses.length === 0) throw new Error(`${url.host} cannot be found`)
    // Checked before connecting, and these are connected to, so that a second lookup cannot differ.
    if (!addresses.every((one) => passes(one, request))) throw insideError(url)
    return await send(url, request, addresses)
  }
}

async function send(
  url: URL,
  { body, headers, method, totalMs = TOTAL_MS, isHeadEnough = false }: OutsideRequest,
  addresses: readonly string[],
): Promise<Response> {
  const checked = addresses.map((address) => ({ address, family: isIP(address) }))
  const pinned: LookupFunction = (_host, { all }, done) => {
    const [first] = checked
    if (all === true || first === undefined) done(null, checked)
    else done(null, first.address, first.family)
  }
  const signal = AbortSignal.timeout(totalMs)
  const open = url.protocol === 'https:' ? openRequest : openPlainRequest
  const sent = open(url, { method, headers, lookup: pinned, agent: false, signal })
  sent.end(body)
  try {
    const [reply] = (await once(sent, 'response', { signal })) as [IncomingMessage]
    const { statusCode: status = 0 } = reply
    // What the standard gives no meaning; a Response takes none of them.
    if (status > 599) throw new Error(`the status ${status} is unknown`)
    const content = await readLimited(reply, isHeadEnough)
    const pairs = Object.entries(reply.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    )
    return new Response(BODYLESS.has(status) ? null : content, { status, headers: pairs })
  } catch (error) {
    // Of a reply that took too long Node says in one place that it broke off.
    signal.throwIfAborted()
    throw error
  }
}

async function readLimited(
  reply: IncomingMessage,
  isHeadEnough: boolean,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of reply) {
      chunks.push(chunk as Buffer)
      size += (chunk as Buffer).length
      // Leaving the loop closes the connection.
      if (size > MAX_BYTES) throw new Error(`the reply is longer than ${MAX_BYTES} bytes`)
    }
  } catch (error) {
    if (!isHeadEnough) throw error
  }
  return Buffer.concat(chunks)
}
