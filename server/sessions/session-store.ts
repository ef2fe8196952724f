import type { Account } from '../accounts/account-store.ts'

/** A session as it is kept; the cookie itself is never stored. */
export interface Session {
  hash: string
  id: string
  accountId: string
  aid: number
  source: string
  device: string
  address: string
  createdAt: number
  /** When the person proved to be the owner: earlier than `createdAt` where another session did. */
  provedAt: number
  lastSeenAt: number
  expiresAt: number
  /** As which identity of theirs the person acts; empty for themself. */
  identityId: string
}

/** A session that holds, as far as each call needs it, with the account behind it. */
export interface LiveSession extends Pick<
  Session,
  'hash' | 'id' | 'accountId' | 'provedAt' | 'lastSeenAt' | 'expiresAt' | 'identityId'
> {
  account: Account
  /** Whether the account is linked to one at a third party. */
  hasConnections: boolean
}

/** What sessions need from a database. */
export interface SessionStore {
  /**
   * The session of each hash, by one indexed read for all; those last seen before `idleSince` do not
   * count.
   */
  findLive(
    hashes: readonly string[],
    now: number,
    idleSince: number,
  ): Promise<(LiveSession | undefined)[]>
  /** Live sessions of an account: the one with the first hash, then the latest used. */
  list(
    accountId: string,
    live: { now: number; idleSince: number; first: string },
    page: { offset: number; limit: number },
  ): Promise<{ list: Session[]; total: number }>
  /** What a session of an account stands for; undefined for one that ended, or is idle since then. */
  standing(
    accountId: string,
    id: string,
    now: number,
    idleSince: number,
  ): Promise<Pick<Session, 'provedAt' | 'identityId'> | undefined>
  /** How many sessions an account has. */
  count(accountId: string): Promise<number>
  insert(session: Session): Promise<void>
  touch(hash: string, now: number): Promise<void>
  /** Answers whose it was, or undefined when there was none. */
  end(hash: string): Promise<string | undefined>
  endById(accountId: string, id: string): Promise<boolean>
  /** Ends all sessions of an account but the one with this hash, and answers how many. */
  endAll(accountId: string, exceptHash?: string): Promise<number>
  /** Ends every session there is, and answers how many. */
  endEverybody(): Promise<number>
}
