import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PassportError } from '../lib/passport-error.ts'
import type { ClientInput } from '../oauth/client-input.ts'
import { encodePicture, requirePicture } from '../profiles/encode.ts'
import { AdminError, UsageError, type CommandInput } from './command.ts'
import { textOf } from './read-flags.ts'

/** Returns what options say about a client. @throws UsageError, AdminError */
export function readClientOptions(flags: CommandInput['flags']): ClientInput {
  const text = (name: string): string | undefined => textOf(flags[name])
  const key = text('key')
  return {
    name: text('name'),
    redirects: text('redirects'),
    scopes: text('scopes'),
    isPkceOptional: readPkce(text('pkce')),
    origins: text('origins'),
    afterLogout: text('after-logout'),
    logoutCall: text('logout-call'),
    resources: text('resources'),
    oldWays: text('old-ways'),
    developer: text('developer'),
    responseModes: text('response-modes'),
    requiredLevel: text('required-level'),
    isForDevices: readSwitch(flags, 'devices'),
    hasClaimsInIdToken: readSwitch(flags, 'claims-in-id-token'),
    hasReadableTokens: readSwitch(flags, 'readable-tokens'),
    keys: key === undefined ? undefined : readKeys(key).map((jwk) => ({ ...jwk })),
  }
}

function readPkce(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined
  if (text === 'optional' || text === 'required') return text === 'optional'
  throw new UsageError(`--pkce is "${text}", but must be optional or required.`)
}

// Undefined where neither it nor its opposite is there.
function readSwitch(flags: CommandInput['flags'], name: string): boolean | undefined {
  const [isOn, isOff] = [flags[name] === true, flags[`no-${name}`] === true]
  if (isOn && isOff) throw new UsageError(`--${name} and --no-${name} exclude each other.`)
  return isOn || isOff ? isOn : undefined
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
