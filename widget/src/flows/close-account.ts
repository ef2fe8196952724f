import { atom, type ReadableAtom } from 'nanostores'
import {
  cancelCheck,
  cancelConfirm,
  cancelVerify,
  cancelVerifyWay,
} from '#protocol/web/account-deletion.ts'
import type { SecondWay } from '../client/second-verify.ts'
import type { Instance } from '../instance.ts'
import { createOwnTask, isRefusal, type OwnAccount } from './own-account.ts'
import { beginProof, type OwnProof } from './own-proof.ts'
import type { Task } from './task.ts'

/** Something that goes with the account. */
export interface LostValue {
  name: string
  count: number
}

/** How far the closing of an account has come. */
export type CloseStep =
  | { at: 'checking' }
  /** The server did not say; it can be asked again. */
  | { at: 'unchecked' }
  /** What closing means; `isStale` when it took too long and was looked up once more. */
  | { at: 'checked'; values: readonly LostValue[]; isStale: boolean; isBack?: true }
  | { at: 'refused'; reasons: readonly string[] }
  | { at: 'proof'; proof: OwnProof }
  | { at: 'sure'; values: readonly LostValue[] }
  /** Unix seconds at which the account is erased. */
  | { at: 'closed'; cancelAt: number }
  | { at: 'sign-in-again' }

/** Closing an account, with a way back at every step but the last. */
export interface CloseFlow extends Pick<Task, '$isBusy' | '$problem'> {
  $step: ReadableAtom<CloseStep>
  check(): Promise<boolean>
  /** What the form of the present step asks for. */
  submit(form: FormData): Promise<boolean>
  /** Back to what closing means. */
  back(): void
  dispose(): void
}

/** Makes it for one element or page. */
export function createCloseFlow(instance: Instance, account: OwnAccount): CloseFlow {
  const $step = atom<CloseStep>({ at: 'checking' })
  const task = createOwnTask(instance, account, {})
  let values: readonly LostValue[] = []
  let valueTicket = ''
  let proved: { token: string; cancel_ticket: string } | undefined

  function go(step: CloseStep): void {
    const before = $step.get()
    if (before.at === 'proof') before.proof.flow.dispose()
    task.clear()
    $step.set(step)
  }

  async function look(signal: AbortSignal, isStale: boolean): Promise<void> {
    const reply = await instance.client().send(cancelCheck, {}, { signal })
    valueTicket = reply.value_ticket
    values = reply.values
    proved = undefined
    if (reply.can_cancel === 1) go({ at: 'checked', values, isStale })
    else go({ at: 'refused', reasons: reply.reasons.map(({ text }) => text) })
  }

  async function verify(signal: AbortSignal, ticket: string | undefined): Promise<void> {
    proved = await instance.client().send(cancelVerify, { ticket }, { signal })
    go({ at: 'sure', values })
  }

  function prove(): Promise<boolean> {
    return task.run(async (signal) => {
      const { ways } = await instance.client().send(cancelVerifyWay, {}, { signal })
      const known: SecondWay[] = ways.map(({ verify_way: way, mobile, email }) => ({
        way,
        sentTo: mobile ?? email ?? '',
      }))
      const proof = beginProof(instance, known, {
        onProved(ticket) {
          go({ at: 'checked', values, isStale: false })
          void task.run((again) => verify(again, ticket))
        },
        onClose: back,
      })
      if (proof !== undefined) {
        go({ at: 'proof', proof })
        return
      }
      try {
        // Nothing to prove it with: a fresh sign-in is enough.
        await verify(signal, undefined)
      } catch (error) {
        if (!isRefusal(error, 'ticket_expired')) throw error
        go({ at: 'sign-in-again' })
      }
    })
  }

  function back(): void {
    go({ at: 'checked', values, isStale: false, isBack: true })
  }

  function confirm(form: FormData): Promise<boolean> {
    const abandon = form.has('abandon') ? 1 : 0
    if (values.length > 0 && abandon === 0) {
      const { needAbandon } = instance.$messages.get().closeAccount
      return Promise.resolve(task.blame('abandon', needAbandon))
    }
    return task.run(async (signal) => {
      if (proved === undefined) return
      const call = { ...proved, value_ticket: valueTicket, abandon } as const
      try {
        const { cancel_at: cancelAt } = await instance
          .client()
          .send(cancelConfirm, call, { signal })
        go({ at: 'closed', cancelAt })
        instance.changed({ what: 'account', did: 'removed' })
      } catch (error) {
        if (!isRefusal(error, 'ticket_expired')) throw error
        await look(signal, true)
      }
    })
  }

  return {
    $step,
    $isBusy: task.$isBusy,
    $problem: task.$problem,
    async check() {
      $step.set({ at: 'checking' })
      const isDone = await task.run((signal) => look(signal, false))
      if (!isDone && $step.get().at === 'checking') $step.set({ at: 'unchecked' })
      return isDone
    },
    submit(form) {
      switch ($step.get().at) {
        case 'checked':
          return prove()
        case 'sure':
          return confirm(form)
        case 'checking':
        case 'unchecked':
        case 'refused':
        case 'proof':
        case 'closed':
        case 'sign-in-again':
          return Promise.resolve(false)
      }
    },
    back,
    dispose() {
      const step = $step.get()
      if (step.at === 'proof') step.proof.flow.dispose()
    },
  }
}
