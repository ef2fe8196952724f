import {
  type Code,
  COUNT_BITS,
  COUNT_MASK,
  END,
  HEADER,
  joined,
  literals,
  matches,
} from './run-codes.ts'

/** The largest prime below 2¹⁶ (RFC 1950 §8.2). */
const ADLER_BASE = 65_521
const MOST_SUM = 2 ** 50

/** What a zlib stream begins with (RFC 1950 §2.2). */
const ZLIB_HEAD = [0x78, 0x01] as const

/** The longest run that one match repeats (RFC 1951 §3.2.5); shorter than the least it is written out. */
const LONGEST = 258
const SHORTEST = 3

/** As much as most streams take. */
const FIRST_BYTES = 2 ** 15

/** Runs of fewer zeros than this are kept: a little more than a row. */
const MOST_KEPT = 1500

/** Bytes that stand together in a row: as they are, as codes, and what they add to the sums. */
export interface Stretch {
  values: Uint8Array
  codes: Uint32Array
  /** Of all bytes, and of each as often as bytes follow it, itself included. */
  sum: number
  weighted: number
}

/** Makes bytes ready for the stream, once for all places where they stand. */
export function stretchOf(values: Uint8Array): Stretch {
  const codes: Code[] = []
  let sum = 0
  let weighted = 0
  for (let at = 0; at < values.length;) {
    const value = values[at] ?? 0
    let end = at + 1
    while (end < values.length && values[end] === value) end++
    pushRun(codes, value, end - at)
    for (; at < end; at++) {
      sum += value
      weighted += value * (values.length - at)
    }
  }
  return { values, codes: joined(codes), sum: sum % ADLER_BASE, weighted: weighted % ADLER_BASE }
}

/**
 * A zlib stream (RFC 1950) of runs and of stretches that were made ready before. Nothing is looked
 * for: what a flat picture consists of is known when it is drawn, so that writing it takes a small
 * part of the time of compressing its pixels.
 */
export class RunStream {
  #bytes = new Uint8Array(FIRST_BYTES)
  #length = 0
  #bits = 0
  #bitCount = 0
  #low = 1
  #high = 0

  constructor() {
    for (const byte of ZLIB_HEAD) this.#bytes[this.#length++] = byte
    this.#put(HEADER)
  }

  /** So many zeros. */
  zeros(count: number): void {
    if (count === 0) return
    this.#sum(count, 0, 0)
    this.#put(codesOfZeros(count))
  }

  /** Bytes that were made ready. */
  stretch({ values, codes, sum, weighted }: Stretch): void {
    this.#sum(values.length, sum, weighted)
    this.#put(codes)
  }

  /** The whole stream, with its sum (RFC 1950 §2.2). */
  end(): Uint8Array {
    this.#put(END)
    // What is left of the last byte stays empty.
    if (this.#bitCount > 0) this.#bytes[this.#length++] = this.#bits
    const sum = (this.#high % ADLER_BASE) * 2 ** 16 + (this.#low % ADLER_BASE)
    for (const shift of [24, 16, 8, 0]) this.#bytes[this.#length++] = (sum / 2 ** shift) & 0xff
    return this.#bytes.subarray(0, this.#length)
  }

  // Cutting the sums is dear, so it waits until they are nearly too large to be exact.
  #sum(count: number, sum: number, weighted: number): void {
    this.#high += count * this.#low + weighted
    this.#low += sum
    if (this.#high < MOST_SUM) return
    this.#high %= ADLER_BASE
    this.#low %= ADLER_BASE
  }

  #put(codes: Uint32Array): void {
    // No code has more than three bytes, and the sum four.
    const needed = this.#length + codes.length * 3 + 8
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(needed * 2)
      larger.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = larger
    }
    const bytes = this.#bytes
    let length = this.#length
    let bits = this.#bits
    let count = this.#bitCount
    for (let at = 0; at < codes.length; at++) {
      const code = codes[at] ?? 0
      bits |= (code >>> COUNT_BITS) << count
      count += code & COUNT_MASK
      while (count >= 8) {
        bytes[length++] = bits & 0xff
        bits >>>= 8
        count -= 8
      }
    }
    this.#length = length
    this.#bits = bits
    this.#bitCount = count
  }
}

// The first byte as it is, and the others as the one before them again.
function pushRun(codes: Code[], value: number, count: number): void {
  const literal = literals[value] ?? 0
  if (literal === 0) throw new Error(`there is no code for the colour ${value}`)
  codes.push(literal)
  let left = count - 1
  while (left >= SHORTEST) {
    const length = Math.min(left, LONGEST)
    codes.push(matches[length] ?? 0)
    left -= length
  }
  for (; left > 0; left--) codes.push(literal)
}

const zeros: (Uint32Array | undefined)[] = []

// Most of them are gaps between letters, of which there are few different ones.
function codesOfZeros(count: number): Uint32Array {
  const known = zeros[count]
  if (known !== undefined) return known
  const codes: Code[] = []
  pushRun(codes, 0, count)
  const found = joined(codes)
  if (count < MOST_KEPT) zeros[count] = found
  return found
}
