import { is, number, object, string, type Infer } from 'superstruct'
import { atom } from 'nanostores'
import { listMembers, type Member, type MemberFilter } from '../../client/calls/members.ts'
import { addressCodeTypes } from '#protocol/sign-in-methods.ts'
import { cancelTransfer } from '#protocol/web/manager-transfer.ts'
import { askForCode } from '../../client/calls/codes.ts'
import {
  agreeToManage,
  proveManager,
  sendSuccessorCode,
  transferInfo,
  transferManager,
  type TransferInfo,
} from '../../client/calls/manager-transfer.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import { NetworkError, isRejection } from '../../client/errors.ts'
import { readCode } from '../../base/read-code.ts'
import { createCountDown } from '../../ui/flows/count-down.ts'
import { createFormAction } from '../../ui/flows/form-action.ts'
import { createTabStorage } from '../../ui/flows/tab-storage.ts'
import { formText } from '../../ui/flows/form-text.ts'
import { waitOf } from '../../ui/flows/form-error.ts'
import { addressCodeMethods } from '../../ui/flows/step-up-methods.ts'
import { createListQuery, PAGE_ROWS, UNCOUNTED } from '../../ui/flows/list-query.ts'
import type { OrganizationStore } from './organization-store.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

/** Interval of polling, in milliseconds. */
const POLL_MS = 5000

/** State of the transfer for the person who is signed in. */
export type TransferStep =
  | { at: 'loading' }
  | { at: 'failed' }
  /** The manager has no address for a code. */
  | { at: 'no-address' }
  /** The last hand-over was too recent for another one. */
  | { at: 'held'; until: number }
  | { at: 'begin'; sentTo: string }
  | { at: 'own-code'; sentTo: string; wasRefused?: boolean }
  | { at: 'choose' }
  | { at: 'wait'; to: string; until: number }
  | { at: 'agreed'; to: string; until: number }
  /** Started in another tab or browser, which has the ticket. */
  | { at: 'not-here'; to: string; until: number }
  | { at: 'asked'; from: string; until: number }
  | { at: 'has-agreed'; from: string; until: number }
  | { at: 'done'; to: string }
  /** No transfer to this member is open. */
  | { at: 'none' }

/** Transfers the organization; used by the manager and by the successor. */
export type TransferFlow = MadeBy<typeof createTransferFlow>

const record = object({
  ticket: string(),
  /** Id of the successor; empty until one is chosen. */
  to: string(),
  until: number(),
})

type StoredTransfer = Infer<typeof record>

const isTransfer = (stored: unknown): stored is StoredTransfer => is(stored, record)

