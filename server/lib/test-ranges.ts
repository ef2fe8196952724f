/** An address, or the beginning of a number, that belongs to nobody. */
const RANGES = [
  // RFC 2606 and RFC 6761.
  /^@(?:[a-z0-9-]+\.)+(?:test|example|invalid)$/,
  /^@(?:[a-z0-9-]+\.)*example\.(?:com|net|org)$/,
  // Numbers for fiction: North America and the United Kingdom.
  /^\+1\d{3}55501\d{0,2}$/,
  /^\+447700900\d{0,3}$/,
]

/** Returns whether every range of a list such as `@qa.test,+120255501` belongs to nobody. */
export function areTestRanges(list: string): boolean {
  return list === '' || list.split(',').every((range) => RANGES.some((form) => form.test(range)))
}

/** Returns whether an address or number lies in one of the ranges of a list. */
export function isInTestRanges(list: string, address: string): boolean {
  return list
    .split(',')
    .some((range) =>
      range.startsWith('@') ? address.endsWith(range) : range !== '' && address.startsWith(range),
    )
}
