import { atom } from 'nanostores'
import { providerNames, type ProviderName } from '#protocol/providers.ts'
import { authUnbind, webLogin } from '#protocol/web/providers.ts'
import { listLinkedAccounts } from '../../client/calls/linked-accounts.ts'
import { listProviders } from '../../client/calls/providers.ts'
import { listSessions } from '../../client/calls/sessions.ts'
import { isRejection } from '../../client/errors.ts'
import { createAccountAction, type AccountContext } from './account-store.ts'
import { beginStepUp, createSteps, linkedAccountMethods, type StepUp } from './step-up.ts'
import { stepUpMethods } from '../../ui/flows/step-up-methods.ts'
import { openWindow, startOf } from '../../ui/flows/providers.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

/** A provider that the server offers, and the account there that is linked. */
export interface LinkedAccountRow {
  provider: ProviderName
  title: string
  /** Name of the person there; undefined where no account is linked. */
  linked: string | undefined
  /** Address that starts the sign-in at the provider. */
  href: string
}

/** Age of a recent authentication; below the ten minutes of the server, to leave time to act. */
const RECENT_SECONDS = 540

/** Step of the screen: the list, a step-up, or what follows it. */
export type LinkedAccountsStep =
  | { at: 'list'; removed?: LinkedAccountRow; left?: LinkedAccountRow }
  | { at: 'proof'; row: LinkedAccountRow; proof: StepUp }
  /** Proved: `href` holds a ticket and works once. */
  | { at: 'open'; row: LinkedAccountRow; href: string }
  | { at: 'sign-in-again'; row: LinkedAccountRow }

/** Links and unlinks accounts at providers. */
export type LinkedAccountsFlow = MadeBy<typeof createLinkedAccountsFlow>

export function createLinkedAccountsFlow({ instance, account }: AccountContext) {
  const $rows = atom<readonly LinkedAccountRow[] | undefined>()
  const formAction = createAccountAction(instance, account, {})
  const { $step, go, dispose } = createSteps<LinkedAccountsStep>({ at: 'list' }, formAction)
  let signedInAt = 0
  let linkedCount = 0

  async function fetchRows(): Promise<void> {
    const client = instance.client()
    const [offered, own, sessions] = await Promise.all([
      listProviders(client.send),
      listLinkedAccounts(client.send),
      // Without them the time of the sign-in is unknown, and a step-up is needed.
      listSessions(client.send).catch(() => []),
    ])
    linkedCount = own.length
    signedInAt = sessions.find(({ isCurrent }) => isCurrent)?.createdAt ?? 0
    $rows.set(
      providerNames.flatMap((provider) => {
        const found = offered.find((one) => one.provider === provider)
        if (found === undefined) return []
        const linked = own.find((one) => one.provider === provider)
        const href = startOf(instance, provider, { action: 'bind' })
        return [{ provider, title: found.title, linked: linked?.name, href }]
      }),
    )
  }

  const load = (): Promise<boolean> => formAction.run(fetchRows)

  // Linked accounts decide which addresses may be removed, so the account is loaded again.
  function changed(did: 'set' | 'removed'): Promise<void> {
    instance.changed({ what: 'connection', did })
    return account.load()
  }

  function send(row: LinkedAccountRow, ticket: string | undefined): Promise<boolean> {
    return formAction.run(async () => {
      try {
        await instance.client().send(authUnbind, { platform: row.provider, ticket })
      } catch (error) {
        // The sign-in is too old, so the call is repeated after a step-up.
        if (ticket === undefined && isRejection(error, 'ticket_expired')) {
          prove(row, authUnbind, (proved) => {
            go({ at: 'list' })
            void send(row, proved)
          })
          return
        }
        throw error
      }
      linkedCount--
      go({ at: 'list', removed: row })
      $rows.set(
        $rows
          .get()
          ?.map((one) => (one.provider === row.provider ? { ...one, linked: undefined } : one)),
      )
      await changed('removed')
    })
  }

  function prove(
    row: LinkedAccountRow,
    endpoint: typeof authUnbind | typeof webLogin,
    onProved: (ticket: string) => void,
  ): void {
    const state = account.$state.get()
    if (state.step !== 'ready') return
    const { user } = state
    const methods = [...stepUpMethods(user), ...linkedAccountMethods(instance, user, endpoint)]
    const proof = beginStepUp(instance, methods, endpoint, {
      onProved,
      onClose: () => go({ at: 'list', left: row }),
    })
    go(proof === undefined ? { at: 'sign-in-again', row } : { at: 'proof', row, proof })
  }

  return {
    /** Undefined until they are loaded. */
    $rows,
    $step,
    ...formAction.shown,
    /** Fetches the rows; false after an error, which `$formError` holds. */
    load,
    /** Opens a window for the provider; false where the browser blocks it. */
    open({ href }: LinkedAccountRow) {
      const end = openWindow(instance, href)
      if (end === undefined) return false
      void end.then(async () => {
        const before = linkedCount
        await load()
        if (linkedCount > before) await changed('set')
      })
      return true
    },
    unlink: (row: LinkedAccountRow) => send(row, undefined),
    /** Whether the sign-in is too old to link an account without a step-up. */
    needsStepUp() {
      const state = account.$state.get()
      const isDemanded = state.step === 'ready' && state.user.stepUpWays.length > 0
      return isDemanded || Date.now() / 1000 - signedInAt > RECENT_SECONDS
    },
    /** Begins that step-up. */
    proveToLink(row: LinkedAccountRow) {
      prove(row, webLogin, (ticket) => {
        go({ at: 'open', row, href: `${row.href}&${new URLSearchParams({ ticket })}` })
      })
    },
    close() {
      const step = $step.get()
      go({ at: 'list', ...('row' in step && { left: step.row }) })
    },
    dispose,
  }
}
