/** Posts on one page of a list. */
export const POSTS_PER_PAGE = 10

/** Releases on one page of the changelog; each is as long as several teasers of posts. */
export const RELEASES_PER_PAGE = 5

/** So many are shown whole. */
const FEW = 7
/** So many stand together at either end. */
const RUN = 5

/** Which pages of a list are linked: the first, the last and those around; 0 stands for a gap. */
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

/** Address in English of a page of the changelog; the first is 1. */
export function changelogPage(number: number): string {
  return number === 1 ? '/changelog' : `/changelog/${number}`
}
