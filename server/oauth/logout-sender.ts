import { create } from 'superstruct'
import type { Sender } from '../delivery/outbox-worker.ts'
import { logoutCall } from './logout-calls.ts'
import type { OAuth } from './oauth.ts'

/** A client that does not answer three times will not miss the session. */
const MAX_ATTEMPTS = 3

/** Returns what signs and sends the calls of the outbox that end sessions at clients. */
export function logoutSender({ engine }: Pick<OAuth, 'engine'>): Sender {
  return {
    maxAttempts: MAX_ATTEMPTS,
    send: async ({ body }) => {
      const { clientId, sessionId, subject } = create(JSON.parse(body), logoutCall)
      await (await engine()).callLogout(clientId, subject, sessionId)
    },
  }
}
