import { takenName } from '../../content/post-name.ts'
import { legalPages } from '../../../site.ts'
import { didYouMean } from '../did-you-mean.ts'
import { messages } from '../messages.ts'
import type { Rule } from '../rule.ts'

/** File names make valid addresses that no other page has. */
export const addressName: Rule = {
  name: 'address-name',
  *check({ folder, slug }) {
    const message =
      folder === 'blog' ? takenName(slug) : folder === 'legal' ? noPage(slug) : undefined
    if (message !== undefined) yield { line: 1, column: 1, field: 'file name', message }
  },
}

// Each legal text needs a page, which every footer links.
function noPage(slug: string): string | undefined {
  const names: ReadonlySet<string> = new Set(legalPages)
  if (names.has(slug)) return undefined
  const advice = didYouMean(slug, names, messages.addressName.nameAfter(legalPages))
  return messages.addressName.noPage(advice)
}
