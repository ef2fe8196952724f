/** Lists up to this length are one chunk. */
const SHORT = 8
const MAX_LENGTH = 128

/**
 * Splits a list for statements with a parameter for each item. Long chunks have powers of two as
 * lengths, so that databases prepare few different texts.
 */
export function chunksOf<Item>(list: readonly Item[]): Item[][] {
  const chunks: Item[][] = []
  for (let at = 0; at < list.length;) {
    const rest = Math.min(list.length - at, MAX_LENGTH)
    const length = rest <= SHORT ? rest : 2 ** Math.floor(Math.log2(rest))
    chunks.push(list.slice(at, at + length))
    at += length
  }
  return chunks
}
