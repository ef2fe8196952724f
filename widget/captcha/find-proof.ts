import type { ProofOfWork } from '#protocol/captcha/challenge.ts'
import { fromBase64Url, toBase64Url, toUtf8 } from '#protocol/bytes.ts'
import { scryptAsync } from '@noble/hashes/scrypt.js'

const PREFIX_BYTES = 8
const PROOF_BYTES = 16

/** Options of a search. */
export interface SearchOptions {
  /** Milliseconds after which the thread handles other tasks. */
  sliceMs: number
  signal?: AbortSignal | undefined
  onProgress?: ((share: number) => void) | undefined
}

/**
 * Returns the number whose key begins with the prefix. @throws DOMException AbortError, or Error
 * without one
 */
export async function findProof(work: ProofOfWork, options: SearchOptions): Promise<string> {
  const prefix = fromBase64Url(work.prefix)
  const salt = fromBase64Url(work.salt)
  if (prefix?.length !== PREFIX_BYTES || !salt) {
    throw new TypeError('passport-login: malformed work')
  }
  const cost = { N: work.n, r: work.r, p: work.p, dkLen: PREFIX_BYTES + PROOF_BYTES }
  for (let number = 1; number <= work.max; number++) {
    options.signal?.throwIfAborted()
    options.onProgress?.((number - 1) / work.max)
    const key = await scryptAsync(toUtf8(String(number)), salt, {
      ...cost,
      asyncTick: options.sliceMs,
    })
    if (prefix.every((byte, at) => byte === key[at])) return toBase64Url(key.subarray(PREFIX_BYTES))
  }
  throw new Error('passport-login: no number of the range fits')
}
