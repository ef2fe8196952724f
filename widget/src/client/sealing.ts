import type nacl from 'tweetnacl'
import { array, literal, mask, number, object, string } from 'superstruct'
import { fromBase64Url, toUtf8 } from '#protocol/bytes.ts'
import type { Reply } from '#protocol/endpoint.ts'
import { NetworkError } from './errors.ts'
import { sealFields, type SealContext, type SealKey } from '#protocol/seal.ts'
import type { sealKey } from '#protocol/web/keys.ts'

type Nacl = typeof nacl

const CACHE_MS = 3_600_000

const keySet = array(
  object({
    kid: string(),
    alg: literal('x25519-xsalsa20-poly1305'),
    pk: string(),
    nbf: number(),
    exp: number(),
  }),
)

interface KnownKey {
  key: SealKey
  until: number
  /** Seconds to add to the local clock to get the server's. */
  offset: number
}

/**
 * Seals fields with the current key of one server. Keys come from the `seal_key` call and are kept for
 * an hour. With a root key, a set that it did not sign is refused.
 */
export function createSealing(
  askKeys: () => Promise<Reply<typeof sealKey>>,
  sealRoot: string | undefined,
) {
  let loading: Promise<Nacl> | undefined
  let known: Promise<KnownKey> | undefined

  function loadNacl(): Promise<Nacl> {
    loading ??= import('tweetnacl').then(
      ({ default: cipher }) => {
        // A bundle finds only the browser's random numbers by itself.
        cipher.setPRNG((bytes, count) => bytes.set(crypto.getRandomValues(new Uint8Array(count))))
        return cipher
      },
      (cause: unknown) => {
        // The next call tries again.
        loading = undefined
        throw new NetworkError('unreachable', { cause })
      },
    )
    return loading
  }

  async function fetchKey(): Promise<KnownKey> {
    const reply = await askKeys()
    if (sealRoot !== undefined) checkSignature(await loadNacl(), reply, sealRoot)
    const key = mask(JSON.parse(reply.keys_json), keySet)
      .filter(({ nbf, exp }) => nbf <= reply.now && reply.now < exp)
      .toSorted((a, b) => b.nbf - a.nbf)[0]
    if (key === undefined) throw new TypeError('the server has no sealing key for now')
    return { key, until: Date.now() + CACHE_MS, offset: reply.now - Date.now() / 1000 }
  }

  async function present(): Promise<KnownKey> {
    const kept = known && (await known.catch(() => undefined))
    if (kept && Date.now() < kept.until) return kept
    known = fetchKey()
    return known
  }

  return {
    /** Loads the cipher and the key ahead of the first call that needs them. */
    async warmUp() {
      // The next call reports the same failure.
      await Promise.allSettled([loadNacl(), present()])
    },
    /** Waits for the key. */
    ready: present,
    async seal(context: SealContext, fields: Readonly<Record<string, string>>) {
      const [cipher, { key, offset }] = await Promise.all([loadNacl(), present()])
      return sealFields(cipher, key, context, fields, Date.now() / 1000 + offset)
    },
    /** Forgets a key that the server no longer knows. */
    forget() {
      known = undefined
    },
  }
}

function checkSignature(cipher: Nacl, reply: Reply<typeof sealKey>, sealRoot: string): void {
  const root = fromBase64Url(sealRoot)
  const isGood = [reply.sig, reply.former_sig ?? '']
    .map(fromBase64Url)
    .some(
      (signature) =>
        signature?.length === cipher.sign.signatureLength &&
        root?.length === cipher.sign.publicKeyLength &&
        cipher.sign.detached.verify(toUtf8(reply.keys_json), signature, root),
    )
  if (!isGood) throw new TypeError('the sealing keys are not signed by the root key of this page')
}
