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
import type { SealRepository, StoredSealKey } from '../store/seal-repository.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, toSeconds, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Secrets } from '../config/secrets.ts'

const KEY_LIFE_SECONDS = (30 * DAY_MS) / SECOND_MS
const PUBLISHED_BEFORE_SECONDS = (7 * DAY_MS) / SECOND_MS
const KEPT_AFTER_SECONDS = (7 * DAY_MS) / SECOND_MS
const RELOAD_MS = MINUTE_MS

const ED25519_BYTES = 32
/** What stands before the seed of a private key in PKCS #8 (RFC 8410 §7). */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The signed set of sealing keys. */
export interface KeySet {
  readonly keys: readonly SealKey[]
  /** Exactly the text that was signed. */
  keysJson: string
  sig: string
}

/** An opened request: its fields, and the number that must be used once only. */
export interface Opened {
  fields: Record<string, string>
  jti: string
}

/** Keys that sensitive fields are sealed to, and the opening of such fields. */
export interface Seal {
  /** Public half of the key that signs the set, base64url. */
  readonly rootKey: string
  keySet(): Promise<KeySet>
  /** Opens fields; @throws seal_key_unknown with the present set, or seal_bad for all else. */
  open(
    context: SealContext,
    params: CommonParams,
    fields: Readonly<Record<string, string>>,
  ): Promise<Opened>
  /** Uses a sealed request up; @throws seal_replay for the second time. */
  use(jti: string): Promise<void>
  /** Gives the number back: the call was only asked to pass a captcha first. */
  release(jti: string): Promise<void>
}

/** Public half of the key that signs sealing keys, base64url. */
export function rootKeyOf(secrets: Secrets): string {
  // Its last 32 bytes are the key itself (RFC 8410 §4).
  const described = createPublicKey(rootOf(secrets)).export({ format: 'der', type: 'spki' })
  return encode(described.subarray(-ED25519_BYTES))
}

/** Sealing over a store; keys are made and changed as time goes by. */
export function createSeal(store: SealRepository, secrets: Secrets, clock: Clock): Seal {
  const root = rootOf(secrets)
  let loadedAt = Number.NEGATIVE_INFINITY
  let keys: StoredSealKey[] = []
  let keySet: KeySet = { keys: [], keysJson: '', sig: '' }

  async function load(): Promise<void> {
    const now = toSeconds(clock())
    await store.deleteKeys(now - KEPT_AFTER_SECONDS)
    keys = await store.keys(now - KEPT_AFTER_SECONDS)
    while ((keys.at(-1)?.exp ?? 0) < now + PUBLISHED_BEFORE_SECONDS) {
      // Begins where the last one ends, so that instances starting at once agree on the time.
      const last = keys.at(-1)
      const nbf = last !== undefined && last.exp > now ? last.exp : startOfDay(now)
      await store.insertKey(makeKey(nbf))
      keys = await store.keys(now - KEPT_AFTER_SECONDS)
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
    keySet = {
      keys: published,
      keysJson,
      sig: encode(sign(null, Buffer.from(keysJson), root)),
    }
    loadedAt = clock()
  }

  async function fresh(): Promise<void> {
    if (Math.abs(clock() - loadedAt) > RELOAD_MS) await load()
  }

  return {
    rootKey: rootKeyOf(secrets),
    keySet: async () => {
      await fresh()
      return keySet
    },
    open: async (context, params, fields) => {
      await fresh()
      let key = keys.find((one) => one.kid === params.seal_kid)
      if (key === undefined) {
        await load()
        key = keys.find((one) => one.kid === params.seal_kid)
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
    use: async (jti) => {
      const expiresAt = clock() + 2 * SEAL_WINDOW_SECONDS * SECOND_MS
      if (!(await store.use(jti, expiresAt))) throw new PassportError('seal_replay')
    },
    release: (jti) => store.release(jti),
  }
}

/**
 * Makes a new key and lets the others end now; what was sealed to those is opened for some days
 * more. Answers the id of the new one, or undefined when it was made this very second before.
 */
export async function rotateKeys(store: SealRepository, clock: Clock): Promise<string | undefined> {
  const now = toSeconds(clock())
  const key = makeKey(now)
  // First, since there is one key for a second: or all would end, and none could take their place.
  if (!(await store.insertKey(key))) return undefined
  await store.endKeys(now)
  return key.kid
}

// By Node's own cryptography: in JavaScript this took longer than all else a start computes.
function rootOf({ sealRoot }: Secrets): KeyObject {
  const key = Buffer.concat([ED25519_PREFIX, sealRoot])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

function makeKey(nbf: number): StoredSealKey {
  const pair = nacl.box.keyPair()
  return {
    kid: keyId(createHash('sha256').update(pair.publicKey).digest()),
    publicKey: encode(pair.publicKey),
    secretKey: encode(pair.secretKey),
    nbf,
    exp: nbf + KEY_LIFE_SECONDS,
  }
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
