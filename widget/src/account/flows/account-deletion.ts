import { cancelVerify } from '#protocol/web/account-deletion.ts'
import {
  checkDeletion,
  deletionMethods,
  proveDeletion,
  scheduleDeletion,
  type DeletionProof,
} from '../../client/calls/account-deletion.ts'
import { listMemberships } from '../../client/calls/memberships.ts'
import { showPlan } from '../../client/calls/plans.ts'
import { isRejection } from '../../client/errors.ts'
import { createAccountAction, type AccountContext } from './account-store.ts'
import { beginStepUp, createSteps, linkedAccountMethods, type StepUp } from './step-up.ts'
import type { StepUpMethod } from '../../base/two-step-request.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

/** Something deleted with the account, with names where it has some. */
export type LostValue = Awaited<ReturnType<typeof checkDeletion>>['values'][number] & {
  names?: readonly string[]
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
export type AccountDeletionFlow = MadeBy<typeof createAccountDeletionFlow>

export function createAccountDeletionFlow({ instance, account }: AccountContext) {
  const formAction = createAccountAction(instance, account, {})
  const { $step, go, dispose } = createSteps<DeletionStep>({ at: 'checking' }, formAction)
  let values: readonly LostValue[] = []
  let valueTicket = ''
  let proved: DeletionProof | undefined

  async function look(isStale: boolean): Promise<void> {
    const { send } = instance.client()
    const [checked, memberships, { plan }] = await Promise.all([
      checkDeletion(send),
      listMemberships(send, { withFrozen: true }),
      showPlan(send),
    ])
    const organizations = memberships.map((one) => one.organizationLabel).filter(Boolean)
    valueTicket = checked.valueTicket
    values = [
      ...checked.values,
      { name: 'organizations', count: organizations.length, names: organizations },
      { name: 'plan', count: plan === '' ? 0 : 1, names: [plan] },
    ].filter(({ count }) => count > 0)
    proved = undefined
    if (checked.isPossible) go({ at: 'checked', values, isStale })
    else go({ at: 'refused', reasons: checked.reasons })
  }

  async function verify(ticket: string | undefined): Promise<void> {
    proved = await proveDeletion(instance.client().send, ticket)
    go({ at: 'sure', values })
  }

  function prove(): Promise<boolean> {
    return formAction.run(async () => {
      const ways = await deletionMethods(instance.client().send)
      const state = account.$state.get()
      const user = state.step === 'ready' ? state.user : undefined
      // The reply masks addresses, which the owner sees in full on the account page.
      const known: StepUpMethod[] = ways.map(({ way, mobile, email }) => ({
        way,
        sentTo: (mobile && (user?.mobile || mobile)) || (email && (user?.email || email)) || '',
      }))
      if (user !== undefined) known.push(...linkedAccountMethods(instance, user, cancelVerify))
      const proof = beginStepUp(instance, known, cancelVerify, {
        onProved(ticket) {
          go({ at: 'checked', values, isStale: false })
          void formAction.run(() => verify(ticket))
        },
        onClose: back,
      })
      if (proof !== undefined) {
        go({ at: 'proof', proof })
        return
      }
      try {
        // No method to prove it with: a recent sign-in is enough.
        await verify(undefined)
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
      const { needUnderstood } = instance.$messages.get().closeAccount
      return Promise.resolve(formAction.setFieldError('abandon', needUnderstood))
    }
    return formAction.run(async () => {
      if (proved === undefined) return
      const call = { ...proved, valueTicket, abandon } as const
      try {
        const cancelAt = await scheduleDeletion(instance.client().send, call)
        go({ at: 'closed', cancelAt })
        instance.changed({ what: 'account', did: 'removed' })
      } catch (error) {
        if (!isRejection(error, 'ticket_expired')) throw error
        await look(true)
      }
    })
  }

  return {
    $step,
    ...formAction.shown,
    async check() {
      $step.set({ at: 'checking' })
      const isDone = await formAction.run(() => look(false))
      if (!isDone && $step.get().at === 'checking') $step.set({ at: 'unchecked' })
      return isDone
    },
    /** Submits the form of the current step. */
    submit(form: FormData) {
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
    /** Returns to the list of what is lost. */
    back,
    dispose,
  }
}
