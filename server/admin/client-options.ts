import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseScopes, scopeNames } from '#protocol/scopes.ts'
import type { Level } from '#protocol/sign-in-methods.ts'
import { isOrigin } from '../config/settings.ts'
import { isRedirect, responseModes, type ResponseMode } from '../oauth/clients.ts'
import { PassportError } from '../lib/passport-error.ts'
import { encodePicture, requirePicture } from '../profiles/encode.ts'
import type { OAuthClientDetails } from '../store/oauth-client-details.ts'
import { AdminError, UsageError, type CommandInput } from './command.ts'

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

/** The origin of a browser extension, which parsing does not know. */
const EXTENSION = /^(?:chrome|moz|safari-web)-extension:\/\/[\w-]{8,64}$/

/** Returns the origins of pages that may call for a client. @throws UsageError */
function readOrigins(text: string): string[] {
  const origins = splitList(text)
  const wrong = origins.find((origin) => !isOrigin(origin) && !EXTENSION.test(origin))
  if (wrong === undefined) return origins
  throw new UsageError(
    `"${wrong}" is no origin such as https://app.example.com or chrome-extension://<id>.`,
  )
}

/** Returns the address where a client's server is called. @throws UsageError */
function readServerAddress(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol === 'https:' && url.hash === '' && url.username === '') return url.href
  throw new UsageError(`"${text}" is no address such as https://app.example.com/logout.`)
}

/** Returns the public keys in a file: PEM, a JWK or a set of them. @throws AdminError */
function readKeys(path: string): JsonWebKey[] {
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

/** Returns a picture in a file as it is served. @throws AdminError */
export async function readPicture(path: string): Promise<Uint8Array> {
  const bytes = readFileSync(path)
  try {
    requirePicture(bytes)
    return await encodePicture(bytes, 'avatar')
  } catch (error) {
    if (!(error instanceof PassportError)) throw error
    throw new AdminError(`${path} is no picture: it must be PNG, JPEG, GIF or WebP.`)
  }
}

/** Returns what an older client may still do. @throws UsageError */
function readOldWays(text: string): ('get' | 'query')[] {
  const ways = splitList(text)
  if (ways.every((way) => way === 'get' || way === 'query')) return ways
  throw new UsageError(`--old-ways is "${text}", but must be of get, query.`)
}

/** Returns the parts of a list with commas between. */
function splitList(text: string): string[] {
  return text.split(',').filter((part) => part !== '')
}

/** Returns the optional data of a client. @throws UsageError, AdminError */
export function readDetails(flags: CommandInput['flags']): OAuthClientDetails {
  const { 'after-logout': afterLogout, key, 'logout-call': logoutCall, origins, resources } = flags
  const { developer, 'old-ways': oldWays, 'required-level': level } = flags
  const { 'response-modes': modes } = flags
  const isForDevices = readSwitch(flags, 'devices')
  const hasClaimsInIdToken = readSwitch(flags, 'claims-in-id-token')
  const hasReadableTokens = readSwitch(flags, 'readable-tokens')
  return {
    ...(key !== undefined && { keys: readKeys(String(key)).map((jwk) => ({ ...jwk })) }),
    ...(origins !== undefined && { origins: readOrigins(String(origins)) }),
    ...(afterLogout !== undefined && { postLogoutRedirects: readRedirects(String(afterLogout)) }),
    ...(logoutCall !== undefined && { logoutUri: readServerAddress(String(logoutCall)) }),
    ...(resources !== undefined && { resources: splitList(String(resources)) }),
    ...(isForDevices !== undefined && { isForDevices }),
    ...(modes !== undefined && { responseModes: readResponseModes(String(modes)) }),
    ...(hasClaimsInIdToken !== undefined && { hasClaimsInIdToken }),
    ...(hasReadableTokens !== undefined && { hasReadableTokens }),
    ...(oldWays !== undefined && { oldWays: readOldWays(String(oldWays)) }),
    ...(level !== undefined && { requiredLevel: readLevel(String(level)) }),
    ...(developer !== undefined && { developer: readName(String(developer)) }),
  }
}

/** Returns an assurance level. @throws UsageError */
function readLevel(text: string): Level {
  const level = ([1, 2, 3] as const).find((one) => String(one) === text)
  if (level !== undefined) return level
  throw new UsageError(`--required-level is "${text}", but must be 1, 2 or 3.`)
}

// Undefined where neither it nor its opposite is there.
function readSwitch(flags: CommandInput['flags'], name: string): boolean | undefined {
  const [isOn, isOff] = [flags[name] === true, flags[`no-${name}`] === true]
  if (isOn && isOff) throw new UsageError(`--${name} and --no-${name} exclude each other.`)
  return isOn || isOff ? isOn : undefined
}

function readResponseModes(text: string): ResponseMode[] {
  const modes = splitList(text)
  const known = responseModes.filter((mode) => modes.includes(mode))
  if (known.length === modes.length) return known
  throw new UsageError(`--response-modes is "${text}", but must be of ${responseModes.join(', ')}.`)
}
