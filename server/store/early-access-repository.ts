import type { Language } from '#protocol/common-params.ts'
import { DAY_MS } from '../lib/clock.ts'
import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

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

/** A row of `early_access`. */
export interface StoredApplication extends Application {
  /** Keyed hash of the code of an invitation; empty while there is none. */
  readonly codeHash: string
  readonly accountId: string | null
  readonly expiresAt: number | null
}

/** Applications for early access. */
export interface EarlyAccessRepository {
  /** Stores a pending application, or replaces the one of its address if that is pending or left. */
  apply(application: Application & { state: 'pending' }): Promise<Application>
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
  /** Returns whether an invitation has this code. */
  isInvited(aid: number, codeHash: string): Promise<boolean>
  /** Uses the code of an invitation; returns false when there is none. */
  join(aid: number, codeHash: string, accountId: string): Promise<boolean>
  /** Returns whether an account has joined with a code, even if it has left since. */
  hasJoined(aid: number, accountId: string): Promise<boolean>
}

const PENDING_KEPT_MS = 30 * DAY_MS
const LEFT_KEPT_MS = 30 * DAY_MS

// Without the hash of the code, which only statements need.
const columns = [
  'id',
  'aid',
  'email',
  'name',
  'about',
  'system',
  'language',
  'state',
  'createdAt',
] as const

/** Applications for early access in SQL. */
export function earlyAccessRepository(query: Queries): EarlyAccessRepository {
  return {
    apply: (application) =>
      query
        .insertInto('earlyAccess')
        .values({
          ...application,
          codeHash: '',
          accountId: null,
          expiresAt: application.createdAt + PENDING_KEPT_MS,
        })
        .onConflict((conflict) =>
          conflict.columns(['aid', 'email']).doUpdateSet((set) => {
            // Only an application that is not on the list yet is replaced.
            const replaced = <
              Name extends 'name' | 'about' | 'system' | 'language' | 'state' | 'expiresAt',
            >(
              name: Name,
            ) =>
              set
                .case()
                .when('earlyAccess.state', 'in', ['pending', 'left'])
                .then(set.ref(`excluded.${name}`))
                .else(set.ref(`earlyAccess.${name}`))
                .end()
            return {
              name: replaced('name'),
              about: replaced('about'),
              system: replaced('system'),
              language: replaced('language'),
              state: replaced('state'),
              // The new link needs the application for at least as long as it is valid.
              expiresAt: replaced('expiresAt'),
            }
          }),
        )
        .returning(columns)
        .executeTakeFirstOrThrow(),
    find: (id) =>
      query.selectFrom('earlyAccess').select(columns).where('id', '=', id).executeTakeFirst(),
    byEmail: (aid, email) =>
      query
        .selectFrom('earlyAccess')
        .select(columns)
        .where('aid', '=', aid)
        .where('email', '=', email)
        .executeTakeFirst(),
    confirm: (id) =>
      changesAny(
        query
          .updateTable('earlyAccess')
          .set({ state: 'confirmed', expiresAt: null })
          .where('id', '=', id)
          .where('state', '=', 'pending'),
      ),
    leave: async (id, now) => {
      await query
        .updateTable('earlyAccess')
        .set((set) => ({
          state: 'left',
          codeHash: '',
          name: '',
          about: '',
          system: '',
          expiresAt: set
            .case()
            .when('accountId', 'is', null)
            .then(now + LEFT_KEPT_MS)
            .else(null)
            .end(),
        }))
        .where('id', '=', id)
        .where('state', '!=', 'left')
        .execute()
    },
    list: (state, limit) =>
      query
        .selectFrom('earlyAccess')
        .select(columns)
        .$if(state !== undefined, (all) => all.where('state', '=', state ?? 'pending'))
        .orderBy('createdAt')
        .orderBy('id')
        .limit(limit)
        .execute(),
    invite: (id, codeHash) =>
      changesAny(
        query
          .updateTable('earlyAccess')
          .set({ state: 'invited', codeHash })
          .where('id', '=', id)
          .where('state', 'in', ['confirmed', 'invited']),
      ),
    isInvited: async (aid, codeHash) => {
      const row = await query
        .selectFrom('earlyAccess')
        .select('id')
        .where('aid', '=', aid)
        .where('codeHash', '=', codeHash)
        .where('state', '=', 'invited')
        .executeTakeFirst()
      return row !== undefined
    },
    join: (aid, codeHash, accountId) =>
      changesAny(
        query
          .updateTable('earlyAccess')
          .set({ state: 'joined', codeHash: '', accountId })
          .where('aid', '=', aid)
          .where('codeHash', '=', codeHash)
          .where('state', '=', 'invited'),
      ),
    hasJoined: async (aid, accountId) => {
      const row = await query
        .selectFrom('earlyAccess')
        .select('id')
        .where('accountId', '=', accountId)
        .where('aid', '=', aid)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
