import { concat, fromBase64Url, fromUtf8, toBase64Url, toUtf8 } from './bytes.ts'

/** Functions of tweetnacl that sealing needs; a parameter, because the protocol imports only superstruct. */
export interface SealPrimitives {
  box: {
    keyPair(): { publicKey: Uint8Array; secretKey: Uint8Array }
    before(publicKey: Uint8Array, secretKey: Uint8Array): Uint8Array
    after(message: Uint8Array, nonce: Uint8Array, shared: Uint8Array): Uint8Array
    open: { after(box: Uint8Array, nonce: Uint8Array, shared: Uint8Array): Uint8Array | null }
  }
  scalarMult(secretKey: Uint8Array, publicKey: Uint8Array): Uint8Array
  hash(message: Uint8Array): Uint8Array
  randomBytes(length: number): Uint8Array
}

/** Public key of the server for sealed fields. */
export interface SealKey {
  kid: string
  alg: 'x25519-xsalsa20-poly1305'
  /** 32 bytes, base64url. */
  pk: string
  /** Start and end of validity in Unix seconds. */
  nbf: number
  exp: number
}

/** Request that a sealed field is bound to; it cannot be opened in another one. */
export interface SealContext {
  method: 'GET' | 'POST'
  /** Without trailing slash. */
  path: string
  aid: number
}

/** Parameters that are sent with sealed fields. */
export interface SealParams {
  mix_mode: 2
  seal_kid: string
  seal_epk: string
  seal_ts: string
  seal_jti: string
}

/** Maximum difference between the clocks of client and server, in seconds. */
export const SEAL_WINDOW_SECONDS = 300

const BLOCK = 32
const NONCE_LENGTH = 24

/** Returns the id of a public key: the first 8 bytes of its SHA-256 as base64url. */
export function keyId(sha256OfPublicKey: Uint8Array): string {
  return toBase64Url(sha256OfPublicKey.subarray(0, 8))
}

/**
 * Seals fields for one request with a new key pair, so that a nonce never repeats under a key.
 * `now` is the time of the server in Unix seconds.
 */
export function sealFields(
  nacl: SealPrimitives,
  key: SealKey,
  context: SealContext,
  fields: Readonly<Record<string, string>>,
  now: number,
): { params: SealParams; fields: Record<string, string> } {
  const serverKey = fromBase64Url(key.pk)
  if (serverKey?.length !== 32) throw new TypeError('the sealing key is malformed')
  const pair = nacl.box.keyPair()
  const params: SealParams = {
    mix_mode: 2,
    seal_kid: key.kid,
    seal_epk: toBase64Url(pair.publicKey),
    seal_ts: String(Math.floor(now)),
    seal_jti: toBase64Url(nacl.randomBytes(12)),
  }
  const shared = nacl.box.before(serverKey, pair.secretKey)
  const sealed: Record<string, string> = {}
  for (const [name, value] of Object.entries(fields)) {
    const nonce = fieldNonce(nacl, params, serverKey, context, name)
    sealed[name] = toBase64Url(nacl.box.after(pad(toUtf8(value)), nonce, shared))
  }
  return { params, fields: sealed }
}

/**
 * Opens sealed fields; returns undefined for another context, a changed byte or a low-order key.
 * The caller checks time and replay.
 */
export function openFields(
  nacl: SealPrimitives,
  keys: { publicKey: Uint8Array; secretKey: Uint8Array },
  context: SealContext,
  params: SealParams,
  fields: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  const clientKey = fromBase64Url(params.seal_epk)
  if (clientKey?.length !== 32) return undefined
  // A low-order client key makes the shared point zero: anyone could open such a box.
  if (nacl.scalarMult(keys.secretKey, clientKey).every((byte) => byte === 0)) return undefined
  const shared = nacl.box.before(clientKey, keys.secretKey)
  const opened: Record<string, string> = {}
  for (const [name, value] of Object.entries(fields)) {
    const box = fromBase64Url(value)
    if (box === undefined) return undefined
    const nonce = fieldNonce(nacl, params, keys.publicKey, context, name)
    const padded = nacl.box.open.after(box, nonce, shared)
    const plain = padded && unpad(padded)
    if (!plain) return undefined
    try {
      opened[name] = fromUtf8(plain)
    } catch {
      return undefined
    }
  }
  return opened
}

// XSalsa20-Poly1305 has no associated data, so the context is hashed into the nonce: any change of it
// makes authentication fail.
function fieldNonce(
  nacl: SealPrimitives,
  params: SealParams,
  serverKey: Uint8Array,
  context: SealContext,
  field: string,
): Uint8Array {
  const items = [
    'passport-seal-v1',
    params.seal_kid,
    params.seal_epk,
    toBase64Url(serverKey),
    context.method,
    context.path,
    String(context.aid),
    params.seal_ts,
    params.seal_jti,
    field,
  ].map(toUtf8)
  const framed = items.flatMap((item) => [lengthPrefix(item.length), item])
  return nacl.hash(concat(...framed)).subarray(0, NONCE_LENGTH)
}

function lengthPrefix(length: number): Uint8Array {
  return Uint8Array.of(length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255)
}

// Padding to whole blocks hides how long a password is.
function pad(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 1) / BLOCK) * BLOCK)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  return padded
}

function unpad(bytes: Uint8Array): Uint8Array | undefined {
  const end = bytes.lastIndexOf(0x80)
  return end === -1 || bytes.subarray(end + 1).some((byte) => byte !== 0)
    ? undefined
    : bytes.subarray(0, end)
}
