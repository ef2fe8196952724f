import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { AssertedCredential, CreatedCredential } from '#protocol/passkeys.ts'

/** A passkey in a soft authenticator. */
export interface SoftPasskey {
  readonly id: string
  readonly rpId: string
  readonly userHandle: string
  readonly algorithm: number
  readonly privateKey: KeyObject
  /** COSE. */
  readonly publicKey: Buffer
  counter: number
}

/** What an answer says otherwise than it should; each field can be broken on its own. */
export interface Broken {
  type?: string
  challenge?: string
  origin?: string
  /** Members of the client data besides these. */
  clientData?: object
  rpId?: string
  flags?: number
  counter?: number
  userHandle?: string | null
  /** Changes the authenticator data before it is signed. */
  beforeSigning?: (data: Buffer) => Buffer
  /** Changes the authenticator data after it was signed. */
  afterSigning?: (data: Buffer) => Buffer
  signature?: Buffer
  id?: string
  /** COSE key in place of the real one. */
  publicKey?: Buffer
  attestationObject?: Buffer
  aaguid?: Buffer
}

/** User present and verified, eligible for backup and backed up. */
export const FLAGS = 0x01 | 0x04 | 0x08 | 0x10
const ATTESTED = 0x40

const hash = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest()
const encode = (bytes: Buffer): string => bytes.toString('base64url')

/** Data items of CBOR, as far as authenticators need them. */
export const cbor = {
  head(major: number, length: number): Buffer {
    if (length < 24) return Buffer.from([(major << 5) | length])
    if (length < 256) return Buffer.from([(major << 5) | 24, length])
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  },
  int: (value: number): Buffer => (value >= 0 ? cbor.head(0, value) : cbor.head(1, -1 - value)),
  bytes: (value: Buffer): Buffer => Buffer.concat([cbor.head(2, value.length), value]),
  text: (value: string): Buffer => Buffer.concat([cbor.head(3, value.length), Buffer.from(value)]),
  map: (...entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
    Buffer.concat([cbor.head(5, entries.length), ...entries.flat()]),
}

/** Returns a COSE key of P-256 with this point. */
export function ecKey(x: Buffer, y: Buffer, algorithm = -7, curve = 1): Buffer {
  const { bytes, int, map } = cbor
  return map(
    [int(1), int(2)],
    [int(3), int(algorithm)],
    [int(-1), int(curve)],
    [int(-2), bytes(x)],
    [int(-3), bytes(y)],
  )
}

function makeKey(algorithm: number): { privateKey: KeyObject; publicKey: Buffer } {
  const { bytes, int, map } = cbor
  const part = (value = ''): Buffer => Buffer.from(value, 'base64url')
  if (algorithm === -8) {
    const pair = generateKeyPairSync('ed25519')
    const { x } = pair.publicKey.export({ format: 'jwk' })
    const okp = map(
      [int(1), int(1)],
      [int(3), int(-8)],
      [int(-1), int(6)],
      [int(-2), bytes(part(x))],
    )
    return { privateKey: pair.privateKey, publicKey: okp }
  }
  if (algorithm === -257) {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const { n, e } = pair.publicKey.export({ format: 'jwk' })
    const rsa = map(
      [int(1), int(3)],
      [int(3), int(-257)],
      [int(-1), bytes(part(n))],
      [int(-2), bytes(part(e))],
    )
    return { privateKey: pair.privateKey, publicKey: rsa }
  }
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = pair.publicKey.export({ format: 'jwk' })
  return { privateKey: pair.privateKey, publicKey: ecKey(part(x), part(y), algorithm) }
}

function clientDataOf(type: string, challenge: string, origin: string, broken: Broken): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: broken.type ?? type,
      challenge: broken.challenge ?? challenge,
      origin: broken.origin ?? origin,
      crossOrigin: false,
      ...broken.clientData,
    }),
  )
}

function headOf(rpId: string, counter: number, extra: number, broken: Broken): Buffer {
  const head = Buffer.alloc(37)
  hash(broken.rpId ?? rpId).copy(head)
  head.writeUInt8((broken.flags ?? FLAGS) | extra, 32)
  head.writeUInt32BE(broken.counter ?? counter, 33)
  return head
}

/** Makes a passkey as a browser on a page of `origin` would, with what is broken in it. */
export function makePasskey(
  options: { challenge: string; rp: { id: string }; user: { id: string } },
  origin: string,
  { algorithm = -7, counter = 0, ...broken }: Broken & { algorithm?: number } = {},
): { passkey: SoftPasskey; credential: CreatedCredential } {
  const key = makeKey(algorithm)
  const rawId = broken.id === undefined ? randomBytes(32) : Buffer.from(broken.id, 'base64url')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(rawId.length)
  const authData = Buffer.concat([
    headOf(options.rp.id, counter, ATTESTED, broken),
    broken.aaguid ?? Buffer.alloc(16),
    length,
    rawId,
    broken.publicKey ?? key.publicKey,
  ])
  const { bytes, map, text } = cbor
  const object = map(
    [text('fmt'), text('none')],
    [text('attStmt'), map()],
    [text('authData'), bytes(broken.beforeSigning?.(authData) ?? authData)],
  )
  const clientData = clientDataOf('webauthn.create', options.challenge, origin, broken)
  const id = encode(rawId)
  return {
    passkey: {
      id,
      rpId: options.rp.id,
      userHandle: options.user.id,
      algorithm,
      counter,
      ...key,
      publicKey: broken.publicKey ?? key.publicKey,
    },
    credential: {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: encode(clientData),
        attestationObject: encode(broken.attestationObject ?? object),
        transports: ['internal', 'hybrid'],
      },
    },
  }
}

/** Answers a challenge as a browser on a page of `origin` would, with what is broken in it. */
export function answerWith(
  passkey: SoftPasskey,
  challenge: string,
  origin: string,
  broken: Broken = {},
): AssertedCredential {
  if (passkey.counter > 0) passkey.counter += 1
  const clientData = clientDataOf('webauthn.get', challenge, origin, broken)
  const head = headOf(passkey.rpId, passkey.counter, 0, broken)
  const data = broken.beforeSigning?.(head) ?? head
  const signed = Buffer.concat([data, hash(clientData)])
  const digest = passkey.algorithm === -8 ? null : 'sha256'
  const id = broken.id ?? passkey.id
  return {
    id,
    rawId: id,
    type: 'public-key',
    response: {
      clientDataJSON: encode(clientData),
      authenticatorData: encode(broken.afterSigning?.(data) ?? data),
      signature: encode(broken.signature ?? sign(digest, signed, passkey.privateKey)),
      ...(broken.userHandle === null
        ? {}
        : { userHandle: broken.userHandle ?? passkey.userHandle }),
    },
  }
}
