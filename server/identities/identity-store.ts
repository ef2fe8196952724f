/** An enterprise account, which people act for. */
export interface Subject {
  id: string
  /** Enterprise application that it was made in. */
  aid: number
  name: string
  logoUrl: string
  isFrozen: boolean
  createdAt: number
}

/** A person as one of those who act for an enterprise account. */
export interface Identity {
  id: string
  /** Enterprise application of its enterprise account. */
  aid: number
  subjectId: string
  subjectName: string
  logoUrl: string
  accountId: string
  /** What the person is called there. */
  name: string
  isManager: boolean
  /** Whether it or its enterprise account is frozen. */
  isFrozen: boolean
}

/** What enterprise accounts and their identities need from a database. */
export interface IdentityStore {
  subjects(): Promise<Subject[]>
  subject(id: string): Promise<Subject | undefined>
  /** False when the id is taken. */
  insertSubject(subject: Subject): Promise<boolean>
  /**
   * Freezes an enterprise account and all that act for it, or lets them in again; false when it is
   * so already. Sessions have to be ended after it, in the same transaction.
   */
  freezeSubject(id: string, isFrozen: boolean): Promise<boolean>
  /** Identities of a person in enterprise accounts of an application, oldest first. */
  of(accountId: string, aid: number): Promise<Identity[]>
  find(id: string): Promise<Identity | undefined>
  /** Names of the enterprise accounts that a person manages. */
  managed(accountId: string): Promise<string[]>
  /** Everybody who acts for an enterprise account, oldest first. */
  members(subjectId: string): Promise<Identity[]>
  /**
   * Makes one that is as frozen as its enterprise account; false when the person has one there
   * already, or the id is taken. It belongs into a transaction: the account is held until its end.
   */
  insert(
    identity: Pick<Identity, 'id' | 'subjectId' | 'accountId' | 'name' | 'isManager'>,
    now: number,
  ): Promise<boolean>
  /**
   * Notes that a person goes on as an identity of theirs, and keeps it from being frozen until the
   * transaction ends; false when it is not theirs any more, or frozen.
   */
  enter(id: string, accountId: string, now: number): Promise<boolean>
  /** As `freezeSubject`, for one person. */
  freeze(id: string, isFrozen: boolean): Promise<boolean>
  remove(id: string): Promise<boolean>
  /** Ends the sessions of an identity, and answers how many. */
  endSessions(identity: Pick<Identity, 'id' | 'accountId'>): Promise<number>
  /** The same for all who act for an enterprise account. */
  endAllSessions(subjectId: string): Promise<number>
}
