import type { Account } from '../../client/calls/account.ts'
import { atom, type PreinitializedWritableAtom } from 'nanostores'
import { providerNames } from '#protocol/providers.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { isRejection } from '../../client/errors.ts'
import type { Instance } from '../../base/instance.ts'
import type { AccountStore } from './account-store.ts'
import type { CodeStep } from '../../ui/flows/code-step.ts'
import type { FormAction } from '../../ui/flows/form-action.ts'
import { startOf } from '../../ui/flows/providers.ts'
import type { StepUpMethod } from '../../base/two-step-request.ts'
import { createTwoStepFlow, type TwoStepFlow } from '../../ui/flows/two-step.ts'

/** A step-up that a change of the account waits for. */
export interface StepUp {
  flow: TwoStepFlow
  methods: readonly StepUpMethod[]
}

/** Steps of a flow; what a step holds ends with it. */
interface Steps<Step> {
  $step: PreinitializedWritableAtom<Step>
  go(step: Step): void
  dispose(): void
}

export function createSteps<Step extends object>(
  first: Step,
  formAction: Pick<FormAction, 'clear'>,
): Steps<Step> {
  const $step = atom<Step>(first)
  function dispose(): void {
    const { proof, code }: { proof?: StepUp; code?: CodeStep } = $step.get()
    proof?.flow.dispose()
    code?.dispose()
  }
  return {
    $step,
    go(step) {
      dispose()
      formAction.clear()
      $step.set(step)
    },
    dispose,
  }
}

/** Returns the linked accounts that can prove the person for one call. */
export function linkedAccountMethods(
  instance: Instance,
  user: Account,
  { operation }: Pick<Endpoint, 'operation'>,
): StepUpMethod[] {
  // What the account demands is never a linked account.
  if (user.stepUpWays.length > 0) return []
  return user.linkedAccounts.flatMap(({ provider: linked, title, name: sentTo }) => {
    const provider = providerNames.find((name) => name === linked)
    if (provider === undefined || title === '') return []
    const href = startOf(instance, provider, { action: 'verify', scene: operation })
    return [{ way: 'provider', title, sentTo, href }]
  })
}

/** Begins the step-up for one call; undefined where the account has no method for it. */
export function beginStepUp(
  instance: Instance,
  methods: readonly StepUpMethod[],
  { operation }: Pick<Endpoint, 'operation'>,
  done: { onProved: (ticket: string) => void; onClose: () => void },
): StepUp | undefined {
  const [first] = methods
  if (first === undefined) return undefined
  const flow = createTwoStepFlow(
    instance,
    {
      wanted: { smsCodeKey: '', verifyTicket: '', reason: '', ways: methods },
      scene: operation,
      pass: (_, ticket) => done.onProved(ticket),
      close: done.onClose,
    },
    first,
  )
  return { flow, methods }
}

/** Makes a call; where only a linked account can give the step-up, repeats it after that. */
export async function withStepUp<Answer>(
  instance: Instance,
  account: AccountStore,
  { operation }: Pick<Endpoint, 'operation'>,
  call: (proof: { ticket?: string }) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call({})
  } catch (error) {
    const state = account.$state.get()
    if (!isRejection(error, 'ticket_expired') || state.step !== 'ready') throw error
    const methods = linkedAccountMethods(instance, state.user, { operation })
    if (methods.length === 0) throw error
    return await call({ ticket: await instance.stepUp(methods, operation) })
  }
}
