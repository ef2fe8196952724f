import { object, optional, string, type Infer } from 'superstruct'
import type { OnAdded } from '../delivery/outbox.ts'
import type { Clock } from '../lib/clock.ts'
import { makeToken } from '../lib/tokens.ts'
import type { OAuth } from './oauth.ts'
import type { EndWatchers } from '../sessions/end-watchers.ts'
import type { ClientSession, OAuthLogoutRepository } from '../store/oauth-logout-repository.ts'
import type { OutboxRepository } from '../store/outbox-repository.ts'

/** Without `sessionId`, all sessions of the person have ended. */
export const logoutCall = object({
  clientId: string(),
  /** The person's id for the client. */
  subject: string(),
  sessionId: optional(string()),
})

/** Number of calls that are queued by one statement. */
const BATCH = 500

/** Queues back-channel logouts (OpenID Connect Back-Channel Logout 1.0) in the outbox. */
export interface LogoutCalls extends EndWatchers {
  /** For a revoked grant. */
  ofGrant(id: string): Promise<void>
}

/** `onAdded` runs after calls were queued. */
export function createLogoutCalls(
  repository: OAuthLogoutRepository,
  outbox: Pick<OutboxRepository, 'insert'>,
  sessionIdFor: OAuth['sessionIdFor'],
  clock: Clock,
  onAdded: OnAdded,
): LogoutCalls {
  async function add(all: readonly Infer<typeof logoutCall>[]): Promise<void> {
    for (let at = 0; at < all.length; at += BATCH) await insert(all.slice(at, at + BATCH))
    if (all.length > 0) onAdded([{ channel: 'logout' }])
  }

  async function insert(calls: readonly Infer<typeof logoutCall>[]): Promise<void> {
    const now = clock()
    await outbox.insert(
      calls.map((call) => ({
        id: now.toString(16).padStart(12, '0') + makeToken(),
        channel: 'logout' as const,
        recipient: call.clientId,
        subject: '',
        body: JSON.stringify(call),
        html: '',
        sender: '',
        code: '',
        oneClick: '',
        createdAt: now,
        attempts: 0,
        logId: '',
      })),
    )
  }

  const toCall = ({ clientId, grantId, ...session }: ClientSession) => ({
    clientId,
    subject: grantId,
    sessionId: sessionIdFor(clientId, session),
  })

  return {
    ofSessions: async (sessions) => {
      const firstHashes = new Map(sessions.map(({ hash, firstHash }) => [hash, firstHash]))
      const found = await repository.ofSessions([...firstHashes.keys()])
      await add(found.map((one) => toCall({ ...one, firstHash: firstHashes.get(one.hash) ?? '' })))
    },
    ofAccount: async (accountId, exceptHash = '') =>
      add((await repository.ofAccount(accountId, exceptHash)).map(toCall)),
    ofOrganization: async (organizationId) =>
      add((await repository.ofOrganization(organizationId)).map(toCall)),
    ofEverybody: async () => {
      let after = ''
      for (;;) {
        const found = await repository.ofEverybody(after, BATCH)
        await add(found.map(({ clientId, grantId }) => ({ clientId, subject: grantId })))
        if (found.length < BATCH) return
        after = found.at(-1)?.grantId ?? ''
      }
    },
    ofGrant: async (id) => {
      const found = await repository.ofGrant(id)
      if (found !== undefined) await add([{ clientId: found.clientId, subject: found.grantId }])
    },
  }
}
