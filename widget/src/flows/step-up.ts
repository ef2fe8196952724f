import type { User } from '#protocol/objects.ts'
import { providerNames } from '#protocol/providers.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { isRejection } from '../client/errors.ts'
import type { Instance } from '../instance.ts'
import type { AccountStore } from './account-store.ts'
import { startOf } from './providers.ts'
import { createTwoStepFlow, type StepUpMethod, type TwoStepFlow } from './two-step.ts'

/** A step-up that a change of the account waits for. */
export interface StepUp {
  flow: TwoStepFlow
  methods: readonly StepUpMethod[]
}

/** Returns the linked accounts that can prove the person for one call. */
export function linkedAccountMethods(
  instance: Instance,
  user: User,
  { operation }: Pick<Endpoint, 'operation'>,
): StepUpMethod[] {
  return (user.connects ?? []).flatMap((linked) => {
    const platform = providerNames.find((name) => name === linked.platform)
    if (platform === undefined || linked.platform_title === '') return []
    const href = startOf(instance, platform, { action: 'verify', scene: operation })
    const { platform_title: title, platform_screen_name: sentTo } = linked
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
