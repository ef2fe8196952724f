import { is, number, object, string, type Infer } from 'superstruct'
import { atom, type ReadableAtom } from 'nanostores'
import type { Reply } from '#protocol/endpoint.ts'
import type { MemberInfo } from '#protocol/organization-objects.ts'
import { addressCodeTypes } from '#protocol/sign-in-methods.ts'
import { sendCode } from '#protocol/web/codes.ts'
import {
  agreeToManage,
  cancelTransfer,
  proveManager,
  sendSuccessorCode,
  transferInfo,
  transferManager,
} from '#protocol/web/manager-transfer.ts'
import { listMembers } from '#protocol/web/members.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import { NetworkError, isRejection } from '../../client/errors.ts'
import { readCode } from '../../read-code.ts'
import { createCountDown } from '../count-down.ts'
import { createFormAction, type FormAction } from '../form-action.ts'
import { formText } from '../form-text.ts'
import { waitOf } from '../form-error.ts'
import { addressCodeMethods } from '../step-up-methods.ts'
import { createListQuery, PAGE_ROWS, UNCOUNTED, type ListQuery } from './list-query.ts'
import type { MemberFilter } from './members.ts'
import type { OrganizationStore } from './organization-store.ts'

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
  | { at: 'own-code'; sentTo: string }
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
export interface TransferFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  $step: ReadableAtom<TransferStep>
  /** Seconds until another code may be sent. */
  $resendIn: ReadableAtom<number>
  /** Possible successors. */
  query: ListQuery<MemberInfo, Pick<MemberFilter, 'q'>>
  load(): Promise<boolean>
  sendOwnCode(): Promise<boolean>
  choose(member: MemberInfo): Promise<boolean>
  resend(): Promise<boolean>
  /** Submits the code of the current step. */
  submit(form: FormData): Promise<boolean>
  askTransfer(): void
  cancel(): Promise<boolean>
  dispose(): void
}

const record = object({
  ticket: string(),
  /** Id of the successor; empty until one is chosen. */
  to: string(),
  until: number(),
})

type StoredTransfer = Infer<typeof record>
type TransferInfo = Reply<typeof transferInfo>

