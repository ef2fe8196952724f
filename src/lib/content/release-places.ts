import { RELEASES_PER_PAGE } from '../page-numbers.ts'

/** Where the releases of the changelog are, by their versions. */
export interface ReleasePlaces {
  lastPage: number
  /** What to do about an anchor such as `v1.0.0` that a page of the changelog does not have. */
  correction(path: string, anchor: string): string | undefined
}

/** Puts releases on pages as the site does: the newest first. */
export function releasePlaces(versions: Iterable<string>): ReleasePlaces {
  const newest = [...versions].toSorted((one, two) =>
    two.localeCompare(one, 'en', { numeric: true }),
  )
  const pageAt = (index: number): string => {
    const page = Math.floor(index / RELEASES_PER_PAGE) + 1
    return page === 1 ? '/changelog' : `/changelog/${page}`
  }
  return {
    lastPage: Math.ceil(newest.length / RELEASES_PER_PAGE),
    correction: (path, anchor) => {
      if (!/^v\d/.test(anchor)) return undefined
      // Parts of a release have its anchor and a hyphen before their own.
      const index = newest.findIndex((one) => `${anchor}-`.startsWith(`v${one}-`))
      if (index < 0) return 'correct what stands after the #'
      return pageAt(index) === path ? undefined : `the release is on ${pageAt(index)}`
    },
  }
}
