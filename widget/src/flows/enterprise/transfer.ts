import { is, number, object, string, type Infer } from 'superstruct'
import { atom, type ReadableAtom } from 'nanostores'
import type { MemberInfo } from '#protocol/organization-objects.ts'
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
import { readCode } from '../../read-code.ts'
import { createCountDown } from '../count-down.ts'
import { createFormAction, type FormAction } from '../form-action.ts'
import { formText } from '../form-text.ts'
import { waitOf } from '../form-error.ts'
import { stepUpMethods } from '../step-up-methods.ts'
import { createListQuery, ROWS_AT_ONCE, type ListQuery } from './list-query.ts'
import type { MemberFilter } from './members.ts'
import type { OrganizationStore } from './organization-store.ts'

/** Interval of polling for the other person's step, in milliseconds. */
const LOOK_MS = 5000

/** State of the transfer, as the person signed in sees it. */
export type TransferStep =
  | { at: 'loading' }
  | { at: 'failed' }
  /** The manager has no address that a code could be sent to. */
  | { at: 'no-address' }
  | { at: 'begin'; sentTo: string }
  | { at: 'own-code'; sentTo: string }
  | { at: 'choose' }
  | { at: 'wait'; to: string; until: number }
  | { at: 'agreed'; to: string; until: number }
  /** Begun in another tab or browser, which alone has its ticket. */
  | { at: 'not-here'; to: string; until: number }
  | { at: 'asked'; from: string; until: number }
  | { at: 'has-agreed'; from: string; until: number }
  | { at: 'done'; to: string }
  /** Nobody asked this member. */
  | { at: 'none' }

/** Transfers the organization to another manager, from either side. */
export interface TransferFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  $step: ReadableAtom<TransferStep>
  /** Seconds until another code may be asked for. */
  $resendIn: ReadableAtom<number>
  /** Members to choose the successor from. */
  query: ListQuery<MemberInfo, Pick<MemberFilter, 'q'>>
  load(): Promise<boolean>
  sendOwnCode(): Promise<boolean>
  choose(member: MemberInfo): Promise<boolean>
  resend(): Promise<boolean>
  /** The code of the present step. */
  submit(form: FormData): Promise<boolean>
  askTransfer(): void
  cancel(): Promise<boolean>
  dispose(): void
}

const record = object({
  ticket: string(),
  /** Id of the member who is to manage; empty until one is chosen. */
  to: string(),
  until: number(),
})

type Kept = Infer<typeof record>