/** The ticket survives a reload of this tab. */
export function createTransferFlow(store: OrganizationStore, t: EnterpriseMessages): TransferFlow {
  const { instance } = store
  const $step = atom<TransferStep>({ at: 'loading' })
  const formAction = createFormAction(instance, { code_error: 'code', code_expired: 'code' })
  const countDown = createCountDown()
  const stored = createTransferStorage(() => {
    const state = store.$state.get()
    return state.at === 'ready' ? (state.user.user_identity_id ?? '') : ''
  })
  let timer: ReturnType<typeof setInterval> | undefined
  const query = createListQuery<MemberInfo, Pick<MemberFilter, 'q'>>(
    store,
    { q: '' },
    async ({ q }, page, signal) => {
      const found = await store.send(
        listMembers,
        { q: q.trim() || undefined, status: 'active', page, page_size: PAGE_ROWS },
        { signal },
      )
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
    const info = await store.send(transferInfo, {})
    if (!isManager) await showToSuccessor(info)
    else if (info.state === '') showWithoutTransfer(info)
    else showToManager(info)
  }

  async function showToSuccessor(info: TransferInfo): Promise<void> {
    const { state, from_name: from, expire_time: until } = info
    if (state === 'code_sent') go({ at: 'asked', from, until })
    else if (state === 'agreed') go({ at: 'has-agreed', from, until })
    // The manager completed the transfer: this member is the manager now.
    else if ($step.get().at === 'has-agreed') await store.load()
    else go({ at: 'none' })
  }

  function showToManager({ state, to_name: to, expire_time: until }: TransferInfo): void {
    if (!stored.renew(until * 1000)) go({ at: 'not-here', to, until })
    else if (state === 'proved') go({ at: 'choose' })
    else if (state === 'code_sent') go({ at: 'wait', to, until })
    else go({ at: 'agreed', to, until })
  }

  /** Shows the manager how to begin, after saying so if the transfer that was shown has ended. */
  function showWithoutTransfer({ hold_until: until }: TransferInfo): void {
    if ($step.get().at === 'wait' && stored.read() !== undefined) {
      stored.forget()
      store.showNotice(t.transfer.ended)
    }
    const method = ownMethod()
    if (until > 0) go({ at: 'held', until })
    else go(method ? { at: 'begin', sentTo: method.sentTo } : { at: 'no-address' })
  }

  function sendTo(member: string): Promise<boolean> {
    const ticket = stored.read()?.ticket ?? ''
    return formAction.run(async (signal) => {
      try {
        const call = { verify_ticket: ticket, to_sec_member_id: member }
        const reply = await store.send(sendSuccessorCode, call, { signal })
        stored.write({ ticket, to: member, until: Date.now() + reply.expire_time * 1000 })
        countDown.start(reply.retry_time)
      } catch (error) {
        countDown.start(waitOf(error) ?? 0)
        throw error
      }
      await poll()
    })
  }

  return {
    $step,
    $resendIn: countDown.$left,
    query,
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    async load() {
      const isDone = await formAction.run(() => poll())
      if (!isDone && $step.get().at === 'loading') go({ at: 'failed' })
      return isDone
    },
    sendOwnCode: () =>
      formAction.run(async (signal) => {
        const method = ownMethod()
        if (method === undefined) return
        const reply = await instance.client().send(sendCode, { type: method.type }, { signal })
        countDown.start(reply.retry_time)
        go({ at: 'own-code', sentTo: reply.email ?? reply.mobile ?? method.sentTo })
      }),
    choose: ({ sec_member_id: id }) => sendTo(id),
    resend: () => sendTo(stored.read()?.to ?? ''),
    submit(form) {
      const code = readCode(formText(form, 'code'))
      if (code === '') {
        const { needCode } = instance.$messages.get().common
        return Promise.resolve(formAction.setFieldError('code', needCode))
      }
      const { at } = $step.get()
      return formAction.run(async (signal) => {
        if (at === 'own-code') {
          const reply = await store.send(proveManager, { code }, { signal })
          const { verify_ticket: ticket, expire_time: seconds } = reply
          stored.write({ ticket, to: '', until: Date.now() + seconds * 1000 })
          countDown.stop()
        } else {
          const ticket = at === 'wait' ? stored.read()?.ticket : undefined
          await store.send(agreeToManage, { code, verify_ticket: ticket }, { signal })
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
        isDanger: true,
        act: async (signal) => {
          const { ticket = '', to: member = '' } = stored.read() ?? {}
          const call = { verify_ticket: ticket, to_sec_member_id: member }
          try {
            await store.send(transferManager, call, { signal })
          } catch (error) {
            // It was done by the attempt before: whoever may not do it is the manager no longer.
            if (!isReplyLost || !isRejection(error, 'no_permission')) {
              isReplyLost ||= error instanceof NetworkError
              throw error
            }
          }
          stored.forget()
          // The next step says it.
          return ''
        },
        after() {
          go({ at: 'done', to })
        },
      })
    },
    cancel: () =>
      formAction.run(async (signal) => {
        await store.send(cancelTransfer, {}, { signal })
        stored.forget()
        store.showNotice(t.transfer.cancelled)
        await poll()
      }),
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
  const key = (): string => `passport-transfer-${idOf()}`
  // Used where the page has no storage; a reload starts over.
  let held: StoredTransfer | undefined
  function withStorage<Result>(act: (storage: Storage) => Result): Result | undefined {
    try {
      return act(sessionStorage)
    } catch {
      return undefined
    }
  }
  function write(value: StoredTransfer): void {
    held = value
    withStorage((storage) => storage.setItem(key(), JSON.stringify(value)))
  }
  function read(): StoredTransfer | undefined {
    const found = withStorage((storage): unknown => JSON.parse(storage.getItem(key()) ?? 'null'))
    const value = is(found, record) ? found : held
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
      withStorage((storage) => storage.removeItem(key()))
    },
  }
}
