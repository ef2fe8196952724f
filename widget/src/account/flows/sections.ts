import { SITE_AID } from '#protocol/site-app.ts'
import { isOtherSite } from '../../base/is-other-site.ts'
import type { AttributeFailure } from '../../base/events.ts'
import {
  accountPageNames,
  accountPages,
  accountSectionNames,
  type AccountPageName,
  type AccountSectionName,
} from '../../base/account-pages.ts'

/** A page with the sections of it that are shown. */
export interface ShownPage {
  name: AccountPageName
  sections: readonly AccountSectionName[]
}

const allPages = Object.entries(accountPages) as [AccountPageName, readonly AccountSectionName[]][]

/** Sections that a page does not show, and why. */
export type RefusedSections = Partial<Record<AccountSectionName, string>>

/** Returns the sections whose calls the account server refuses to a page like this. */
export function refusedSections(settings: { aid: number; server: string }): RefusedSections {
  const { aid, server } = settings
  return {
    ...(isOtherSite(server) && {
      'linked-accounts': 'accounts are linked from pages of the same site as the account server',
    }),
    ...(aid !== SITE_AID && {
      export: "a person's data is given to the account server's own site alone",
    }),
  }
}

/** Returns the pages that have any of the sections; `written` names them with spaces, absent for all. */
export function shownPages(
  written: string | undefined,
  refused: RefusedSections,
): readonly ShownPage[] {
  const wanted = written?.split(/[\s,]+/).filter(Boolean)
  return allPages.flatMap(([name, all]) => {
    const sections = all.filter(
      (section) => !(section in refused) && (wanted?.includes(section) ?? true),
    )
    return sections.length > 0 ? [{ name, sections }] : []
  })
}

/** Returns what names no page and no section in the attributes `view` and `sections`. */
export function ownErrors(
  written: Readonly<Record<string, string | undefined>>,
): readonly AttributeFailure[] {
  const { view = '', sections = '' } = written
  const errors: AttributeFailure[] = []
  const names: readonly string[] = accountSectionNames
  const unknown = sections.split(/[\s,]+/).find((word) => word !== '' && !names.includes(word))
  if (unknown !== undefined) {
    errors.push(failure('sections', unknown, 'write names of sections, with spaces between'))
  }
  if (!['', ...accountPageNames, ...names].includes(view)) {
    const pages = accountPageNames.join(', ')
    errors.push(failure('view', view, `write one of ${pages}, or a section of one`))
  }
  return errors
}

function failure(
  attribute: AttributeFailure['attribute'],
  value: string,
  message: string,
): AttributeFailure {
  return { reason: 'attribute', attribute, value, message }
}

/** A place in the account: a page, and the section of it that was named. */
export interface AccountPlace {
  page: AccountPageName
  section: AccountSectionName | undefined
}

/** Returns the place that a page's or section's name means; the first page for any other word. */
export function placeNamed(name: string, pages: readonly ShownPage[]): AccountPlace {
  for (const page of pages) {
    const section = page.sections.find((one) => one === name)
    if (page.name === name || section) return { page: page.name, section }
  }
  return { page: pages[0]?.name ?? 'profile', section: undefined }
}
