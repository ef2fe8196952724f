import { atom, type ReadableAtom } from 'nanostores'
import type { SessionInfo, User } from '#protocol/objects.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { listSessions } from '#protocol/web/session.ts'
import type { Client } from '../../../widget/src/client/index.ts'
import { isSignedOut } from './problem.ts'

interface ReadyAccount {
  step: 'ready'
  user: User
  sessions: readonly SessionInfo[]
}

/** How far the account behind the page is known. */
export type Account =
  | { step: 'loading' }
  | { step: 'signed-out' }
  | { step: 'failed' }
  | ReadyAccount

/** The account behind the page, and what its sections change about it. */
export interface AccountStore {
  $account: ReadableAtom<Account>
  /** Fetches person and devices; what is shown stays until they are there. */
  load: () => Promise<void>
  retry: () => Promise<void>
  setUser: (user: User) => void
  removeSession: (id: string) => void
}

/** Makes the store of one page. */
export function createAccountStore(client: Client): AccountStore {
  const $account = atom<Account>({ step: 'loading' })

  async function load(): Promise<void> {
    try {
      const [user, sessions] = await Promise.all([
        client.send(accountInfo, {}),
        client.send(listSessions, {}),
      ])
      $account.set({ step: 'ready', user, sessions: sessions.list })
    } catch (error) {
      if (isSignedOut(error)) {
        $account.set({ step: 'signed-out' })
        return
      }
      reportError(error)
      $account.set({ step: 'failed' })
    }
  }

  function change(part: (account: ReadyAccount) => Partial<ReadyAccount>): void {
    const account = $account.get()
    if (account.step === 'ready') $account.set({ ...account, ...part(account) })
  }

  return {
    $account,
    load,
    retry() {
      $account.set({ step: 'loading' })
      return load()
    },
    setUser: (user) => change(() => ({ user })),
    removeSession: (id) =>
      change(({ sessions }) => ({
        sessions: sessions.filter((session) => session.session_id !== id),
      })),
  }
}
