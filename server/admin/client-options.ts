import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseScopes, scopeNames } from '#protocol/scopes.ts'
import { isRedirect } from '../oauth/clients.ts'
import { AdminError, UsageError } from './command.ts'

/** Returns the name of a client or a resource. @throws UsageError */
export function readName(input: string): string {
  const name = input.trim()
  if (name === '' || name.length > 64 || /\p{C}/u.test(name)) {
    throw new UsageError('The name must be printable text of at most 64 characters.')
  }
  return name
}

/** Returns whether requests need PKCE. @throws UsageError */
export function readNeedsPkce(flag: string | boolean | undefined, isPublic: boolean): boolean {
  if (flag === undefined || flag === 'required') return true
  if (flag !== 'optional')
    throw new UsageError(`--pkce is "${flag}", but must be optional or required.`)
  if (isPublic) throw new UsageError('A client without a secret needs PKCE.')
  return false
}

/** Returns the scopes that a client may ask for. @throws UsageError */
export function readScopes(text: string): string {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const known = parseScopes(text)
  if (words.length === 0 || words.some((word) => !known.some((name) => name === word))) {
    throw new UsageError(`--scopes is "${text}", but must be of ${scopeNames.join(', ')}.`)
  }
  return known.join(' ')
}

/** Returns where people may come back. @throws UsageError */
export function readRedirects(text: string): string[] {
  const redirects = splitList(text)
  const wrong = redirects.find((redirect) => !isRedirect(redirect))
  if (wrong === undefined) return redirects
  throw new UsageError(
    `"${wrong}" is no address such as https://app.example.com/callback, http://127.0.0.1/callback or com.example.app:/callback.`,
  )
}

/** Returns the origins of pages that may call for a client. @throws UsageError */
export function readOrigins(text: string): string[] {
  const origins = splitList(text)
  const wrong = origins.find((origin) => URL.parse(origin)?.origin !== origin)
  if (wrong === undefined) return origins
  throw new UsageError(`"${wrong}" is no origin such as https://app.example.com.`)
}

/** Returns the address where a client's server is called. @throws UsageError */
export function readServerAddress(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol === 'https:' && url.hash === '' && url.username === '') return url.href
  throw new UsageError(`"${text}" is no address such as https://app.example.com/logout.`)
}

/** Returns the public keys in a file: PEM, a JWK or a set of them. @throws AdminError */
export function readKeys(path: string): JsonWebKey[] {
  const text = readFileSync(path, 'utf8')
  const keys = text.trimStart().startsWith('{') ? readJwks(text) : [readPem(text)]
  if (keys.length === 0 || !keys.every(isPublicKey)) {
    throw new AdminError(`${path} must hold public keys alone, RSA, P-256 or Ed25519.`)
  }
  return keys
}

function readJwks(text: string): JsonWebKey[] {
  const parsed = JSON.parse(text) as JsonWebKey & { keys?: JsonWebKey[] }
  return parsed.keys ?? [parsed]
}

function readPem(text: string): JsonWebKey {
  // Node would take the public part out of a private key, which has no business on this machine.
  if (text.includes('PRIVATE KEY')) return { d: '' }
  return createPublicKey(text).export({ format: 'jwk' })
}

function isPublicKey({ crv, d, kty }: JsonWebKey): boolean {
  if (d !== undefined) return false
  return kty === 'RSA' || crv === 'P-256' || crv === 'Ed25519'
}

/** Returns what an older client may still do. @throws UsageError */
export function readOldWays(text: string): ('get' | 'query')[] {
  const ways = splitList(text)
  if (ways.every((way) => way === 'get' || way === 'query')) return ways
  throw new UsageError(`--old-ways is "${text}", but must be of get, query.`)
}

/** Returns the parts of a list with commas between. */
export function splitList(text: string): string[] {
  return text.split(',').filter((part) => part !== '')
}
