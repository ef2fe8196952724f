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

// Without an interval, each look-up of a session would be followed by a write.
const TOUCH_EVERY_MS = 5 * MINUTE_MS

const READS: BatchLimits = { maxSize: 32, concurrency: 2 }

/** The data of a new session. */
export interface NewSession {
  accountId: string
  aid: number
  source: string
  userAgent: string
  address: string
  /** When the proof was given, if another session stands for it; by default now. */
  provedAt?: number | undefined
  /** The membership that the person acts as; undefined for oneself. */
  membership?: Pick<Membership, 'id' | 'organizationEpoch'> | undefined
}

/** The account of a session, when it was proved, and the membership that the person acts as. */
export interface SessionOwner {
  account: Account
  provedAt: number
  membership: Membership | undefined
}

/** Sessions, found by the hash of their token. */
export interface Sessions extends Pick<
  SessionRepository,
  'insert' | 'end' | 'endById' | 'endAll' | 'count'
> {
  /** Ends every session that has begun, in the same time however many there are. */
  endEverybody(): Promise<void>
  /** Returns a token and a session that is not stored yet, with the hash of the token. */
  make(request: NewSession): { token: string; session: Session }
  /** Returns the live session of a token, unless its account is banned or about to be deleted. */
  find(token: string): Promise<LiveSession | undefined>
  /** Records that a session is in use. */
  touch(session: LiveSession): Promise<void>
  /** Locks and returns the account of a session; undefined if the session has ended. */
  accountOfSession(accountId: string, sessionId: string): Promise<SessionOwner | undefined>
  /** Returns the live sessions of an account, the current one first, then by last use. */
  list(
    current: Pick<LiveSession, 'accountId' | 'hash'>,
    page: { offset: number; limit: number },
  ): Promise<{ list: Session[]; total: number }>
}

/** Returns the live session of a hash. */
export type FindLiveSession = (hash: string) => Promise<LiveSession | undefined>

/** Returns a look-up that reads the sessions of several calls in one statement. */
export function createSessionLookup(repository: SessionRepository, clock: Clock): FindLiveSession {
  return batched(READS, (hashes: readonly string[]) => {
    const now = clock()
    return repository.findLive(hashes, now, now - SESSION_IDLE_MS)
  })
}

export function createSessions(
  repository: SessionRepository,
  findLive: FindLiveSession,
  accounts: Pick<Accounts, 'lock'>,
  memberships: Pick<Memberships, 'enter' | 'find'>,
  clock: Clock,
): Sessions {
  return {
    ...repository,
    endEverybody: () => repository.endEverybody(clock()),
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
          // A session opened by another one expires no later than that one.
          expiresAt: (request.provedAt ?? now) + SESSION_MS,
          membershipId: request.membership?.id ?? '',
          organizationEpoch: request.membership?.organizationEpoch ?? 0,
        },
      }
    },
    find: async (token) => {
      if (!isToken(token)) return undefined
      const session = await findLive(hashToken(token))
      const state = session?.account.state
      // The sessions of a limited account stay; nobody opens new ones.
      return state === 'active' || state === 'limited' ? session : undefined
    },
    touch: async (session) => {
      const now = clock()
      if (session.lastSeenAt <= now - TOUCH_EVERY_MS) await repository.touch(session.hash, now)
    },
    accountOfSession: async (accountId, sessionId) => {
      // Locked, so that a concurrent change of the account or its sessions waits or is visible.
      const account = await accounts.lock(accountId)
      const now = clock()
      const idleSince = now - SESSION_IDLE_MS
      const session = await repository.findById(accountId, sessionId, now, idleSince)
      if (account === undefined || session === undefined) return undefined
      const { provedAt, membershipId, organizationEpoch } = session
      if (membershipId === '') return { account, provedAt, membership: undefined }
      // Locked by `enter`, so that it is not frozen meanwhile.
      const isActive = await memberships.enter(membershipId, accountId, now)
      const membership = isActive ? await memberships.find(membershipId) : undefined
      return membership?.organizationEpoch === organizationEpoch
        ? { account, provedAt, membership }
        : undefined
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