/** Makes the transfer of one console; its ticket outlives a reload of this tab. */
export function createTransferFlow(store: OrganizationStore, t: EnterpriseMessages): TransferFlow {
  const { instance } = store
  const $step = atom<TransferStep>({ at: 'loading' })
  const formAction = createFormAction(instance, { code_error: 'code', code_expired: 'code' })
  const countDown = createCountDown()
  const kept = keep(() => {
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
        { q: q.trim() || undefined, status: 'active', page, page_size: ROWS_AT_ONCE },
        { signal },
      )
      const list = found.list.filter((one) => !one.roles.includes('manager'))
      return { ...found, list }
    },
  )

  function go(step: TransferStep): void {
    clearInterval(timer)
    // Whoever waits for the other one sees it as it happens.
    if (['wait', 'has-agreed', 'not-here'].includes(step.at)) {
      timer = setInterval(() => {
        if (document.visibilityState === 'visible') void look().catch(() => undefined)
      }, LOOK_MS)
    }
    if (JSON.stringify(step) !== JSON.stringify($step.get())) $step.set(step)
  }

  function ownMethod(): { type: 11 | 22; sentTo: string } | undefined {
    const state = store.$state.get()
    if (state.at !== 'ready') return undefined
    const method = stepUpMethods(state.user).find(({ way }) => way !== 'pwd_verify')
    if (method === undefined) return undefined
    return { type: method.way === 'mobile_sms_verify' ? 22 : 11, sentTo: method.sentTo }
  }

  async function look(): Promise<void> {
    const state = store.$state.get()
    const isManager = state.at === 'ready' && state.rights.isManager
    const info = await store.send(transferInfo, {})
    const { from_name: from, to_name: to, expire_time: until } = info
    const before = $step.get()
    if (!isManager) {
      if (info.state === 'code_sent') go({ at: 'asked', from, until })
      else if (info.state === 'agreed') go({ at: 'has-agreed', from, until })
      // The manager has finished: this member is the manager now.
      else if (before.at === 'has-agreed') await store.load()
      else go({ at: 'none' })
    } else if (info.state === '') {
      const method = ownMethod()
      go(method ? { at: 'begin', sentTo: method.sentTo } : { at: 'no-address' })
    } else if (!kept.renew(until * 1000)) go({ at: 'not-here', to, until })
    else if (info.state === 'proved') go({ at: 'choose' })
    else if (info.state === 'code_sent') go({ at: 'wait', to, until })
    else go({ at: 'agreed', to, until })
  }

  function sendTo(member: string): Promise<boolean> {
    const ticket = kept.read()?.ticket ?? ''
    return formAction.run(async (signal) => {
      try {
        const call = { verify_ticket: ticket, to_sec_member_id: member }
        const reply = await store.send(sendSuccessorCode, call, { signal })
        kept.keep({ ticket, to: member, until: Date.now() + reply.expire_time * 1000 })
        countDown.start(reply.retry_time)
      } catch (error) {
        countDown.start(waitOf(error) ?? 0)
        throw error
      }
      await look()
    })
  }

  return {
    $step,
    $resendIn: countDown.$left,
    query,
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    async load() {
      const isDone = await formAction.run(() => look())
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
    resend: () => sendTo(kept.read()?.to ?? ''),
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
          kept.keep({ ticket, to: '', until: Date.now() + seconds * 1000 })
          countDown.stop()
        } else {
          const ticket = at === 'wait' ? kept.read()?.ticket : undefined
          await store.send(agreeToManage, { code, verify_ticket: ticket }, { signal })
        }
        await look()
      })
    },
    askTransfer() {
      const step = $step.get()
      if (step.at !== 'agreed') return
      const { to } = step
      const { finish } = t.transfer
      store.ask({
        title: finish.title(to),
        text: finish.text,
        button: finish.button,
        isDanger: true,
        act: async (signal) => {
          const { ticket = '', to: member = '' } = kept.read() ?? {}
          const call = { verify_ticket: ticket, to_sec_member_id: member }
          await store.send(transferManager, call, { signal })
          kept.forget()
          return finish.done(to)
        },
        after() {
          go({ at: 'done', to })
        },
      })
    },
    cancel: () =>
      formAction.run(async (signal) => {
        await store.send(cancelTransfer, {}, { signal })
        kept.forget()
        store.say(t.transfer.cancelled)
        await look()
      }),
    dispose() {
      clearInterval(timer)
      countDown.stop()
      query.dispose()
    },
  }
}

/** Stores the ticket of a transfer for this tab and this manager alone. */
function keep(idOf: () => string): {
  keep(value: Kept): void
  read(): Kept | undefined
  /** Each step has a time of its own; false where nothing is kept. */
  renew(until: number): boolean
  forget(): void
} {
  const key = (): string => `passport-transfer-${idOf()}`
  // Where the page may not store, a reload begins again.
  let held: Kept | undefined
  function withStorage<Result>(act: (storage: Storage) => Result): Result | undefined {
    try {
      return act(sessionStorage)
    } catch {
      return undefined
    }
  }
  function write(value: Kept): void {
    held = value
    withStorage((storage) => storage.setItem(key(), JSON.stringify(value)))
  }
  function read(): Kept | undefined {
    const found = withStorage((storage): unknown => JSON.parse(storage.getItem(key()) ?? 'null'))
    const value = is(found, record) ? found : held
    return value && value.until > Date.now() ? value : undefined
  }
  return {
    keep: write,
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
