import type { Sender } from './outbox.ts'

const TIMEOUT_MS = 10_000

/** Sends texts through an HTTP gateway that takes `{"to","text","id"}` as JSON. */
export function smsSender(url: string, token: string): Sender {
  return async ({ id, target, body }) => {
    const reply = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ to: target, text: body, id }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!reply.ok) throw new Error(`the SMS gateway answered ${reply.status}`)
  }
}
