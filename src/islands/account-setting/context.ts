import { createContext, useContext } from 'react'
import type { Client } from '../../../widget/src/client/index.ts'
import type { Lang } from '../../lib/languages.ts'
import type { AccountStore } from './account-store.ts'
import type { Words } from './words.ts'

interface AccountPage {
  client: Client
  store: AccountStore
  lang: Lang
  words: Words
}

const PageContext = createContext<AccountPage | undefined>(undefined)

/** Gives the sections what `useAccountPage` answers. */
export const AccountPageProvider = PageContext.Provider

/** Client, language and words of the page around a section. */
export function useAccountPage(): AccountPage {
  const page = useContext(PageContext)
  if (!page) throw new Error('useAccountPage is used outside of AccountPageProvider')
  return page
}
