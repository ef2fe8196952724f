/** Bits of a code, the first of them lowest, above their number. */
export type Code = number
/** Where the number is. */
export const COUNT_BITS = 5
export const COUNT_MASK = 31

/** So many bits of codes are put together, so that they and a begun byte are one number. */
const MOST_BITS = 24

/** Colours of a picture, and how long the code of each is, measured from many pictures. */
const LITERAL_LENGTHS = '366666666666666406777777777777640abbccbdbbdbbca70adabcaebacbac98'

/** The same for the lengths of runs, of which each code stands for several (RFC 1951 §3.2.5). */
const RUN_LENGTHS = '677765665677677778999a99799a3'

/** The code that ends the stream. */
const END_SYMBOL = 256
const END_LENGTH = 14
const FIRST_RUN_SYMBOL = 257
const SYMBOLS = 286

/** The shortest run of each code for runs, and how many bits say how much longer it is. */
const runStarts = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
  163, 195, 227, 258,
] as const
const runBits = [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
] as const

/** Lengths of codes are told in an order of their own, in codes of four bits here (§3.2.7). */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] as const
const LENGTH_BITS = 4
/** Stands for many zeros in the list of lengths. */
const MANY_ZEROS = 18
const MANY_ZEROS_FROM = 11
const MANY_ZEROS_MOST = 138

const lengths = symbolLengths()
const codes = codesOf(lengths)

/** The code of each colour. */
export const literals: readonly Code[] = codes.slice(0, LITERAL_LENGTHS.length)

/** The code that repeats the byte before it so often. */
export const matches: readonly Code[] = matchCodes()

/** What ends the stream. */
export const END = Uint32Array.of(codes[END_SYMBOL] ?? 0)

/** What the stream begins with: one block, the last, with the lengths of its codes (§3.2.7). */
export const HEADER: Uint32Array = joined(header())

function symbolLengths(): number[] {
  const all = Array.from({ length: SYMBOLS }, () => 0)
  for (const [at, digit] of [...LITERAL_LENGTHS].entries()) all[at] = Number.parseInt(digit, 16)
  all[END_SYMBOL] = END_LENGTH
  for (const [at, digit] of [...RUN_LENGTHS].entries()) {
    all[FIRST_RUN_SYMBOL + at] = Number.parseInt(digit, 16)
  }
  return all
}

// Canonical codes: of one length they follow each other, and their first bit is sent first (§3.2.2).
function codesOf(all: readonly number[]): Code[] {
  const found = all.map(() => 0)
  let next = 0
  for (let length = 1; length <= 15; length++) {
    next *= 2
    for (const [symbol, own] of all.entries()) {
      if (own === length) found[symbol] = packed(reversed(next++, length), length)
    }
  }
  return found
}

// A run is its code, how much longer it is, and a single bit for the only distance there is: one.
function matchCodes(): Code[] {
  return Array.from({ length: 259 }, (_, run) => {
    const at = runStarts.findLastIndex((start) => start <= run)
    const code = codes[FIRST_RUN_SYMBOL + at] ?? 0
    const extra = runBits[at] ?? 0
    const bits = (code >>> COUNT_BITS) | ((run - (runStarts[at] ?? 0)) << (code & COUNT_MASK))
    return packed(bits, (code & COUNT_MASK) + extra + 1)
  })
}

function header(): Code[] {
  const told = [...Array(15).keys(), MANY_ZEROS]
  const codeOfLength = (length: number): Code =>
    packed(reversed(told.indexOf(length), LENGTH_BITS), LENGTH_BITS)
  const list: Code[] = [packed(0b1 | (0b10 << 1), 3), packed(SYMBOLS - 257, 5), packed(0, 5)]
  list.push(packed(LENGTH_ORDER.length - 4, 4))
  for (const length of LENGTH_ORDER) list.push(packed(told.includes(length) ? LENGTH_BITS : 0, 3))
  // The last length is that of the one distance.
  const all = [...lengths, 1]
  for (let at = 0; at < all.length;) {
    const length = all[at] ?? 0
    let end = at + 1
    while (all[end] === length && length === 0 && end - at < MANY_ZEROS_MOST) end++
    if (end - at >= MANY_ZEROS_FROM) {
      list.push(codeOfLength(MANY_ZEROS), packed(end - at - MANY_ZEROS_FROM, 7))
      at = end
    } else {
      list.push(codeOfLength(length))
      at += 1
    }
  }
  return list
}

function packed(bits: number, count: number): Code {
  return bits * 2 ** COUNT_BITS + count
}

/** Codes that follow each other, as few as they fit into. */
export function joined(all: readonly Code[]): Uint32Array {
  const found: Code[] = []
  let bits = 0
  let count = 0
  for (const code of all) {
    const more = code & COUNT_MASK
    if (count + more > MOST_BITS) {
      found.push(packed(bits, count))
      bits = 0
      count = 0
    }
    bits |= (code >>> COUNT_BITS) << count
    count += more
  }
  if (count > 0) found.push(packed(bits, count))
  return Uint32Array.from(found)
}

function reversed(code: number, length: number): number {
  let bits = 0
  for (let at = 0; at < length; at++) bits |= ((code >> at) & 1) << (length - 1 - at)
  return bits
}
