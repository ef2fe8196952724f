import type { ProofAnswer, ProofOfWork } from '#protocol/captcha/challenge.ts'
import { fromBase64Url, toUtf8 } from '#protocol/bytes.ts'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'

const KEY_BITS = 256
const MOST_AT_ONCE = 16
/** How long the page stands still at most where it has to compute itself, unless one key takes longer. */
const SLICE_MS = 12

/** Derives the keys of a few counters. */
type Derive = (
  counters: readonly number[],
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
) => Promise<Uint8Array[]>

const secretOf = (counter: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(toUtf8(String(counter)))

/** On threads of the browser's own, all at once. */
const deriveNatively: Derive = (counters, salt, iterations) =>
  Promise.all(counters.map((counter) => deriveKey(counter, salt, iterations)))

/** On the page's thread, which is let go of between keys. */
const deriveHere: Derive = async (counters, salt, iterations) => {
  const keys: Uint8Array[] = []
  let began = performance.now()
  for (const counter of counters) {
    if (performance.now() - began >= SLICE_MS) {
      await nextTurn()
      began = performance.now()
    }
    keys.push(pbkdf2(sha256, secretOf(counter), salt, { c: iterations, dkLen: KEY_BITS / 8 }))
  }
  await nextTurn()
  return keys
}

/** Lets input and drawing come first; timers would be held back for longer than a key takes. */
async function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  await new Promise((resolve) => {
    port1.addEventListener('message', resolve, { once: true })
    port1.start()
    port2.postMessage(null)
  })
  port1.close()
}

async function deriveKey(
  counter: number,
  salt: BufferSource,
  iterations: number,
): Promise<Uint8Array> {
  const name = 'PBKDF2'
  const secret = secretOf(counter)
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
 * few at a time, so the page stays quick; no worker is needed, which many pages forbid. Where the
 * browser hides its own, as over plain http, the page computes in slices and takes longer.
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
  // Browsers leave `subtle` out where the page's way is not safe.
  const derive = 'subtle' in crypto ? deriveNatively : deriveHere
  const atOnce = Math.min(MOST_AT_ONCE, (globalThis.navigator?.hardwareConcurrency ?? 2) * 2)
  for (let first = work.min; first <= work.max; first += atOnce) {
    options.signal?.throwIfAborted()
    options.onProgress?.((first - work.min) / (work.max - work.min + 1))
    const counters = Array.from(
      { length: Math.min(atOnce, work.max - first + 1) },
      (_, i) => first + i,
    )
    const keys = await derive(counters, bytes, work.iter)
    const found = keys.findIndex((key) => prefix.every((byte, i) => byte === key[i]))
    const counter = counters[found]
    if (counter !== undefined) return { counter, sig: work.sig }
  }
  throw new Error('passport-login: no counter of the range fits')
}
