import { BlockList, isIP, isIPv6 } from 'node:net'

/** Folds IPv4-mapped IPv6 (`::ffff:1.2.3.4`) into IPv4 and cuts a zone off. */
export function plainAddress(address: string): string {
  const bare = address.split('%')[0] ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)
  return mapped?.[1] ?? bare
}

/** Key for budgets: an IPv4 address, or the /64 of an IPv6 address, which one customer owns. */
export function addressPrefix(address: string): string {
  const plain = plainAddress(address)
  return isIPv6(plain) ? `${ipv6Groups(plain).slice(0, 4).join(':')}::/64` : plain
}

/** An address without its last part: enough to recognise a place, not a person. */
export function maskAddress(address: string): string {
  const plain = plainAddress(address)
  if (isIPv6(plain)) return `${ipv6Groups(plain).slice(0, 3).join(':')}:…`
  return plain.replace(/\.\d+$/, '.…')
}

/** Whether an address belongs to this machine. */
export function isLoopbackAddress(address: string): boolean {
  const plain = plainAddress(address)
  return plain === '::1' || plain.startsWith('127.')
}

/** Whether a text is an address, or a range such as 10.0.0.0/8. */
export function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = isIPv6(address) ? 128 : 32
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  )
}

/** Makes a test of whether an address lies in one of some ranges. */
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
 * Finds the client behind trusted proxies: the right-most address of X-Forwarded-For that no
 * trusted proxy has. Everything left of it is the client's own claim.
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

// Some proxies write the port as well: `192.0.2.1:443`, `[2001:db8::1]:443`.
function withoutPort(hop: string): string {
  const [, ipv6, ipv4] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop) ?? []
  return ipv6 ?? ipv4 ?? hop
}

/** The eight groups of an IPv6 address, each without leading zeros: `2001:db8::1` has five of 0. */
export function ipv6Groups(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right].map((group) =>
    Number.parseInt(group, 16).toString(16),
  )
}
