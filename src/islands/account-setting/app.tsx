import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { pathIn } from '../../lib/languages.ts'
import { Addresses } from './addresses.tsx'
import { Connections } from './connections.tsx'
import { useAccountPage } from './context.ts'
import { Leave } from './leave.tsx'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { Sessions } from './sessions.tsx'
import { Skeleton } from './skeleton.tsx'
import { StatePanel } from './state-panel.tsx'

/** The account page: one of its four states. */
export function AccountSetting(): ReactElement {
  const { store, lang, words } = useAccountPage()
  const account = useStore(store.$account)

  switch (account.step) {
    case 'loading':
      return <Skeleton words={words} />
    case 'signed-out': {
      const next = encodeURIComponent(pathIn(lang, '/account-setting'))
      return (
        <StatePanel words={words.signedOut}>
          <a className="button" href={`${pathIn(lang, '/login')}?next=${next}`}>
            {words.signedOut.button}
          </a>
        </StatePanel>
      )
    }
    case 'failed':
      return (
        <StatePanel words={words.failed}>
          <button className="button" onClick={() => void store.retry()}>
            {words.failed.button}
          </button>
        </StatePanel>
      )
    case 'ready':
      return (
        <>
          <Profile user={account.user} onChange={store.setUser} />
          <Addresses user={account.user} onChanged={() => void store.load()} />
          <Password user={account.user} onChanged={() => void store.load()} />
          <Connections />
          <Sessions sessions={account.sessions} onEnded={store.removeSession} />
          <Leave />
        </>
      )
  }
}
