import { atom, type ReadableAtom } from 'nanostores'
import type { User } from '#protocol/objects.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { PassportError } from '../client/errors.ts'
import type { Instance } from '../instance.ts'
import { toFormError, type ErrorFields, type FormError } from './form-error.ts'
import { createFormAction, reportFailure, type FormAction } from './form-action.ts'

/** How far the account of the person signed in is known. */
export type AccountState =
  | { step: 'loading' }
  /** With who was here until then, if anybody was. */
  | { step: 'signed-out'; user: User | undefined }
  | { step: 'failed'; formError: FormError }
  | { step: 'ready'; user: User }

/** The account of the person signed in, as screens about it need it. */
export interface AccountStore {
  $state: ReadableAtom<AccountState>
  /** Fetches the person; what is shown stays until the answer is there. */
  load(): Promise<void>
  /** The same after a failure, from the beginning. */
  retry(): Promise<void>
  /** Takes over what a call has answered. */
  setUser(user: User): void
  /** The session is over. */
  leave(): void
}

/** Makes the account behind one element or page. */
export function createAccountStore(instance: Instance): AccountStore {
  const $state = atom<AccountState>({ step: 'loading' })

  function leave(): void {
    const before = $state.get()
    $state.set({ step: 'signed-out', user: 'user' in before ? before.user : undefined })
  }

  async function load(): Promise<void> {
    try {
      // The owner sees addresses in full and what is linked.
      const user = await instance
        .client()
        .send(accountInfo, { get_info_type: 2 }, { signal: instance.signal })
      $state.set({ step: 'ready', user })
    } catch (error) {
      if (instance.signal.aborted) return
      if (isSignedOut(error)) {
        leave()
        return
      }
      const formError = toFormError(error, instance.$messages.get(), {})
      const { broken } = instance.$messages.get().common
      $state.set({ step: 'failed', formError: formError ?? { text: broken } })
      reportFailure(instance, error)
    }
  }

  return {
    $state,
    load,
    retry() {
      $state.set({ step: 'loading' })
      return load()
    },
    setUser: (user) => $state.set({ step: 'ready', user }),
    leave,
  }
}

/** A form action about the account: where its session is over, the screen asks to sign in. */
export function createAccountAction(
  instance: Instance,
  account: AccountStore,
  errorFields: ErrorFields,
): FormAction {
  const formAction = createFormAction(instance, errorFields)
  return {
    ...formAction,
    run: (work) =>
      formAction.run(async (signal) => {
        try {
          await work(signal)
        } catch (error) {
          if (isSignedOut(error)) account.leave()
          throw error
        }
      }),
  }
}

function isSignedOut(error: unknown): boolean {
  return error instanceof PassportError && error.name === 'session_expired'
}

/** Whether the server refused for one of these reasons. */
export function isRejection(
  error: unknown,
  ...names: readonly PassportError['name'][]
): error is PassportError {
  return error instanceof PassportError && names.includes(error.name)
}
