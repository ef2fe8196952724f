import { randomBytes } from 'node:crypto'
import type { Accounts } from '../accounts/accounts.ts'
import { maskAddress } from '../lib/address.ts'
import { DAY_MS, MINUTE_MS, type Clock } from '../lib/clock.ts'
import { describeDevice } from '../lib/describe-device.ts'
import { hashToken, isToken, makeToken } from '../lib/tokens.ts'
import type { Memberships } from '../organizations/memberships.ts'
import type { Account } from '../store/account-repository.ts'
import { batched, type BatchLimits } from '../store/batching.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { LiveSession, Session, SessionRepository } from '../store/session-repository.ts'

/** A session ends this long after sign-in, used or not. */
export const SESSION_MS = 30 * DAY_MS

/** A session that is not used for this long ends. */
export const SESSION_IDLE_MS = 14 * DAY_MS

// Otherwise each read would be a write.
const TOUCH_EVERY_MS = 5 * MINUTE_MS

/** Most calls wait for nothing but this one read. */
const READS: BatchLimits = { maxSize: 32, concurrency: 2 }

/** What a session is opened for. */
export interface SessionRequest {
  accountId: string
  aid: number
  source: string
  userAgent: string
  address: string
  /** Where another session stands for the proof: when that one was proved. */
  provedAt?: number | undefined
  /** As whom the person acts, where that is not themself. */
  membershipId?: string | undefined
}

/** An account by the word of a session, and when that was proved. */
export interface SessionVoucher {
  account: Account
  provedAt: number
  /** As which identity of theirs the person acts in that session. */
  membership: Membership | undefined
}

/** Rules about sessions. */
export interface Sessions extends Pick<
  SessionRepository,
  'insert' | 'end' | 'endById' | 'endAll' | 'endEverybody' | 'count'
> {
  /** Makes a session that is not stored yet: the token leaves, only its hash is kept. */
  make(request: SessionRequest): { token: string; session: Session }
  /** The live session of a token. */
  find(token: string): Promise<LiveSession | undefined>
  /** Notes that a session is in use. */
  touch(session: LiveSession): Promise<void>
  /**
   * The account that handed something over while it was signed in, in the transaction that takes it;
   * undefined once that session has ended: whoever was signed out keeps no way back in.
   */
  accountOfSession(accountId: string, sessionId: string): Promise<SessionVoucher | undefined>
  /** Live sessions of an account, the present one first, then the latest used. */
  list(
    present: Pick<LiveSession, 'accountId' | 'hash'>,
    page: { offset: number; limit: number },
  ): Promise<{ list: Session[]; total: number }>
}

/** Finds the live session of a hash. */
export type FindLiveSession = (hash: string) => Promise<LiveSession | undefined>

/** Returns a look-up that reads the sessions of several calls in one statement. */
export function createSessionLookup(repository: SessionRepository, clock: Clock): FindLiveSession {
  return batched(READS, (hashes: readonly string[]) => {
    const now = clock()
    return repository.findLive(hashes, now, now - SESSION_IDLE_MS)
  })
}

/** Sessions in a repository. */
export function createSessions(
  repository: SessionRepository,
  findLive: FindLiveSession,
  accounts: Pick<Accounts, 'lock'>,
  memberships: Pick<Memberships, 'enter' | 'find'>,
  clock: Clock,
): Sessions {
  return {
    insert: repository.insert,
    end: repository.end,
    endById: repository.endById,
    endAll: repository.endAll,
    endEverybody: repository.endEverybody,
    count: repository.count,
    make: (request) => {
      const token = makeToken()
      const now = clock()
      return {
        token,
        session: {
          hash: hashToken(token),
          id: randomBytes(16).toString('base64url'),
          accountId: request.accountId,
          aid: request.aid,
          source: request.source,
          device: describeDevice(request.userAgent),
          address: maskAddress(request.address),
          createdAt: now,
          provedAt: request.provedAt ?? now,
          lastSeenAt: now,
          // One that came out of another ends with it. Of sessions from before proofs were noted
          // nothing is known but that they live.
          expiresAt: (request.provedAt || now) + SESSION_MS,
          membershipId: request.membershipId ?? '',
        },
      }
    },
    find: async (token) => {
      if (!isToken(token)) return undefined
      const session = await findLive(hashToken(token))
      const state = session?.account.state
      if (state === 'banned' || state === 'cancelling') return undefined
      return session
    },
    touch: async (session) => {
      const now = clock()
      if (session.lastSeenAt <= now - TOUCH_EVERY_MS) await repository.touch(session.hash, now)
    },
    accountOfSession: async (accountId, sessionId) => {
      // Held, so that what ends sessions and changes the account waits, or is seen.
      const account = await accounts.lock(accountId)
      const now = clock()
      const idleSince = now - SESSION_IDLE_MS
      const standing = await repository.standing(accountId, sessionId, now, idleSince)
      if (account === undefined || standing === undefined) return undefined
      const { provedAt, membershipId } = standing
      if (membershipId === '') return { account, provedAt, membership: undefined }
      // Held as well, so that it is not frozen meanwhile.
      const isOpen = await memberships.enter(membershipId, accountId, now)
      const membership = isOpen ? await memberships.find(membershipId) : undefined
      return membership && { account, provedAt, membership }
    },
    list: async ({ accountId, hash: first }, page) => {
      const now = clock()
      return await repository.list(
        accountId,
        { now, idleSince: now - SESSION_IDLE_MS, first },
        page,
      )
    },
  }
}
