/** Posts on one page of a list. */
export const POSTS_PER_PAGE = 10

/** Releases on one page of the changelog; each is as long as several teasers of posts. */
export const RELEASES_PER_PAGE = 5

/** Up to this many pages, all are shown. */
const FEW = 7
/** Number of adjacent pages at either end. */
const RUN = 5

/** Returns the linked pages of a list: first, last and nearby; 0 is a gap. */
export function pageNumbers(current: number, last: number): number[] {
  const all = Array.from({ length: last }, (_, index) => index + 1)
  if (last <= FEW) return all
  const from = current < RUN ? 1 : Math.min(current - 1, last - RUN + 1)
  const to = current > last - RUN + 1 ? last : Math.max(current + 1, RUN)
  return [
    ...(from === 1 ? [] : [1, 0]),
    ...all.slice(from - 1, to),
    ...(to === last ? [] : [0, last]),
  ]
}

/** Returns the English address of a changelog page; the first is 1. */
export function changelogPage(number: number): string {
  return number === 1 ? '/changelog' : `/changelog/${number}`
}
