import type { Call } from '#protocol/endpoint.ts'
import * as endpoints from '#protocol/web/early-access.ts'
import type { Send } from './send.ts'

/** Applies for early access, with consent to mail about it. */
export async function applyEarlyAccess(
  send: Send,
  application: Omit<Call<typeof endpoints.applyEarlyAccess>, 'agree'>,
): Promise<void> {
  await send(endpoints.applyEarlyAccess, { ...application, agree: 1 })
}

export async function confirmEarlyAccess(send: Send, ticket: string): Promise<void> {
  await send(endpoints.confirmEarlyAccess, { ticket })
}

/** Tells by an error whether an access code can still be used. */
export async function checkAccessCode(send: Send, code: string): Promise<void> {
  await send(endpoints.checkAccessCode, { access_code: code })
}

export async function redeemAccessCode(send: Send, code: string): Promise<void> {
  await send(endpoints.redeemAccessCode, { access_code: code })
}

export async function unsubscribe(send: Send, token: string): Promise<void> {
  await send(endpoints.unsubscribe, { token })
}
