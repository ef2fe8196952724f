import { atom, type ReadableAtom } from 'nanostores'
import type { User } from '#protocol/objects.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { PassportError } from '../client/errors.ts'
import type { Instance } from '../instance.ts'
import { explain, type Blame, type Problem } from './problem.ts'
import { createTask, reportFailure, type Task } from './task.ts'

/** How far the account of the person signed in is known. */
export type OwnState =
  | { step: 'loading' }
  | { step: 'signed-out' }
  | { step: 'failed'; problem: Problem }
  | { step: 'ready'; user: User }

/** The account of the person signed in, as screens about it need it. */
export interface OwnAccount {
  $state: ReadableAtom<OwnState>
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
export function createOwnAccount(instance: Instance): OwnAccount {
  const $state = atom<OwnState>({ step: 'loading' })

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
        $state.set({ step: 'signed-out' })
        return
      }
      const problem = explain(error, instance.$messages.get(), {})
      const { broken } = instance.$messages.get().common
      $state.set({ step: 'failed', problem: problem ?? { text: broken } })
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
    leave: () => $state.set({ step: 'signed-out' }),
  }
}

/** A task about the account: where its session is over, the screen asks to sign in. */
export function createOwnTask(instance: Instance, account: OwnAccount, blame: Blame): Task {
  const task = createTask(instance, blame)
  return {
    ...task,
    run: (work) =>
      task.run(async (signal) => {
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
export function isRefusal(
  error: unknown,
  ...names: readonly PassportError['name'][]
): error is PassportError {
  return error instanceof PassportError && names.includes(error.name)
}
