import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'

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

/** Enterprise accounts and their identities in SQL. */
export function identityRows(query: Queries): IdentityStore {
  const all = query
    .selectFrom('identities')
    .innerJoin('subjects', 'subjects.id', 'identities.subject_id')
    .selectAll('identities')
    .select(['subjects.aid', 'subjects.name as subject_name', 'subjects.logo_url'])
    .orderBy('identities.created_at')
    .orderBy('identities.id')
  return {
    subjects: async () => {
      const rows = await query.selectFrom('subjects').selectAll().orderBy('created_at').execute()
      return rows.map(toSubject)
    },
    subject: async (id) => {
      const row = await query
        .selectFrom('subjects')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toSubject(row)
    },
    insertSubject: async (subject) => {
      const inserted = await query
        .insertInto('subjects')
        .values({
          id: subject.id,
          aid: subject.aid,
          name: subject.name,
          logo_url: subject.logoUrl,
          is_frozen: subject.isFrozen ? 1 : 0,
          created_at: subject.createdAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return inserted !== undefined
    },
    freezeSubject: async (id, isFrozen) => {
      const changed = await query
        .updateTable('subjects')
        .set({ is_frozen: isFrozen ? 1 : 0 })
        .where('id', '=', id)
        .where('is_frozen', '=', isFrozen ? 0 : 1)
        .returning('id')
        .executeTakeFirst()
      if (changed === undefined) return false
      await query
        .updateTable('identities')
        .set({ is_subject_frozen: isFrozen ? 1 : 0 })
        .where('subject_id', '=', id)
        .execute()
      return true
    },
    of: async (accountId, aid) => {
      const rows = await all
        .where('identities.account_id', '=', accountId)
        .where('subjects.aid', '=', aid)
        .execute()
      return rows.map(toIdentity)
    },
    find: async (id) => {
      const row = await all.where('identities.id', '=', id).executeTakeFirst()
      return row && toIdentity(row)
    },
    managed: async (accountId) => {
      const rows = await all
        .where('identities.account_id', '=', accountId)
        .where('identities.is_manager', '=', 1)
        .execute()
      return rows.map((row) => row.subject_name)
    },
    members: async (subjectId) => {
      const rows = await all.where('identities.subject_id', '=', subjectId).execute()
      return rows.map(toIdentity)
    },
    insert: async ({ id, subjectId, accountId, name, isManager }, now) => {
      // Written, though nothing changes: a freeze then comes before this or after, and never between.
      const subject = await query
        .updateTable('subjects')
        .set((row) => ({ is_frozen: row.ref('is_frozen') }))
        .where('id', '=', subjectId)
        .returning('is_frozen')
        .executeTakeFirst()
      if (subject === undefined) return false
      const inserted = await query
        .insertInto('identities')
        .values({
          id,
          subject_id: subjectId,
          account_id: accountId,
          name,
          is_manager: isManager ? 1 : 0,
          is_frozen: 0,
          is_subject_frozen: subject.is_frozen,
          created_at: now,
          last_login_at: 0,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return inserted !== undefined
    },
    enter: async (id, accountId, now) => {
      const entered = await query
        .updateTable('identities')
        .set({ last_login_at: now })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('is_frozen', '=', 0)
        .where('is_subject_frozen', '=', 0)
        .returning('id')
        .executeTakeFirst()
      return entered !== undefined
    },
    freeze: async (id, isFrozen) => {
      const changed = await query
        .updateTable('identities')
        .set({ is_frozen: isFrozen ? 1 : 0 })
        .where('id', '=', id)
        .where('is_frozen', '=', isFrozen ? 0 : 1)
        .returning('id')
        .executeTakeFirst()
      return changed !== undefined
    },
    remove: async (id) => {
      const removed = await query
        .deleteFrom('identities')
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      return removed !== undefined
    },
    endSessions: async ({ id, accountId }) => {
      const ended = await query
        .deleteFrom('sessions')
        .where('account_id', '=', accountId)
        .where('identity_id', '=', id)
        .returning('hash')
        .execute()
      return ended.length
    },
    endAllSessions: async (subjectId) => {
      const ids = query.selectFrom('identities').where('subject_id', '=', subjectId)
      // By the accounts first: sessions are indexed by these.
      const ended = await query
        .deleteFrom('sessions')
        .where('account_id', 'in', ids.select('account_id'))
        .where('identity_id', 'in', ids.select('id'))
        .returning('hash')
        .execute()
      return ended.length
    },
  }
}

function toSubject(row: Tables['subjects']): Subject {
  return {
    id: row.id,
    aid: row.aid,
    name: row.name,
    logoUrl: row.logo_url,
    isFrozen: row.is_frozen === 1,
    createdAt: row.created_at,
  }
}

function toIdentity(
  row: Tables['identities'] & { aid: number; subject_name: string; logo_url: string },
): Identity {
  return {
    id: row.id,
    aid: row.aid,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    logoUrl: row.logo_url,
    accountId: row.account_id,
    name: row.name,
    isManager: row.is_manager === 1,
    isFrozen: row.is_frozen === 1 || row.is_subject_frozen === 1,
  }
}
