import { requireTaken } from './message-refused.ts'
import type { Sender } from './outbox-worker.ts'

const TIMEOUT_MS = 10_000

/**
 * Creates a sender for an HTTP gateway that takes `{"to","text","id"}` as JSON, with
 * `"channel":"voice"` for voice calls.
 */
export function smsSender(url: string, token: string): Sender {
  return {
    send: async ({ id, channel, recipient, body }) => {
      const reply = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': id,
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({
          to: recipient,
          text: body,
          id,
          ...(channel === 'voice' ? { channel } : {}),
        }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      requireTaken(reply, `the SMS gateway answered ${reply.status}`)
      return String(reply.status)
    },
  }
}
