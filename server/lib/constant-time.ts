import { timingSafeEqual } from 'node:crypto'

/** Compares two texts in a time that does not depend on where they differ. */
export function equalInConstantTime(one: string, other: string): boolean {
  const first = Buffer.from(one)
  const second = Buffer.from(other)
  return first.length === second.length && timingSafeEqual(first, second)
}
