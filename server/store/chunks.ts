/** Lists up to this length are sent as they are. */
const SHORT = 8
const MOST = 128

/**
 * Cuts a list for statements of which each length has a text of its own: long ones into powers of
 * two, so that a database has few texts to keep.
 */
export function chunksOf<Item>(list: readonly Item[]): Item[][] {
  const parts: Item[][] = []
  for (let at = 0; at < list.length;) {
    const rest = Math.min(list.length - at, MOST)
    const length = rest <= SHORT ? rest : 2 ** Math.floor(Math.log2(rest))
    parts.push(list.slice(at, at + length))
    at += length
  }
  return parts
}
