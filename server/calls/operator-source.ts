import type { RequestSource } from './call.ts'

/** Who acts for the operator: a command, a token of the admin API, or a person in the console. */
export type Actor = 'cli' | `token:${string}` | `operator:${string}`

/** The `aid` of what an operator does; no application has it. */
const OPERATOR_AID = 0

/** Returns the source of events that nobody's call causes: without page, network and device. */
export function serverSource(aid: number, operation: string): RequestSource {
  return { app: { aid }, caller: { address: '', userAgent: '' }, operation }
}

/** Returns the source of events that an operator causes. */
export function operatorSource(actor: Actor): RequestSource {
  return {
    ...serverSource(OPERATOR_AID, actor),
    // For events whose `by` is something else, such as the former name.
    clientFields: JSON.stringify({ actor }),
  }
}

/** Returns whether `by` of an event names an operator. */
export function isActor(aid: number, by: string): boolean {
  return aid === OPERATOR_AID && /^(?:operator$|cli$|token:|operator:)/.test(by)
}
