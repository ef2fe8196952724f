import { createContext, useContext } from 'react'
import type { Instance, AccountStore } from '../../../widget/src/account.tsx'
import type { Lang } from '../../lib/languages.ts'
import type { EventsStore } from './events-store.ts'
import type { FailureNotice } from './failure-notice.ts'
import type { OrganizationsStore } from './organizations-store.ts'
import type { SessionsStore } from './sessions-store.ts'
import type { Words } from './words.ts'

interface AccountPage {
  /** What the screens of the element work with. */
  instance: Instance
  account: AccountStore
  sessions: SessionsStore
  events: EventsStore
  organizations: OrganizationsStore
  /** The notice of what did not come, and of what the screens of the element tell the page. */
  failed: FailureNotice
  lang: Lang
  words: Words
}

const PageContext = createContext<AccountPage | undefined>(undefined)

/** Gives the sections what `useAccountPage` answers. */
export const AccountPageProvider = PageContext.Provider

/** Account, language and words of the page around a section. */
export function useAccountPage(): AccountPage {
  const page = useContext(PageContext)
  if (!page) throw new Error('useAccountPage is used outside of AccountPageProvider')
  return page
}
