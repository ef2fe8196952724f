import { BlockList, isIP, isIPv6 } from 'node:net'

/** Returns an address without its zone, and an IPv4-mapped one (`::ffff:1.2.3.4`) as IPv4. */
export function plainAddress(address: string): string {
  const bare = address.split('%')[0] ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)
  return mapped?.[1] ?? bare
}

/** Returns the key for rate limits: an IPv4 address, or the /64 of an IPv6 address, which one customer has. */
export function addressPrefix(address: string): string {
  const plain = plainAddress(address)
  return isIPv6(plain) ? `${ipv6Groups(plain).slice(0, 4).join(':')}::/64` : plain
}

/** Returns an address without its last part, which shows a network but no person. */
export function maskAddress(address: string): string {
  const plain = plainAddress(address)
  if (isIPv6(plain)) return `${ipv6Groups(plain).slice(0, 3).join(':')}:…`
  return plain.replace(/\.\d+$/, '.…')
}

/** Returns whether an address belongs to this machine. */
export function isLoopbackAddress(address: string): boolean {
  const plain = plainAddress(address)
  return plain === '::1' || plain.startsWith('127.')
}

/** Returns whether a text is an address, or a range such as 10.0.0.0/8. */
export function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const maxBits = isIPv6(address) ? 128 : 32
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
  )
}

/** Returns a function that tests whether an address lies in one of some ranges. */
export function inRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}

/**
 * Returns a function that finds the client: the right-most address of X-Forwarded-For that is no
 * trusted proxy. The addresses left of it are the client's own claim.
 */
export function createAddressReader(
  trusted: readonly string[],
): (peer: string, forwarded: string | undefined) => string {
  if (trusted.length === 0) return plainAddress
  const isProxy = inRanges(trusted)
  return (peer, forwarded) => {
    let client = plainAddress(peer)
    const hops = forwarded?.split(',').map((hop) => plainAddress(withoutPort(hop.trim()))) ?? []
    while (isProxy(client)) {
      const hop = hops.pop()
      if (hop === undefined || isIP(hop) === 0) break
      client = hop
    }
    return client
  }
}

// Some proxies add the port: `192.0.2.1:443`, `[2001:db8::1]:443`.
function withoutPort(hop: string): string {
  const [, ipv6, ipv4] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop) ?? []
  return ipv6 ?? ipv4 ?? hop
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
export function ipv6Groups(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : 8 - first.length - last.length
  return [...first, ...Array<string>(Math.max(0, missing)).fill('0'), ...last].map((group) =>
    Number.parseInt(group, 16).toString(16),
  )
}
