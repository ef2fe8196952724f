import { atom } from 'nanostores'
import type { User } from '#protocol/objects.ts'
import {
  cancelAccountRecovery,
  fetchUser,
  toAccount,
  type Account,
} from '../../client/calls/account.ts'
import { isRejection } from '../../client/errors.ts'
import type { Client } from '../../client/index.ts'
import type { Instance } from '../../base/instance.ts'
import { toFormError, type ErrorFields, type FormError } from '../../ui/flows/form-error.ts'
import { reportFailure } from '../../base/report-failure.ts'
import { createFormAction, type FormAction } from '../../ui/flows/form-action.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

/** Loading state of the signed-in person's account. */
export type AccountState =
  | { step: 'loading' }
  /** `user` is the person signed in before, if any. */
  | { step: 'signed-out'; user: Account | undefined }
  | { step: 'failed'; formError: FormError }
  | { step: 'ready'; user: Account }

/** Account of the signed-in person, for account screens. */
export type AccountStore = MadeBy<typeof createAccountStore>

/** What flows about the account work with. */
export interface AccountContext {
  instance: Instance
  account: AccountStore
}

/** Creates the store of one element; `onSession` gets whom each reply says to be signed in. */
export function createAccountStore(
  instance: Instance,
  onSession?: (user: User | undefined) => void,
) {
  const $state = atom<AccountState>({ step: 'loading' })

  function leave(): void {
    const before = $state.get()
    $state.set({ step: 'signed-out', user: 'user' in before ? before.user : undefined })
    onSession?.(undefined)
  }

  async function fetchAccount(): Promise<Account> {
    const user = await fetchUser(instance.client().send)
    onSession?.(user)
    return toAccount(user)
  }

  async function checkSession(): Promise<void> {
    try {
      const user = await fetchAccount()
      const state = $state.get()
      const isSame = state.step === 'ready' && JSON.stringify(state.user) === JSON.stringify(user)
      if (!isSame) $state.set({ step: 'ready', user })
    } catch (error) {
      // This call ran in the background, so other errors wait for the next call of the person.
      if (isSignedOut(error)) leave()
    }
  }

  async function load(): Promise<void> {
    try {
      $state.set({ step: 'ready', user: await fetchAccount() })
    } catch (error) {
      if (instance.signal.aborted) return
      if (isSignedOut(error)) {
        leave()
        return
      }
      const formError = toFormError(error, instance.$messages.get(), {})
      const { broken } = instance.$messages.get().common
      $state.set({ step: 'failed', formError: formError ?? { text: broken } })
      reportFailure(instance, error, undefined, (text) => {
        if ($state.get().step === 'failed') $state.set({ step: 'failed', formError: { text } })
      })
    }
  }

  return {
    $state,
    /** Fetches the person; the present one stays visible meanwhile. */
    load,
    /** Notices what another tab changed, or whether nobody is signed in by now; a call that fails changes nothing. */
    checkSession,
    /** Fetches again after a failure, showing the loading state. */
    retry() {
      $state.set({ step: 'loading' })
      return load()
    },
    /** Ends a recovery that is under way, and fetches again. */
    async endRecovery() {
      await cancelAccountRecovery(showing($state, instance).client().send)
      await load()
    },
    /** Stores the person from a reply, which masks the addresses that the owner sees in full here. */
    setUser(user: Account) {
      const state = $state.get()
      if (state.step !== 'ready') return
      const { email, mobile } = state.user
      $state.set({ step: 'ready', user: { ...user, email, mobile } })
    },
    /** Marks the session as ended. */
    leave,
  }
}

/** Returns the instance for calls that are refused where somebody else than shown is signed in by now. */
export function showing($state: AccountStore['$state'], instance: Instance): Instance {
  let former: Client | undefined
  let shown: Client | undefined

  function clientOf(client: Client): Client {
    return {
      ...client,
      send: (endpoint, payload, options) => {
        const state = $state.get()
        const shownUser = state.step === 'ready' ? state.user.accountId : undefined
        return client.send(endpoint, payload, { shownUser, ...options })
      },
    }
  }

  return {
    ...instance,
    client() {
      const client = instance.client()
      // One for each, by which calls that are under way are shared.
      if (shown === undefined || client !== former) shown = clientOf(client)
      former = client
      return shown
    },
  }
}

/** Does something, and shows the sign-in when the session has ended. */
export async function whileSignedIn<Result>(
  account: AccountStore,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isSignedOut(error)) account.leave()
    if (isRejection(error, 'open_account_changed')) await account.load()
    throw error
  }
}

/** Creates a form action that shows the sign-in when the session has ended. */
export function createAccountAction(
  instance: Instance,
  account: AccountStore,
  errorFields: ErrorFields,
): FormAction {
  const formAction = createFormAction(instance, errorFields)
  return {
    ...formAction,
    async run(work) {
      const isDone = await formAction.run(() => whileSignedIn(account, work))
      // The sign-in says it; after it, the form is there again, and is to be sent once more.
      if (account.$state.get().step === 'signed-out') formAction.clear()
      return isDone
    },
  }
}

function isSignedOut(error: unknown): boolean {
  return isRejection(error, 'session_expired')
}
