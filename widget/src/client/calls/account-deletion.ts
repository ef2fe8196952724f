import type { MethodWireName } from '#protocol/sign-in-methods.ts'
import * as endpoints from '#protocol/web/account-deletion.ts'
import type { User } from '#protocol/objects.ts'
import type { Send } from './send.ts'

/** Whether an account can be deleted, and what is lost with it. */
export interface DeletionCheck {
  isPossible: boolean
  /** Why it cannot be deleted, for people. */
  reasons: string[]
  values: { name: string; count: number }[]
  /** Shows that the list was fetched. */
  valueTicket: string
}

/** References of a person who has proved themself to delete the account. */
export interface DeletionProof {
  token: string
  proofTicket: string
}

export async function checkDeletion(send: Send): Promise<DeletionCheck> {
  const wire = await send(endpoints.cancelCheck, {})
  return {
    isPossible: wire.can_cancel === 1,
    reasons: wire.reasons.map(({ text }) => text),
    values: wire.values,
    valueTicket: wire.value_ticket,
  }
}

/** Returns the methods that can prove a deletion, with masked addresses. */
export async function deletionMethods(
  send: Send,
): Promise<{ way: MethodWireName; email: string; mobile: string }[]> {
  const { ways } = await send(endpoints.cancelVerifyWay, {})
  return ways.map(({ verify_way: way, email = '', mobile = '' }) => ({ way, email, mobile }))
}

/** Proves a deletion by a step-up ticket, or without one by a recent sign-in. */
export async function proveDeletion(
  send: Send,
  ticket: string | undefined,
): Promise<DeletionProof> {
  const wire = await send(endpoints.cancelVerify, { ticket })
  return { token: wire.token, proofTicket: wire.cancel_ticket }
}

/** Schedules the deletion and returns its time. */
export async function scheduleDeletion(
  send: Send,
  {
    token,
    proofTicket,
    valueTicket,
    abandon,
  }: DeletionProof & { valueTicket: string; abandon: 0 | 1 },
): Promise<number> {
  const call = { token, cancel_ticket: proofTicket, value_ticket: valueTicket, abandon }
  return (await send(endpoints.cancelConfirm, call)).cancel_at
}

/** Takes a deletion back and signs in. */
export function cancelDeletion(send: Send, ticket: string): Promise<User> {
  return send(endpoints.cancelRevoke, { revoke_ticket: ticket })
}
