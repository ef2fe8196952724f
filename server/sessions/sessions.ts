import { randomBytes } from 'node:crypto'
import type { Accounts } from '../accounts/accounts.ts'
import { maskAddress } from '../lib/address.ts'
import { DAY_MS, MINUTE_MS, type Clock, wasWithin } from '../lib/clock.ts'
import { describeDevice } from '../lib/describe-device.ts'
import { hashToken, isToken, makeToken } from '../lib/tokens.ts'
import type { EndWatchers } from './end-watchers.ts'
import type { Memberships } from '../organizations/memberships.ts'
import { isIdle, refusingRule } from '../organizations/session-rules.ts'
import { batched, type BatchLimits } from '../store/batching.ts'
import type { Membership } from '../store/membership-repository.ts'
import { readOrganizationPolicy } from '../store/organization-policy.ts'
import type { EndedSession, LiveSession, SessionRepository } from '../store/session-repository.ts'
import type { Account, Session } from '../store/schema/accounts.ts'
import { sessionSubject, type Webhooks } from '../events/webhooks.ts'

/** A session ends this long after sign-in, used or not. */
export const SESSION_MS = 30 * DAY_MS

/** A session that is not used for this long ends. */
export const SESSION_IDLE_MS = 14 * DAY_MS

// Without an interval, each look-up of a session would be followed by a write.
const TOUCH_EVERY_MS = 5 * MINUTE_MS
/** Shorter for members, whose organization may end sessions after five idle minutes. */
const TOUCH_MEMBER_EVERY_MS = MINUTE_MS

const READS: BatchLimits = { maxSize: 32, concurrency: 2 }

/** The data of a new session. */
export interface NewSession {
  accountId: string
  aid: number
  source: string
  userAgent: string
  address: string
  /** Time of the proof, if it was made in another session; now by default. */
  provedAt?: number | undefined
  /** The membership that the person acts as; undefined for oneself. */
  membership?: Pick<Membership, 'id' | 'organizationEpoch'> | undefined
  /** First sign-in method; empty where it is not known. */
  method: Session['method']
  /** Second sign-in method; empty where there was none. */
  secondMethod: Session['secondMethod']
  /** Time of the browser's last second proof; 0 for never. */
  secondProvedAt: number
  /** Whether the person has just passed two-step verification. */
  isSecondProved: boolean
}

/** The account of a session, when it was proved, and the membership that the person acts as. */
export interface SessionOwner extends Pick<
  Session,
  'provedAt' | 'method' | 'secondMethod' | 'secondProvedAt'
> {
  account: Account
  membership: Membership | undefined
}

