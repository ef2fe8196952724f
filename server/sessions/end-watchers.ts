import type { Session } from '../store/schema/accounts.ts'

/** Receiver of notices about ended sessions. */
export interface EndWatchers {
  /** Sessions that have just ended. */
  ofSessions(sessions: readonly Pick<Session, 'hash' | 'firstHash'>[]): Promise<void>
  /** All sessions of an account, perhaps but one, that are about to end. */
  ofAccount(accountId: string, exceptHash?: string): Promise<void>
  /** All sessions that act for an organization, which are about to end. */
  ofOrganization(organizationId: string): Promise<void>
  /** All sessions of all accounts, which have just ended. */
  ofEverybody(): Promise<void>
}
