import { createContext, useContext } from 'react'
import type { Instance, AccountStore } from '../../../widget/src/account.tsx'
import type { Lang } from '../../lib/languages.ts'
import type { EventsStore } from './events-store.ts'
import type { FailureNotice } from './failure-notice.ts'
import type { OrganizationsStore } from './organizations-store.ts'
import type { ClientsStore } from './clients-store.ts'
import type { SessionsStore } from './sessions-store.ts'
import type { SettingMessages } from './messages.ts'

interface AccountPage {
  /** Shared with the element's screens on this page. */
  instance: Instance
  account: AccountStore
  sessions: SessionsStore
  clients: ClientsStore
  events: EventsStore
  organizations: OrganizationsStore
  /** Notice for failed loads and for failures that the element's screens report. */
  failed: FailureNotice
  lang: Lang
  messages: SettingMessages
}

const PageContext = createContext<AccountPage | undefined>(undefined)

/** Provides the value of `useAccountPage`. */
export const AccountPageProvider = PageContext.Provider

/** Returns what the sections of the account page share. */
export function useAccountPage(): AccountPage {
  const page = useContext(PageContext)
  if (!page) throw new Error('useAccountPage is used outside of AccountPageProvider')
  return page
}