/** The ticket survives a reload of this tab. */
export function createTransferFlow(store: OrganizationStore, t: EnterpriseMessages) {
  const { instance } = store
  const $step = atom<TransferStep>({ at: 'loading' })
  const formAction = createFormAction(instance, {
    code_error: 'code',
    code_expired: 'code',
    code_superseded: 'code',
  })
  const countDown = createCountDown()
  const stored = createTransferStorage(() => {
    const state = store.$state.get()
    return state.at === 'ready' ? state.user.membershipId : ''
  })
  let timer: ReturnType<typeof setInterval> | undefined
  let loading = Promise.resolve(true)
  const query = createListQuery<Member, Pick<MemberFilter, 'q'>>(
    store.instance,
    { q: '' },
    async ({ q }, page, signal) => {
      const call = { q, status: 'active', page, pageSize: PAGE_ROWS } as const
      const found = await listMembers(store.send, call, { signal })
      const list = found.list.filter((one) => !one.roles.includes('manager'))
      return { ...found, list, total: UNCOUNTED }
    },
  )

  function go(step: TransferStep): void {
    clearInterval(timer)
    // Polls while the other person has to act.
    if (['wait', 'has-agreed', 'not-here'].includes(step.at)) {
      timer = setInterval(() => {
        if (document.visibilityState === 'visible') void poll().catch(() => undefined)
      }, POLL_MS)
    }
    store.noteAgreed(step.at === 'has-agreed')
    if (JSON.stringify(step) !== JSON.stringify($step.get())) $step.set(step)
  }

  function ownMethod(): { type: 11 | 22; sentTo: string } | undefined {
    const state = store.$state.get()
    if (state.at !== 'ready') return undefined
    const [method] = addressCodeMethods(state.user)
    if (method === undefined) return undefined
    return { type: addressCodeTypes[method.way], sentTo: method.sentTo }
  }

  async function poll(): Promise<void> {
    const state = store.$state.get()
    const isManager = state.at === 'ready' && state.rights.isManager
    const info = await transferInfo(store.send)
    if (!isManager) await showToSuccessor(info)
    else if (info.state === '') showWithoutTransfer(info)
    else showToManager(info)
  }

  async function showToSuccessor(info: TransferInfo): Promise<void> {
    const { state, fromName: from, expireTime: until } = info
    if (state === 'code_sent') go({ at: 'asked', from, until })
    else if (state === 'agreed') go({ at: 'has-agreed', from, until })
    // The manager completed the transfer: this member is the manager now.
    else if ($step.get().at === 'has-agreed') await store.load()
    else go({ at: 'none' })
  }

  function showToManager({ state, toName: to, expireTime: until }: TransferInfo): void {
    if (!stored.renew(until * 1000)) go({ at: 'not-here', to, until })
    else if (state === 'proved') go({ at: 'choose' })
    else if (state === 'code_sent') go({ at: 'wait', to, until })
    else go({ at: 'agreed', to, until })
  }

  /** Shows the manager how to begin, after saying so if the transfer that was shown has ended. */
  function showWithoutTransfer({ holdUntil: until }: TransferInfo): void {
    if ($step.get().at === 'wait' && stored.read() !== undefined) {
      stored.forget()
      store.showNotice(t.transfer.ended)
    }
    const method = ownMethod()
    if (until > 0) go({ at: 'held', until })
    else go(method ? { at: 'begin', sentTo: method.sentTo } : { at: 'no-address' })
  }

  function sendTo(to: string): Promise<boolean> {
    const ticket = stored.read()?.ticket ?? ''
    return formAction.run(async () => {
      try {
        const sent = await sendSuccessorCode(store.send, { ticket, to })
        stored.write({ ticket, to, until: Date.now() + sent.seconds * 1000 })
        countDown.start(sent.retryTime)
      } catch (error) {
        countDown.start(waitOf(error) ?? 0)
        throw error
      }
      await poll()
    })
  }

  return {
    $step,
    /** Seconds until another code may be sent. */
    $resendIn: countDown.$left,
    /** Possible successors. */
    query,
    ...formAction.shown,
    async load() {
      loading = formAction.run(() => poll())
      const isDone = await loading
      if (!isDone && $step.get().at === 'loading') go({ at: 'failed' })
      return isDone
    },
    sendOwnCode: () =>
      formAction.run(async () => {
        const method = ownMethod()
        if (method === undefined) return
        const sent = await askForCode(instance.client().send, method)
        countDown.start(sent.retryTime)
        go({
          at: 'own-code',
          sentTo: method.sentTo,
          wasRefused: sent.wasRefused,
        })
      }),
    choose: ({ idForTransfer: id }: Member) => sendTo(id),
    resend: () => sendTo(stored.read()?.to ?? ''),
    /** Submits the code of the current step. */
    async submit(form: FormData) {
      const code = readCode(formText(form, 'code'))
      if (code === '') {
        return formAction.setFieldError('code', instance.$messages.get().common.needCode)
      }
      // Whoever comes back to the tab may type while it is looked up anew, and a whole code is sent once.
      await loading
      const { at } = $step.get()
      return formAction.run(async () => {
        if (at === 'own-code') {
          const { ticket, seconds } = await proveManager(store.send, code)
          stored.write({ ticket, to: '', until: Date.now() + seconds * 1000 })
          countDown.stop()
        } else {
          const ticket = at === 'wait' ? stored.read()?.ticket : undefined
          await agreeToManage(store.send, { code, ticket })
        }
        await poll()
      })
    },
    askTransfer() {
      const step = $step.get()
      if (step.at !== 'agreed') return
      const { to } = step
      const { finish } = t.transfer
      let isReplyLost = false
      store.ask({
        title: finish.title(to),
        text: finish.text,
        button: finish.button,
        isDanger: false,
        act: async () => {
          const { ticket = '', to: successor = '' } = stored.read() ?? {}
          try {
            await transferManager(store.send, { ticket, to: successor })
          } catch (error) {
            // It was done by the attempt before: whoever may not do it is the manager no longer.
            if (!isReplyLost || !isRejection(error, 'no_permission')) {
              isReplyLost ||= error instanceof NetworkError
              throw error
            }
          }
          stored.forget()
        },
        after: () => go({ at: 'done', to }),
      })
    },
    askCancel() {
      const { cancel } = t.transfer
      store.ask({
        ...cancel,
        isDanger: true,
        done: t.transfer.cancelled,
        act: async () => {
          await store.send(cancelTransfer, {})
          stored.forget()
        },
        after: () => void formAction.run(() => poll()),
      })
    },
    dispose() {
      clearInterval(timer)
      countDown.stop()
      query.dispose()
    },
  }
}

/** Stores the ticket of a transfer for this tab and manager. */
function createTransferStorage(idOf: () => string): {
  write(value: StoredTransfer): void
  read(): StoredTransfer | undefined
  /** Sets the expiry of the next step; returns false if nothing is stored. */
  renew(until: number): boolean
  forget(): void
} {
  const stored = createTabStorage(isTransfer, () => `passport-transfer-${idOf()}`)
  // Used where the page has no storage; a reload starts over.
  let held: StoredTransfer | undefined
  function write(value: StoredTransfer): void {
    held = value
    stored.write(value)
  }
  function read(): StoredTransfer | undefined {
    const value = stored.read() ?? held
    return value && value.until > Date.now() ? value : undefined
  }
  return {
    write,
    read,
    renew(until) {
      const value = read()
      if (value) write({ ...value, until })
      return value !== undefined
    },
    forget() {
      held = undefined
      stored.forget()
    },
  }
}
