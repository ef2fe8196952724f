import { isIP } from 'node:net'

/** Returns whether a host is a domain or below it. */
export function isWithin(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

/** Returns whether a host of a URL is an IP address; browsers write IPv6 in brackets. */
export function isIpHost(hostname: string): boolean {
  return isIP(hostname) !== 0 || hostname.startsWith('[')
}
