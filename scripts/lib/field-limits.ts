import { is, type Struct } from 'superstruct'

// oxlint-disable-next-line typescript/no-explicit-any
type AnyStruct = Struct<any, any>

/** Smallest and largest value that a struct takes. */
export interface Limits {
  least: number
  most: number
}

/** Far more than any field may have. */
const FAR = 2 ** 30

/** Returns whether a struct takes numbers of any kind, flags among them. */
export function isNumeric({ type, schema }: AnyStruct): boolean {
  if (type === 'integer' || type === 'number') return true
  return type === 'enums' && Object.values(schema as object).every((one) => typeof one === 'number')
}

/** Returns the least and largest number that a struct takes; undefined without a limit. */
export function limitsOfNumber(struct: AnyStruct): Limits | undefined {
  const known = [0, 1].find((one) => is(one, struct))
  if (known === undefined) return undefined
  const takes = (value: number): boolean => is(value, struct)
  if (takes(Number.MAX_SAFE_INTEGER) || takes(Number.MIN_SAFE_INTEGER)) return undefined
  return {
    most: lastTaken(known, Number.MAX_SAFE_INTEGER, takes),
    least: -lastTaken(-known, Number.MAX_SAFE_INTEGER, (value) => takes(-value)),
  }
}

/** Returns how many items a list has at most; `itemAt` makes distinct valid ones. */
export function longestList(struct: AnyStruct, itemAt: (at: number) => unknown): number {
  const takes = (length: number): boolean =>
    is(
      Array.from({ length }, (_, at) => itemAt(at)),
      struct,
    )
  return takes(1) ? lastTaken(1, 5000, takes) : 0
}

/** Returns the length of the longest text of one letter that a struct takes; 0 where it takes none. */
export function longestText(struct: AnyStruct): number {
  const takes = (length: number): boolean => is('x'.repeat(length), struct)
  const known = [1, 4, 16, 43].find(takes)
  return known === undefined ? 0 : lastTaken(known, FAR / 1024, takes)
}

// The largest number from `known`, which is taken, to `far` that is taken.
function lastTaken(known: number, far: number, takes: (value: number) => boolean): number {
  let [low, high] = [known, far]
  if (takes(high)) return high
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2)
    if (takes(middle)) low = middle
    else high = middle
  }
  return low
}
