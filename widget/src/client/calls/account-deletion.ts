import * as endpoints from '#protocol/web/account-deletion.ts'
import type { Send } from './send.ts'

/** References of a person who has proved themself to delete the account. */
export type DeletionProof = Awaited<ReturnType<typeof proveDeletion>>

/** Finds out whether an account can be deleted, and what is lost with it. */
export async function checkDeletion(send: Send) {
  const wire = await send(endpoints.cancelCheck, {})
  return {
    isPossible: wire.can_cancel === 1,
    /** Why it cannot be deleted, for people. */
    reasons: wire.reasons.map(({ text }) => text),
    values: wire.values,
    /** Shows that the list was fetched. */
    valueTicket: wire.value_ticket,
  }
}

/** Returns the methods that can prove a deletion, with masked addresses. */
export async function deletionMethods(send: Send) {
  const { ways } = await send(endpoints.cancelVerifyWay, {})
  return ways.map(({ verify_way: way, email = '', mobile = '' }) => ({ way, email, mobile }))
}

/** Proves a deletion by a step-up ticket, or without one by a recent sign-in. */
export async function proveDeletion(send: Send, ticket: string | undefined) {
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
) {
  const call = { token, cancel_ticket: proofTicket, value_ticket: valueTicket, abandon }
  return (await send(endpoints.cancelConfirm, call)).cancel_at
}

/** Takes a deletion back and signs in. */
export function cancelDeletion(send: Send, ticket: string) {
  return send(endpoints.cancelRevoke, { revoke_ticket: ticket })
}
