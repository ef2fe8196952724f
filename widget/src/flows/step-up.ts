import type { User } from '#protocol/objects.ts'
import { providerNames } from '#protocol/providers.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import type { Instance } from '../instance.ts'
import { isRejection, type AccountStore } from './account-store.ts'
import { startOf } from './providers.ts'
import { createTwoStepFlow, type StepUpWay, type TwoStepFlow } from './two-step.ts'

/** A recent authentication that a step of the account waits for. */
export interface StepUp {
  flow: TwoStepFlow
  methods: readonly StepUpWay[]
}

/** Linked accounts that prove the person for one call, at providers that the server still offers. */
export function linkedAccountMethods(
  instance: Instance,
  user: User,
  { operation }: Pick<Endpoint, 'operation'>,
): StepUpWay[] {
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
  methods: readonly StepUpWay[],
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

/**
 * Makes a call. Where the sign-in is too old for it and no second method is there, a linked account
 * proves the person, and the call is made again with the ticket.
 */
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
    const ways = linkedAccountMethods(instance, state.user, { operation })
    if (ways.length === 0) throw error
    return await call({ ticket: await instance.stepUp(ways, operation) })
  }
}
