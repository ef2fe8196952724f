import { useCallback, useEffect, useState, type ReactElement } from 'react'
import type { SessionInfo, User } from '#protocol/objects.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { listSessions } from '#protocol/web/session.ts'
import { pathIn } from '../../lib/languages.ts'
import { useAccountPage } from './context.ts'
import { Leave } from './leave.tsx'
import { Password } from './password.tsx'
import { isSignedOut } from './problem.ts'
import { Profile } from './profile.tsx'
import { Sessions } from './sessions.tsx'
import { Skeleton } from './skeleton.tsx'
import { StatePanel } from './state-panel.tsx'

type Account =
  | { step: 'loading' }
  | { step: 'signed-out' }
  | { step: 'failed' }
  | { step: 'ready'; user: User; sessions: readonly SessionInfo[] }

/** The account page: one of its four states. */
export function AccountSetting(): ReactElement {
  const { client, lang, words } = useAccountPage()
  const [account, setAccount] = useState<Account>({ step: 'loading' })

  const load = useCallback(async (): Promise<void> => {
    try {
      const [user, sessions] = await Promise.all([
        client.send(accountInfo, {}),
        client.send(listSessions, {}),
      ])
      setAccount({ step: 'ready', user, sessions: sessions.list })
    } catch (error) {
      if (!isSignedOut(error)) console.error(error)
      setAccount({ step: isSignedOut(error) ? 'signed-out' : 'failed' })
    }
  }, [client])

  useEffect(() => void load(), [load])

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
          <button
            className="button"
            onClick={() => {
              setAccount({ step: 'loading' })
              void load()
            }}
          >
            {words.failed.button}
          </button>
        </StatePanel>
      )
    case 'ready': {
      const { user, sessions } = account
      return (
        <>
          <Profile user={user} onChange={(changed) => setAccount({ ...account, user: changed })} />
          <Password user={user} onChanged={() => void load()} />
          <Sessions
            sessions={sessions}
            onEnded={(id) =>
              setAccount({
                ...account,
                sessions: sessions.filter((session) => session.session_id !== id),
              })
            }
          />
          <Leave />
        </>
      )
    }
  }
}
