import { waitsFor } from '../content/waiting.ts'
import { mainLanguage } from '../languages.ts'
import { changelogPage, RELEASES_PER_PAGE } from '../page-numbers.ts'
import { messages } from './messages.ts'
import type { SourceText } from './source-text.ts'

/** Positions of releases in the changelog, by anchors such as `v1.0.0`. */
export type ReleaseIndex = ReturnType<typeof releaseIndex>

/** Assigns releases to pages as the site does, newest first. */
export function releaseIndex(texts: readonly SourceText[]) {
  const newest = texts
    .filter(({ folder }) => folder === 'changelog')
    .toSorted((one, two) => two.slug.localeCompare(one.slug, mainLanguage, { numeric: true }))
  // Parts of a release prefix their anchors with that of the release.
  const isNamed = (anchor: string, { slug }: SourceText): boolean =>
    `${anchor}-`.startsWith(`v${slug}-`)
  const seenOn = (day: string): SourceText[] =>
    newest.filter(({ values }) => waitsFor(values, day) === undefined)
  return {
    /** Number of the last page, including future releases. */
    lastPage: pageOf(newest.length - 1),
    /** Returns advice about an anchor missing on a changelog page on a day. */
    advice: (path: string, anchor: string, day: string) => {
      if (!/^v\d/.test(anchor)) return undefined
      const index = seenOn(day).findIndex((release) => isNamed(anchor, release))
      if (index < 0) return messages.pageIndex.correctHeading
      const address = changelogPage(pageOf(index))
      return address === path ? undefined : messages.pageIndex.releaseMoved(address)
    },
    /** Returns why a changelog page or release is not yet public on a day. */
    notYet: (path: string, anchor: string, day: string) => {
      const release = newest.find((one) => isNamed(anchor, one))
      const until = release && waitsFor(release.values, day)
      if (until !== undefined) return messages.pageIndex.releaseWaits(anchor, until)
      const number = Number(path.split('/')[2] ?? 1)
      return number > pageOf(seenOn(day).length - 1) ? messages.pageIndex.noReleases : undefined
    },
  }
}

function pageOf(index: number): number {
  return Math.max(1, Math.floor(index / RELEASES_PER_PAGE) + 1)
}
