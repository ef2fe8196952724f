import { generateKeyPair, hash, type JsonWebKey } from 'node:crypto'
import { promisify } from 'node:util'
import type { Secrets } from '../config/secrets.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, type Clock } from '../lib/clock.ts'
import { decryptText, encryptText } from '../lib/encrypt-text.ts'
import type { OAuthKeyRepository } from '../store/oauth-key-repository.ts'
import type { OAuthKey } from '../store/schema/oauth.ts'

const SIGNS_MS = 90 * DAY_MS
const PUBLISHED_BEFORE_MS = 7 * DAY_MS
const KEPT_AFTER_MS = 14 * DAY_MS
const RELOAD_MS = MINUTE_MS
/** Delay before a rotated key signs, until all instances publish it and caches have it. */
const ROTATED_AFTER_MS = 2 * RELOAD_MS + SECOND_MS

/** Time that clients may cache the published keys. */
export const KEYS_CACHED_MS = RELOAD_MS
const RSA_BITS = 2048

/** A JWK (RFC 7517) with its id and algorithm. */
export type SigningKey = JsonWebKey & { kid: string; alg: 'RS256'; use: 'sig' }

export interface SigningKeySet {
  /** Changes whenever the set changes. */
  readonly id: string
  /** Private keys; the first one signs. */
  readonly keys: readonly SigningKey[]
  /** The same keys without their private parts. */
  readonly published: readonly SigningKey[]
}

/** A decrypted key. */
interface OpenedKey {
  kid: string
  signsFrom: number
  key: SigningKey
  published: SigningKey
}

/** Keys that sign id tokens; new ones are published a week before they sign. */
export type SigningKeys = ReturnType<typeof createSigningKeys>

/** Private keys are stored encrypted. */
export function createSigningKeys(repository: OAuthKeyRepository, secrets: Secrets, clock: Clock) {
  const accepted = secrets.accepted('oauth keys')
  const [secret] = accepted
  let loadedAt = Number.NEGATIVE_INFINITY
  let opened: OpenedKey[] = []

  async function load(now: number): Promise<void> {
    opened = await openAll(now)
    let last = opened.at(-1)
    while (last === undefined || last.signsFrom + SIGNS_MS < now + PUBLISHED_BEFORE_MS) {
      // Starts when the last key ends, so that instances that start together use the same time.
      const next: number = last === undefined ? now - (now % DAY_MS) : last.signsFrom + SIGNS_MS
      await repository.insert(await createKey(secret, Math.max(next, now - (now % DAY_MS))))
      opened = await openAll(now)
      last = opened.at(-1)
    }
    loadedAt = now
  }

  // Encrypts keys of a former secret again; skips keys that no secret decrypts.
  async function openAll(now: number): Promise<OpenedKey[]> {
    const found: OpenedKey[] = []
    for (const { kid, signsFrom, publicKey, privateKey } of await repository.list(now)) {
      const texts = accepted.map((key) => decryptText(key, privateKey, kid))
      const text = texts.find((one) => one !== undefined)
      if (text === undefined) continue
      if (texts[0] === undefined) await repository.replace(kid, encryptText(secret, text, kid))
      found.push({ kid, signsFrom, key: toJwk(kid, text), published: toJwk(kid, publicKey) })
    }
    return found
  }

  return {
    current: async (): Promise<SigningKeySet> => {
      const now = clock()
      if (Math.abs(now - loadedAt) > RELOAD_MS) await load(now)
      const signer = opened.findLast(({ signsFrom }) => signsFrom <= now)
      const ordered = opened.toSorted((a, b) => Number(b === signer) - Number(a === signer))
      return {
        id: ordered.map(({ kid }) => kid).join(' '),
        keys: ordered.map(({ key }) => key),
        published: ordered.map(({ published }) => published),
      }
    },
    /** Adds a key that signs in two minutes; returns its id, undefined if one was just added. */
    rotate: async (): Promise<string | undefined> => {
      const signsFrom = clock() + ROTATED_AFTER_MS
      const key = await createKey(secret, signsFrom)
      if (!(await repository.insert(key))) return undefined
      await repository.shorten(signsFrom, signsFrom + KEPT_AFTER_MS)
      return key.kid
    },
  }
}

async function createKey(secret: Buffer, signsFrom: number): Promise<OAuthKey> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS })
  const publicKey = JSON.stringify(pair.publicKey.export({ format: 'jwk' }))
  const kid = hash('sha256', publicKey, 'base64url').slice(0, 16)
  const privateKey = JSON.stringify(pair.privateKey.export({ format: 'jwk' }))
  return {
    kid,
    publicKey,
    privateKey: encryptText(secret, privateKey, kid),
    signsFrom,
    expiresAt: signsFrom + SIGNS_MS + KEPT_AFTER_MS,
  }
}

function toJwk(kid: string, jwk: string): SigningKey {
  return { ...(JSON.parse(jwk) as JsonWebKey), kid, alg: 'RS256', use: 'sig' }
}
