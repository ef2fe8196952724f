import { atom, type ReadableAtom } from 'nanostores'
import {
  cancelCheck,
  cancelConfirm,
  cancelVerify,
  cancelVerifyWay,
} from '#protocol/web/account-deletion.ts'
import { isRejection } from '../client/errors.ts'
import type { Instance } from '../instance.ts'
import { createAccountAction, type AccountStore } from './account-store.ts'
import { beginStepUp, linkedAccountMethods, type StepUp } from './step-up.ts'
import type { FormAction } from './form-action.ts'
import type { StepUpMethod } from './two-step.ts'

/** Something deleted with the account. */
export interface LostValue {
  name: string
  count: number
}

/** Step of a deletion. */
export type DeletionStep =
  | { at: 'checking' }
  /** The server could not be asked; the person can retry. */
  | { at: 'unchecked' }
  /** Lists what is lost; `isStale` if it had expired and was fetched again. */
  | { at: 'checked'; values: readonly LostValue[]; isStale: boolean; isBack?: true }
  | { at: 'refused'; reasons: readonly string[] }
  | { at: 'proof'; proof: StepUp }
  | { at: 'sure'; values: readonly LostValue[] }
  /** Time of deletion in Unix seconds. */
  | { at: 'closed'; cancelAt: number }
  | { at: 'sign-in-again' }

/** Schedules the deletion of the account; every step but the last can be left. */
export interface AccountDeletionFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  $step: ReadableAtom<DeletionStep>
  check(): Promise<boolean>
  /** Submits the form of the current step. */
  submit(form: FormData): Promise<boolean>
  /** Returns to the list of what is lost. */
  back(): void
  dispose(): void
}

export function createAccountDeletionFlow(
  instance: Instance,
  account: AccountStore,
): AccountDeletionFlow {
  const $step = atom<DeletionStep>({ at: 'checking' })
  const formAction = createAccountAction(instance, account, {})
  let values: readonly LostValue[] = []
  let valueTicket = ''
  let proved: { token: string; cancel_ticket: string } | undefined

  function go(step: DeletionStep): void {
    const before = $step.get()
    if (before.at === 'proof') before.proof.flow.dispose()
    formAction.clear()
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
    return formAction.run(async (signal) => {
      const { ways } = await instance.client().send(cancelVerifyWay, {}, { signal })
      const state = account.$state.get()
      const user = state.step === 'ready' ? state.user : undefined
      // The reply masks addresses, which the owner sees in full on the account page.
      const known: StepUpMethod[] = ways.map(({ verify_way: way, mobile, email }) => ({
        way,
        sentTo: (mobile && (user?.mobile || mobile)) || (email && (user?.email || email)) || '',
      }))
      if (user !== undefined) known.push(...linkedAccountMethods(instance, user, cancelVerify))
      const proof = beginStepUp(instance, known, cancelVerify, {
        onProved(ticket) {
          go({ at: 'checked', values, isStale: false })
          void formAction.run((again) => verify(again, ticket))
        },
        onClose: back,
      })
      if (proof !== undefined) {
        go({ at: 'proof', proof })
        return
      }
      try {
        // No method to prove it with: a recent sign-in is enough.
        await verify(signal, undefined)
      } catch (error) {
        if (!isRejection(error, 'ticket_expired')) throw error
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
      return Promise.resolve(formAction.setFieldError('abandon', needAbandon))
    }
    return formAction.run(async (signal) => {
      if (proved === undefined) return
      const call = { ...proved, value_ticket: valueTicket, abandon } as const
      try {
        const { cancel_at: cancelAt } = await instance
          .client()
          .send(cancelConfirm, call, { signal })
        go({ at: 'closed', cancelAt })
        instance.changed({ what: 'account', did: 'removed' })
      } catch (error) {
        if (!isRejection(error, 'ticket_expired')) throw error
        await look(signal, true)
      }
    })
  }

  return {
    $step,
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    async check() {
      $step.set({ at: 'checking' })
      const isDone = await formAction.run((signal) => look(signal, false))
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
