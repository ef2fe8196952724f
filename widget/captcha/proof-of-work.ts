import type { ProofAnswer, ProofOfWork } from '#protocol/captcha/challenge.ts'
import { fromBase64Url, toUtf8 } from '#protocol/bytes.ts'

const KEY_BITS = 256
const MOST_AT_ONCE = 16

/** Whether this page may compute at all: over plain http browsers hide WebCrypto. */
export function canWork(): boolean {
  return typeof crypto !== 'undefined' && 'subtle' in crypto
}

async function deriveKey(
  counter: number,
  salt: BufferSource,
  iterations: number,
): Promise<Uint8Array> {
  const name = 'PBKDF2'
  const secret = Uint8Array.from(toUtf8(String(counter)))
  const key = await crypto.subtle.importKey('raw', secret, name, false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits(
    { name, hash: 'SHA-256', salt, iterations },
    key,
    KEY_BITS,
  )
  return new Uint8Array(bits)
}

/**
 * Finds the counter whose key begins with the prefix. The browser derives on threads of its own, a
 * few at a time, so the page stays quick; no worker is needed, which many pages forbid.
 * @throws DOMException AbortError, or Error when the range holds no such counter.
 */
export async function solveWork(
  work: ProofOfWork,
  options: { signal?: AbortSignal; onProgress?: (share: number) => void } = {},
): Promise<ProofAnswer> {
  const prefix = fromBase64Url(work.prefix)
  const salt = fromBase64Url(work.salt)
  if (!prefix || prefix.length === 0 || !salt) throw new TypeError('passport-login: malformed work')
  const bytes = Uint8Array.from(salt)
  const atOnce = Math.min(MOST_AT_ONCE, (globalThis.navigator?.hardwareConcurrency ?? 2) * 2)
  for (let first = work.min; first <= work.max; first += atOnce) {
    options.signal?.throwIfAborted()
    options.onProgress?.((first - work.min) / (work.max - work.min + 1))
    const counters = Array.from(
      { length: Math.min(atOnce, work.max - first + 1) },
      (_, i) => first + i,
    )
    const keys = await Promise.all(counters.map((counter) => deriveKey(counter, bytes, work.iter)))
    const found = keys.findIndex((key) => prefix.every((byte, i) => byte === key[i]))
    const counter = counters[found]
    if (counter !== undefined) return { counter, sig: work.sig }
  }
  throw new Error('passport-login: no counter of the range fits')
}
