// PBKDF2 with SHA-256 for pages without WebCrypto, which browsers hide over plain http. Four to eight
// times slower than the browser's own, and on the page's thread: whoever calls it has to pause.

const BLOCK_WORDS = 16
const ROUNDS = 64
const INNER_PAD = 0x36363636
const OUTER_PAD = 0x5c5c5c5c
/** One bit that ends a message; the rest of its block is zeros and its length (FIPS 180-4 §5.1.1). */
const END_BIT = 0x80
const BLOCK_BITS = 512
const KEY_BITS = 256

const start = new Int32Array(8)
const constants = new Int32Array(ROUNDS)
const schedule = new Int32Array(ROUNDS)

// First 32 bits of the fractions of roots of the first primes (FIPS 180-4 §4.2.2 and §5.3.3).
for (let n = 2, found = 0; found < ROUNDS; n++) {
  let divisor = 2
  while (n % divisor !== 0) divisor += 1
  if (divisor < n) continue
  constants[found] = (Math.cbrt(n) % 1) * 2 ** 32
  if (found < start.length) start[found] = (Math.sqrt(n) % 1) * 2 ** 32
  found += 1
}

/** One block of SHA-256 (FIPS 180-4 §6.2.2), from `state` to `to`, which may be the same. */
function compress(to: Int32Array, state: Int32Array, block: Int32Array): void {
  // Read in place: a function for it, however small, costs some engines as much again.
  for (let i = 0; i < BLOCK_WORDS; i++) schedule[i] = block[i] ?? 0
  for (let i = BLOCK_WORDS; i < ROUNDS; i++) {
    const x = schedule[i - 15] ?? 0
    const y = schedule[i - 2] ?? 0
    const near = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const far = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    schedule[i] = (schedule[i - 16] ?? 0) + near + (schedule[i - 7] ?? 0) + far
  }
  let a = state[0] ?? 0
  let b = state[1] ?? 0
  let c = state[2] ?? 0
  let d = state[3] ?? 0
  let e = state[4] ?? 0
  let f = state[5] ?? 0
  let g = state[6] ?? 0
  let h = state[7] ?? 0
  for (let i = 0; i < ROUNDS; i++) {
    const mixE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const mixA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const one = (h + mixE + ((e & f) ^ (~e & g)) + (constants[i] ?? 0) + (schedule[i] ?? 0)) | 0
    const two = (mixA + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  to[0] = (state[0] ?? 0) + a
  to[1] = (state[1] ?? 0) + b
  to[2] = (state[2] ?? 0) + c
  to[3] = (state[3] ?? 0) + d
  to[4] = (state[4] ?? 0) + e
  to[5] = (state[5] ?? 0) + f
  to[6] = (state[6] ?? 0) + g
  to[7] = (state[7] ?? 0) + h
}

/** A block that holds these bytes, fewer than it has room for. */
function toBlock(bytes: ArrayLike<number>): Int32Array {
  const view = new DataView(new ArrayBuffer(BLOCK_WORDS * 4))
  for (let i = 0; i < bytes.length; i++) view.setUint8(i, bytes[i] ?? 0)
  return Int32Array.from({ length: BLOCK_WORDS }, (_, i) => view.getInt32(i * 4))
}

/** What HMAC begins with: the secret under one of its two pads (RFC 2104 §2). */
function padded(secret: Int32Array, pad: number): Int32Array {
  const state = new Int32Array(start.length)
  compress(
    state,
    start,
    secret.map((word) => word ^ pad),
  )
  return state
}

/**
 * A key of 256 bits: one block of PBKDF2 (RFC 8018 §5.2).
 * @param secret Shorter than 64 bytes.
 * @param salt Shorter than 51 bytes.
 */
export function derivePlain(secret: Uint8Array, salt: Uint8Array, iterations: number): Uint8Array {
  const key = toBlock(secret)
  const inner = padded(key, INNER_PAD)
  const outer = padded(key, OUTER_PAD)
  const first = toBlock([...salt, 0, 0, 0, 1, END_BIT])
  first[BLOCK_WORDS - 1] = BLOCK_BITS + (salt.length + 4) * 8
  // What is hashed from now on is always a key's length after a pad, so only its words change.
  const block = toBlock([...new Uint8Array(KEY_BITS / 8), END_BIT])
  block[BLOCK_WORDS - 1] = BLOCK_BITS + KEY_BITS
  const words = block.subarray(0, start.length)
  const sum = new Int32Array(start.length)
  compress(words, inner, first)
  for (let i = 0; i < iterations; i++) {
    if (i > 0) compress(words, inner, block)
    compress(words, outer, block)
    for (let k = 0; k < sum.length; k++) sum[k] = (sum[k] ?? 0) ^ (words[k] ?? 0)
  }
  const bytes = new DataView(new ArrayBuffer(KEY_BITS / 8))
  for (const [i, word] of sum.entries()) bytes.setInt32(i * 4, word)
  return new Uint8Array(bytes.buffer)
}
