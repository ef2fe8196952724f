import { accountPages, type AccountPageName } from '../../../widget/src/base/account-pages.ts'
import { pathIn, type Lang } from '../../lib/languages.ts'

/** Sections by the anchors that links of earlier versions have. */
const formerAnchors: Readonly<Record<string, string>> = {
  profile: 'names',
  connections: 'linked-accounts',
  clients: 'applications',
  secondWays: 'two-step',
  organizations: 'memberships',
  data: 'export',
  close: 'deletion',
}

const isPage = (name: string): name is AccountPageName => Object.hasOwn(accountPages, name)

/** Returns the view that an address means: the section in its anchor, else the page in its path. */
export function viewOf({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): string {
  const anchor = hash.slice(1)
  const last = pathname.split('/').at(-1) ?? ''
  return formerAnchors[anchor] ?? (anchor || (isPage(last) ? last : 'profile'))
}

/** Returns the address of a page. */
export function addressOf(view: AccountPageName, lang: Lang): string {
  const path = pathIn(lang, '/account-setting')
  return view === 'profile' ? path : `${path}/${view}`
}
