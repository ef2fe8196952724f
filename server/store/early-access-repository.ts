import type { Language } from '#protocol/common-params.ts'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'
import { DAY_MS } from '../lib/clock.ts'

/**
 * How far an application has come: asked, confirmed by mail, invited with a code, code used; `left`
 * when no more mail is wanted.
 */
export type ApplicationState = 'pending' | 'confirmed' | 'invited' | 'joined' | 'left'

/** Somebody who asked for early access. */
export interface Application {
  readonly id: string
  readonly aid: number
  readonly email: string
  readonly name: string
  readonly about: string
  /** `macos`, `windows`, `linux` or empty. */
  readonly system: string
  readonly language: Language
  readonly state: ApplicationState
  readonly createdAt: number
}

/** What early access needs from a database. */
export interface EarlyAccessRepository {
  /**
   * Stores an application. One of the same address that is pending or left takes what was told now;
   * any other stays as it is. Answers the one that stands.
   */
  apply(application: Application): Promise<Application>
  find(id: string): Promise<Application | undefined>
  /** False unless it was pending. */
  confirm(id: string): Promise<boolean>
  /**
   * Ends mail to an application, whatever its state; the code of an invitation ends too, and what was
   * told is forgotten. The address goes later, unless an account came in with it.
   */
  leave(id: string, now: number): Promise<void>
  list(state: ApplicationState | undefined, limit: number): Promise<Application[]>
  byEmail(aid: number, email: string): Promise<Application | undefined>
  /** Gives a confirmed or already invited one a new code; false for others. */
  invite(id: string, codeHash: string): Promise<boolean>
  /** Uses up the code of an invitation; false where there is none such. */
  join(aid: number, codeHash: string, accountId: string): Promise<boolean>
  /** Whether an account came in with a code, whatever mail its owner wants since. */
  hasJoined(aid: number, accountId: string): Promise<boolean>
}

const PENDING_KEPT_MS = 30 * DAY_MS
const LEFT_KEPT_MS = 30 * DAY_MS

/** Applications for early access in SQL. */
export function earlyAccessRepository(query: Queries): EarlyAccessRepository {
  return {
    apply: async ({ createdAt, state, ...reportFailure }) => {
      const row = await query
        .insertInto('early_access')
        .values({
          ...reportFailure,
          state,
          code_hash: '',
          account_id: null,
          created_at: createdAt,
          expires_at: createdAt + PENDING_KEPT_MS,
        })
        .onConflict((conflict) =>
          conflict.columns(['aid', 'email']).doUpdateSet((set) => {
            // Only who is not on the list yet may change what is told.
            const fresh = <Name extends 'name' | 'about' | 'system' | 'language'>(name: Name) =>
              set
                .case()
                .when('early_access.state', 'in', ['pending', 'left'])
                .then(set.ref(`excluded.${name}`))
                .else(set.ref(`early_access.${name}`))
                .end()
            return {
              name: fresh('name'),
              about: fresh('about'),
              system: fresh('system'),
              language: fresh('language'),
              state: set
                .case()
                .when('early_access.state', '=', 'left')
                .then('pending' as const)
                .else(set.ref('early_access.state'))
                .end(),
              // Asked for anew, so it is kept as long as the new link is good, and longer.
              expires_at: set
                .case()
                .when('early_access.state', 'in', ['pending', 'left'])
                .then(set.ref('excluded.expires_at'))
                .else(set.ref('early_access.expires_at'))
                .end(),
            }
          }),
        )
        .returningAll()
        .executeTakeFirstOrThrow()
      return toApplication(row)
    },
    find: async (id) => {
      const row = await query
        .selectFrom('early_access')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toApplication(row)
    },
    byEmail: async (aid, email) => {
      const row = await query
        .selectFrom('early_access')
        .selectAll()
        .where('aid', '=', aid)
        .where('email', '=', email)
        .executeTakeFirst()
      return row && toApplication(row)
    },
    confirm: async (id) => {
      const changed = await query
        .updateTable('early_access')
        .set({ state: 'confirmed', expires_at: null })
        .where('id', '=', id)
        .where('state', '=', 'pending')
        .returning('id')
        .executeTakeFirst()
      return changed !== undefined
    },
    leave: async (id, now) => {
      await query
        .updateTable('early_access')
        .set((set) => ({
          state: 'left',
          code_hash: '',
          name: '',
          about: '',
          system: '',
          expires_at: set
            .case()
            .when('account_id', 'is', null)
            .then(now + LEFT_KEPT_MS)
            .else(null)
            .end(),
        }))
        .where('id', '=', id)
        .where('state', '!=', 'left')
        .execute()
    },
    list: async (state, limit) => {
      const rows = await query
        .selectFrom('early_access')
        .selectAll()
        .$if(state !== undefined, (all) => all.where('state', '=', state ?? 'pending'))
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(toApplication)
    },
    invite: async (id, codeHash) => {
      const changed = await query
        .updateTable('early_access')
        .set({ state: 'invited', code_hash: codeHash })
        .where('id', '=', id)
        .where('state', 'in', ['confirmed', 'invited'])
        .returning('id')
        .executeTakeFirst()
      return changed !== undefined
    },
    join: async (aid, codeHash, accountId) => {
      const changed = await query
        .updateTable('early_access')
        .set({ state: 'joined', code_hash: '', account_id: accountId })
        .where('aid', '=', aid)
        .where('code_hash', '=', codeHash)
        .where('state', '=', 'invited')
        .returning('id')
        .executeTakeFirst()
      return changed !== undefined
    },
    hasJoined: async (aid, accountId) => {
      const row = await query
        .selectFrom('early_access')
        .select('id')
        .where('account_id', '=', accountId)
        .where('aid', '=', aid)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

function toApplication(row: Tables['early_access']): Application {
  return {
    id: row.id,
    aid: row.aid,
    email: row.email,
    name: row.name,
    about: row.about,
    system: row.system,
    language: row.language,
    state: row.state,
    createdAt: row.created_at,
  }
}
