import type { Language } from '#protocol/common-params.ts'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'
import { DAY_MS } from '../lib/clock.ts'

/** State of an application; `joined` has used the code of an invitation, `left` wants no mail. */
export type ApplicationState = 'pending' | 'confirmed' | 'invited' | 'joined' | 'left'

/** An application for early access. */
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

/** Applications for early access. */
export interface EarlyAccessRepository {
  /**
   * Stores an application, or updates the one of the same address while it is pending or left.
   * Returns the application as it then is.
   */
  apply(application: Application): Promise<Application>
  find(id: string): Promise<Application | undefined>
  /** Returns false when it is not pending. */
  confirm(id: string): Promise<boolean>
  /**
   * Ends mail to an application, voids its invitation and clears its answers. The address is deleted
   * later, unless an account has joined with it.
   */
  leave(id: string, now: number): Promise<void>
  list(state: ApplicationState | undefined, limit: number): Promise<Application[]>
  byEmail(aid: number, email: string): Promise<Application | undefined>
  /** Sets a new code; returns false when the application is neither confirmed nor invited. */
  invite(id: string, codeHash: string): Promise<boolean>
  /** Uses the code of an invitation; returns false when there is none. */
  join(aid: number, codeHash: string, accountId: string): Promise<boolean>
  /** Returns whether an account has joined with a code, even if it has left since. */
  hasJoined(aid: number, accountId: string): Promise<boolean>
}

const PENDING_KEPT_MS = 30 * DAY_MS
const LEFT_KEPT_MS = 30 * DAY_MS

/** Applications for early access in SQL. */
export function earlyAccessRepository(query: Queries): EarlyAccessRepository {
  return {
    apply: async ({ createdAt, state, ...application }) => {
      const row = await query
        .insertInto('early_access')
        .values({
          ...application,
          state,
          code_hash: '',
          account_id: null,
          created_at: createdAt,
          expires_at: createdAt + PENDING_KEPT_MS,
        })
        .onConflict((conflict) =>
          conflict.columns(['aid', 'email']).doUpdateSet((set) => {
            // Only an application that is not on the list yet may change.
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
              // The new link needs the application for at least as long as it is valid.
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
