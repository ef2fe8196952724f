import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { changelogPage, RELEASES_PER_PAGE } from '../page-numbers.ts'
import { headOf, waitsFor } from './waiting.ts'

/** Where the releases of the changelog are, by their versions. */
export interface ReleasePlaces {
  /** Number of the last page, with all that waits for its day. */
  lastPage(): number
  /** What to do about an anchor such as `v1.0.0` that a page of the changelog does not have on a day. */
  correction(path: string, anchor: string, day: string): string | undefined
  /** Says why a page of the changelog, or a release on it, cannot be seen on a day. */
  notYet(path: string, anchor: string, day: string): string | undefined
}

/** Puts releases below `root`, the folder that holds `src`, on pages as the site does: the newest first. */
export function releasePlaces(root: string, versions: Iterable<string>): ReleasePlaces {
  const newest = [...versions].toSorted((one, two) =>
    two.localeCompare(one, 'en', { numeric: true }),
  )
  // All languages show a release on one day, that of its English text.
  const untilOf = (version: string, day: string): string | undefined => {
    const file = join(root, 'src/content/changelog/en', `${version}.md`)
    return existsSync(file) ? waitsFor(headOf(file), day) : undefined
  }
  // Parts of a release have its anchor and a hyphen before their own.
  const named = (anchor: string): ((version: string) => boolean) => {
    return (version) => `${anchor}-`.startsWith(`v${version}-`)
  }
  const seenOn = (day: string): string[] =>
    newest.filter((version) => untilOf(version, day) === undefined)
  return {
    lastPage: () => pageOf(newest.length - 1),
    correction: (path, anchor, day) => {
      if (!/^v\d/.test(anchor)) return undefined
      const index = seenOn(day).findIndex(named(anchor))
      if (index < 0) return 'correct what stands after the #'
      const address = changelogPage(pageOf(index))
      return address === path ? undefined : `the release is on ${address}`
    },
    notYet: (path, anchor, day) => {
      const version = newest.find(named(anchor))
      const until = version === undefined ? undefined : untilOf(version, day)
      if (until !== undefined) {
        return `has no ${anchor} before ${until}: let this text wait as long, or remove the link`
      }
      const number = Number(path.split('/')[2] ?? 1)
      if (!(number > pageOf(seenOn(day).length - 1))) return undefined
      return 'has no releases yet that anybody can see: remove the link'
    },
  }
}

function pageOf(index: number): number {
  return Math.max(1, Math.floor(index / RELEASES_PER_PAGE) + 1)
}
