import { atom, type ReadableAtom } from 'nanostores'
import { providerNames, type ProviderName } from '#protocol/providers.ts'
import type { SessionInfo } from '#protocol/objects.ts'
import { listSessions } from '#protocol/web/session.ts'
import { authUnbind, listConnections, listPlatforms, webLogin } from '#protocol/web/providers.ts'
import { isRejection } from '../client/errors.ts'
import type { Instance } from '../instance.ts'
import { createAccountAction, type AccountStore } from './account-store.ts'
import { beginStepUp, linkedAccountMethods, type StepUp } from './step-up.ts'
import { stepUpMethods } from './step-up-methods.ts'
import { openWindow, startOf } from './providers.ts'
import type { FormAction } from './form-action.ts'

/** A provider that the server offers, and the account there that is linked. */
export interface LinkedAccountRow {
  platform: ProviderName
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
export interface LinkedAccountsFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  /** Undefined until they are loaded. */
  $rows: ReadableAtom<readonly LinkedAccountRow[] | undefined>
  $step: ReadableAtom<LinkedAccountsStep>
  /** Fetches the rows; false after an error, which `$formError` holds. */
  load(): Promise<boolean>
  /** Opens a window for the provider; false where the browser blocks it. */
  open(row: LinkedAccountRow): boolean
  unlink(row: LinkedAccountRow): Promise<boolean>
  /** Whether the sign-in is too old to link an account without a step-up. */
  needsStepUp(): boolean
  /** Begins that step-up. */
  proveToLink(row: LinkedAccountRow): void
  close(): void
  dispose(): void
}

/** Makes the flow of one element or page, which may know the sessions already. */
export function createLinkedAccountsFlow(
  instance: Instance,
  account: AccountStore,
  fetchSessions?: () => Promise<readonly SessionInfo[]>,
): LinkedAccountsFlow {
  const $rows = atom<readonly LinkedAccountRow[] | undefined>()
  const $step = atom<LinkedAccountsStep>({ at: 'list' })
  const formAction = createAccountAction(instance, account, {})
  let signedInAt = 0
  let linkedCount = 0

  function go(step: LinkedAccountsStep): void {
    const before = $step.get()
    if (before.at === 'proof') before.proof.flow.dispose()
    $step.set(step)
  }

  async function sessionsOf(signal: AbortSignal): Promise<readonly SessionInfo[]> {
    if (fetchSessions !== undefined) return fetchSessions()
    return (await instance.client().send(listSessions, {}, { signal })).list
  }

  async function fetchRows(signal: AbortSignal): Promise<void> {
    const client = instance.client()
    const [offered, own, sessions] = await Promise.all([
      client.send(listPlatforms, {}, { signal }),
      client.send(listConnections, {}, { signal }),
      // Without them the time of the sign-in is unknown, and a step-up is needed.
      sessionsOf(signal).catch(() => []),
    ])
    linkedCount = own.list.length
    signedInAt = sessions.find(({ current }) => current === 1)?.created_at ?? 0
    $rows.set(
      providerNames.flatMap((platform) => {
        const found = offered.list.find((one) => one.platform === platform)
        if (found === undefined) return []
        const linked = own.list.find((one) => one.platform === platform)
        const href = startOf(instance, platform, { action: 'bind' })
        return [{ platform, title: found.name, linked: linked?.platform_screen_name, href }]
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
    return formAction.run(async (signal) => {
      try {
        await instance.client().send(authUnbind, { platform: row.platform, ticket }, { signal })
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
          ?.map((one) => (one.platform === row.platform ? { ...one, linked: undefined } : one)),
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
    $rows,
    $step,
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    load,
    open({ href }) {
      const end = openWindow(instance, href)
      if (end === undefined) return false
      void end.then(async () => {
        const before = linkedCount
        await load()
        if (linkedCount > before) await changed('set')
      })
      return true
    },
    unlink: (row) => send(row, undefined),
    needsStepUp: () => Date.now() / 1000 - signedInAt > RECENT_SECONDS,
    proveToLink(row) {
      prove(row, webLogin, (ticket) => {
        go({ at: 'open', row, href: `${row.href}&${new URLSearchParams({ ticket })}` })
      })
    },
    close() {
      const step = $step.get()
      formAction.clear()
      go({ at: 'list', ...('row' in step && { left: step.row }) })
    },
    dispose() {
      const step = $step.get()
      if (step.at === 'proof') step.proof.flow.dispose()
    },
  }
}