/** Sessions, found by the hash of their token. */
export type Sessions = ReturnType<typeof createSessions>

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
  watchers: EndWatchers,
  webhooks: Pick<Webhooks, 'tell'>,
  clock: Clock,
) {
  async function end(hash: string): Promise<EndedSession | undefined> {
    const ended = await repository.end(hash)
    if (ended !== undefined) await webhooks.tell('session.ended', [sessionSubject(ended)])
    return ended
  }

  return {
    isOf: repository.isOf,
    rename: repository.rename,
    count: repository.count,
    seenSince: repository.seenSince,
    insert: async (session: Session): Promise<void> => {
      await repository.insert(session)
      await webhooks.tell('session.created', [sessionSubject(session)])
    },
    end,
    /** Ends a session on a person's request and notifies clients; returns its owner. */
    signOut: async (hash: string): Promise<EndedSession | undefined> => {
      const ended = await end(hash)
      if (ended !== undefined) await watchers.ofSessions([ended])
      return ended
    },
    /** Ends another session of an account; returns false when there was none. */
    endById: async (accountId: string, id: string): Promise<boolean> => {
      await accounts.lock(accountId)
      const hash = await repository.hashOf(accountId, id)
      if (hash === undefined) return false
      const ended = await end(hash)
      if (ended !== undefined) await watchers.ofSessions([ended])
      return ended !== undefined
    },
    /** Ends all sessions of an account but `exceptHash`, notifies clients, and returns how many were valid. */
    endAll: async (accountId: string, exceptHash?: string): Promise<number> => {
      await watchers.ofAccount(accountId, exceptHash)
      const now = clock()
      const idleSince = now - SESSION_IDLE_MS
      const ended = await repository.endAll(accountId, now, idleSince, exceptHash)
      await webhooks.tell('session.ended', ended.map(sessionSubject))
      return ended.length
    },
    /** Ends every session in constant time, then notifies clients. */
    endEverybody: async (): Promise<void> => {
      await repository.endEverybody(clock())
      await watchers.ofEverybody()
      // One event for all of them.
      await webhooks.tell('session.ended', [{ app_id: 0 }])
    },
    /** Returns a token and a session that is not stored yet, with the hash of the token. */
    make: (request: NewSession): { token: string; session: Session } => {
      const token = makeToken()
      const now = clock()
      const provedAt = request.provedAt ?? now
      return {
        token,
        session: {
          hash: hashToken(token),
          firstHash: '',
          id: randomBytes(16).toString('base64url'),
          accountId: request.accountId,
          aid: request.aid,
          source: request.source,
          name: '',
          device: describeDevice(request.userAgent),
          address: maskAddress(request.address),
          createdAt: now,
          provedAt,
          lastSeenAt: now,
          // A session opened by another one expires no later than that one.
          expiresAt: provedAt + SESSION_MS,
          membershipId: request.membership?.id ?? '',
          organizationEpoch: request.membership?.organizationEpoch ?? 0,
          method: request.method,
          secondMethod: request.secondMethod,
          secondProvedAt: request.isSecondProved ? now : request.secondProvedAt,
        },
      }
    },
    /**
     * Returns the live session of a token, unless its account is banned or about to be deleted, or the
     * rules of the organization that it acts for refuse it.
     */
    find: async (token: string): Promise<LiveSession | undefined> => {
      if (!isToken(token)) return undefined
      const session = await findLive(hashToken(token))
      const state = session?.account.state
      // The sessions of a limited account stay; nobody opens new ones.
      if (session === undefined || (state !== 'active' && state !== 'limited')) return undefined
      return isRefused(session, clock()) ? undefined : session
    },
    /** Records that a session is in use. */
    touch: async (session: LiveSession): Promise<void> => {
      const now = clock()
      const everyMs = session.membershipId === '' ? TOUCH_EVERY_MS : TOUCH_MEMBER_EVERY_MS
      if (!wasWithin(session.lastSeenAt, now, everyMs)) await repository.touch(session.hash, now)
    },
    /** Locks and returns the account of a session; undefined if the session has ended. */
    accountOfSession: async (
      accountId: string,
      sessionId: string,
    ): Promise<SessionOwner | undefined> => {
      // Locked, so that a concurrent change of the account or its sessions waits or is visible.
      const account = await accounts.lock(accountId)
      const now = clock()
      const idleSince = now - SESSION_IDLE_MS
      const session = await repository.findById(accountId, sessionId, now, idleSince)
      if (account === undefined || session === undefined) return undefined
      const { membershipId, organizationEpoch, ...proof } = session
      if (membershipId === '') return { account, ...proof, membership: undefined }
      // Locked by `enter`, so that it is not frozen meanwhile.
      const isActive = await memberships.enter(membershipId, accountId, now)
      const membership = isActive ? await memberships.find(membershipId) : undefined
      return membership?.organizationEpoch === organizationEpoch
        ? { account, ...proof, membership }
        : undefined
    },
    /** Returns the live sessions of an account, the current one first, then by last use. */
    list: async (
      { accountId, hash: first }: Pick<LiveSession, 'accountId' | 'hash'>,
      page: { offset: number; limit: number },
    ): Promise<{ list: Session[]; total: number }> => {
      const now = clock()
      return await repository.list(
        accountId,
        { now, idleSince: now - SESSION_IDLE_MS, first },
        page,
      )
    },
  }
}

// Checked in every call, so that rules of an organization apply at once, on every instance.
function isRefused(session: LiveSession, now: number): boolean {
  const { membership } = session
  if (membership === undefined) return false
  if (membership === 'ended') return true
  const policy = readOrganizationPolicy(membership.policy)
  return isIdle(policy, session, now) || refusingRule(policy, session, now) !== undefined
}
