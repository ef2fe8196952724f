import { create } from 'superstruct'
import type { Sender } from '../delivery/outbox-worker.ts'
import { logoutCall } from './logout-calls.ts'
import type { OAuth } from './oauth.ts'

const MAX_ATTEMPTS = 3

/** Signs and sends queued back-channel logouts. */
export function logoutSender({ engine }: Pick<OAuth, 'engine'>): Sender {
  return {
    maxAttempts: MAX_ATTEMPTS,
    send: async ({ body }) => {
      const { clientId, sessionId, subject } = create(JSON.parse(body), logoutCall)
      await (await engine()).callLogout(clientId, subject, sessionId)
      return ''
    },
  }
}
