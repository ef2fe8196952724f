import { atom, type ReadableAtom } from 'nanostores'
import { providerNames, type ProviderName } from '#protocol/providers.ts'
import { listSessions } from '#protocol/web/session.ts'
import { authUnbind, listConnections, listPlatforms, webLogin } from '#protocol/web/providers.ts'
import type { Instance } from '../instance.ts'
import { createAccountAction, isRejection, type AccountStore } from './account-store.ts'
import { beginStepUp, linkedAccountMethods, type StepUp } from './step-up.ts'
import { stepUpMethods } from './step-up-methods.ts'
import { openWindow, startOf } from './providers.ts'
import type { FormAction } from './form-action.ts'

/** A third party that the server offers, and the account there that is linked. */
export interface LinkedAccountRow {
  platform: ProviderName
  title: string
  /** What the person is called there; undefined where none is linked. */
  linked: string | undefined
  /** Address that leads there and back. */
  href: string
}

/** Less than the ten minutes of the server, for what is done meanwhile. */
const FRESH_SECONDS = 540

/** Whether a row is being removed, or the person has to prove first that the account is theirs. */
export type LinkedAccountsStep =
  | { at: 'list'; removed?: LinkedAccountRow; left?: LinkedAccountRow }
  | { at: 'proof'; row: LinkedAccountRow; proof: StepUp }
  /** Proved: the way to the third party is open, once. */
  | { at: 'open'; row: LinkedAccountRow; href: string }
  | { at: 'sign-in-again'; row: LinkedAccountRow }

/** Linking and unlinking accounts elsewhere. */
export interface LinkedAccountsFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  /** Undefined until it is known. */
  $rows: ReadableAtom<readonly LinkedAccountRow[] | undefined>
  $step: ReadableAtom<LinkedAccountsStep>
  /** Fetches them; false where nothing came, which `$problem` tells. */
  load(): Promise<boolean>
  /** Opens a window in place of the page; false where the browser allows none. */
  open(row: LinkedAccountRow): boolean
  unlink(row: LinkedAccountRow): Promise<boolean>
  /** Whether the sign-in is too old to link anything, so that a proof comes first. */
  needsStepUp(): boolean
  /** Asks for it. */
  proveToLink(row: LinkedAccountRow): void
  close(): void
  dispose(): void
}

/** Makes it for one element or page. */
export function createLinkedAccountsFlow(
  instance: Instance,
  account: AccountStore,
): LinkedAccountsFlow {
  const $rows = atom<readonly LinkedAccountRow[] | undefined>()
  const $step = atom<LinkedAccountsStep>({ at: 'list' })
  const formAction = createAccountAction(instance, account, {})
  let signedInAt = 0
  let linkedOnes = 0

  function go(step: LinkedAccountsStep): void {
    const before = $step.get()
    if (before.at === 'proof') before.proof.flow.dispose()
    $step.set(step)
  }

  async function fetchRows(signal: AbortSignal): Promise<void> {
    const client = instance.client()
    const [offered, own, sessions] = await Promise.all([
      client.send(listPlatforms, {}, { signal }),
      client.send(listConnections, {}, { signal }),
      // Without them it is not known when the person signed in: then a proof comes first.
      client.send(listSessions, {}, { signal }).catch(() => ({ list: [] })),
    ])
    linkedOnes = own.list.length
    signedInAt = sessions.list.find(({ current }) => current === 1)?.created_at ?? 0
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

  // What is linked decides which addresses the account can spare.
  function changed(did: 'set' | 'removed'): Promise<void> {
    instance.changed({ what: 'connection', did })
    return account.load()
  }

  function send(row: LinkedAccountRow, ticket: string | undefined): Promise<boolean> {
    return formAction.run(async (signal) => {
      try {
        await instance.client().send(authUnbind, { platform: row.platform, ticket }, { signal })
      } catch (error) {
        // Signed in too long ago: the person shows here and now that it is them.
        if (ticket === undefined && isRejection(error, 'ticket_expired')) {
          prove(row, authUnbind, (proved) => {
            go({ at: 'list' })
            void send(row, proved)
          })
          return
        }
        throw error
      }
      linkedOnes--
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
        const before = linkedOnes
        await load()
        if (linkedOnes > before) await changed('set')
      })
      return true
    },
    unlink: (row) => send(row, undefined),
    needsStepUp: () => Date.now() / 1000 - signedInAt > FRESH_SECONDS,
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
