import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import nacl from 'tweetnacl'
import type { CommonParams } from '#protocol/common-params.ts'
import {
  keyId,
  openFields,
  SEAL_WINDOW_SECONDS,
  type SealContext,
  type SealKey,
} from '#protocol/seal.ts'
import type { Secrets } from '../config/secrets.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, toSeconds, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { SEAL_KEY_KEPT_SECONDS, type SealRepository } from '../store/seal-repository.ts'
import type { StoredSealKey } from '../store/schema/applications.ts'

const KEY_LIFE_SECONDS = (30 * DAY_MS) / SECOND_MS
const PUBLISHED_BEFORE_SECONDS = (7 * DAY_MS) / SECOND_MS
const RELOAD_MS = MINUTE_MS

const ED25519_BYTES = 32
/** Bytes before the seed of a private key in PKCS #8 (RFC 8410 §7). */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The signed set of sealing keys. */
export interface KeySet {
  readonly keys: readonly SealKey[]
  /** The signed text. */
  keysJson: string
  sig: string
  /** The signature by the other root key, while SEAL_ROOT_KEY is being changed. */
  formerSig: string | undefined
}

/** The decrypted fields of a sealed request. */
export interface OpenedFields {
  fields: Record<string, string>
  /** Id of the request, which counts once. */
  jti: string
}

/** Publishes sealing keys and decrypts sealed fields. */
export type Seal = ReturnType<typeof createSeal>

/** Returns the public half of the key that signs sealing keys, base64url. */
export function rootKeyOf({ sealRoots: [present] }: Secrets): string {
  // Its last 32 bytes are the key itself (RFC 8410 §4).
  const spki = createPublicKey(toRoot(present)).export({ format: 'der', type: 'spki' })
  return encode(spki.subarray(-ED25519_BYTES))
}

/** Sealing over a repository; it creates new keys in time. */
export function createSeal(repository: SealRepository, secrets: Secrets, clock: Clock) {
  const roots = secrets.sealRoots.map(toRoot)
  let loadedAt = Number.NEGATIVE_INFINITY
  let keys: StoredSealKey[] = []
  let keySet: KeySet = { keys: [], keysJson: '', sig: '', formerSig: undefined }

  async function load(): Promise<void> {
    const now = toSeconds(clock())
    keys = await repository.keys(now - SEAL_KEY_KEPT_SECONDS)
    let end = endOf(keys, now)
    while (end < now + PUBLISHED_BEFORE_SECONDS) {
      // Begins where the last one ends, so that instances starting at once agree on the time.
      await repository.insertKey(createKey(end === now ? startOfDay(now) : end))
      keys = await repository.keys(now - SEAL_KEY_KEPT_SECONDS)
      end = endOf(keys, now)
    }
    const published: SealKey[] = keys
      .filter((key) => key.exp > now)
      .map(({ kid, publicKey, nbf, exp }) => ({
        kid,
        alg: 'x25519-xsalsa20-poly1305',
        pk: publicKey,
        nbf,
        exp,
      }))
    const keysJson = JSON.stringify(published)
    const [sig = '', formerSig] = roots.map((root) =>
      encode(sign(null, Buffer.from(keysJson), root)),
    )
    keySet = { keys: published, keysJson, sig, formerSig }
    loadedAt = clock()
  }

  async function reloadWhenOld(): Promise<void> {
    if (Math.abs(clock() - loadedAt) > RELOAD_MS) await load()
  }

  return {
    /** Public half of the key that signs the set, base64url. */
    rootKey: rootKeyOf(secrets),
    keySet: async (): Promise<KeySet> => {
      await reloadWhenOld()
      return keySet
    },
    /** Decrypts fields. @throws seal_key_unknown with the current key set, or seal_bad */
    open: async (
      context: SealContext,
      params: CommonParams,
      fields: Readonly<Record<string, string>>,
    ): Promise<OpenedFields> => {
      await reloadWhenOld()
      let key = keys.find(({ kid }) => kid === params.seal_kid)
      if (key === undefined) {
        await load()
        key = keys.find(({ kid }) => kid === params.seal_kid)
      }
      if (key === undefined) {
        throw new PassportError('seal_key_unknown', {
          keys: keySet.keys,
          keys_json: keySet.keysJson,
          sig: keySet.sig,
          now: toSeconds(clock()),
        })
      }
      const { seal_epk = '', seal_ts = '', seal_jti = '' } = params
      const isTimely = Math.abs(toSeconds(clock()) - Number(seal_ts)) <= SEAL_WINDOW_SECONDS
      if (!/^\d{1,12}$/.test(seal_ts) || !/^[\w-]{16}$/.test(seal_jti) || !isTimely) {
        throw new PassportError('seal_bad', { now: toSeconds(clock()) })
      }
      const opened = openFields(
        nacl,
        { publicKey: decode(key.publicKey), secretKey: decode(key.secretKey) },
        context,
        { mix_mode: 2, seal_kid: key.kid, seal_epk, seal_ts, seal_jti },
        fields,
      )
      if (opened === undefined) throw new PassportError('seal_bad')
      return { fields: opened, jti: `${key.kid}.${seal_jti}` }
    },
    /** Uses a sealed request. @throws seal_replay when it was used before */
    use: async (jti: string): Promise<void> => {
      const expiresAt = clock() + 2 * SEAL_WINDOW_SECONDS * SECOND_MS
      if (!(await repository.use(jti, expiresAt))) throw new PassportError('seal_replay')
    },
    /** Allows a request again that was refused until its sender passes a captcha. */
    release: (jti: string): Promise<void> => repository.release(jti),
  }
}

/**
 * Creates a new key and ends the current ones, which still decrypt for some days. Returns the new
 * id, or undefined when a key was created in this very second.
 */
export async function rotateKeys(
  repository: SealRepository,
  clock: Clock,
): Promise<string | undefined> {
  const now = toSeconds(clock())
  const key = createKey(now)
  // The insertion may fail, because a second has one key; then no key may end.
  if (!(await repository.insertKey(key))) return undefined
  await repository.endKeys(now)
  return key.kid
}

// Node's own cryptography, because JavaScript would slow down the start.
function toRoot(seed: Uint8Array): KeyObject {
  const key = Buffer.concat([ED25519_PREFIX, seed])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

function createKey(nbf: number): StoredSealKey {
  const pair = nacl.box.keyPair()
  return {
    kid: keyId(createHash('sha256').update(pair.publicKey).digest()),
    publicKey: encode(pair.publicKey),
    secretKey: encode(pair.secretKey),
    nbf,
    exp: nbf + KEY_LIFE_SECONDS,
  }
}

// Until when keys follow one another; one that a clock ahead has made may begin long after.
function endOf(keys: readonly StoredSealKey[], now: number): number {
  return keys.reduce((end, { nbf, exp }) => (nbf <= end ? Math.max(end, exp) : end), now)
}

function startOfDay(seconds: number): number {
  return seconds - (seconds % (DAY_MS / SECOND_MS))
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

function decode(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'base64url'))
}
