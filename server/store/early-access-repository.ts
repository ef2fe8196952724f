import { expressionBuilder } from 'kysely'
import { DAY_MS } from '../lib/clock.ts'
import { changesAny, findsAny, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'
import type { Application, ApplicationState } from './schema/applications.ts'

/** Applications for early access. */
export type EarlyAccessRepository = ReturnType<typeof earlyAccessRepository>

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
export function earlyAccessRepository(query: Queries) {
  const applications = () => query.selectFrom('earlyAccess').select(columns)
  const change = (id: string) => query.updateTable('earlyAccess').where('id', '=', id)
  const invited = (aid: number, codeHash: string) => {
    const row = expressionBuilder<Tables, 'earlyAccess'>()
    return row.and({ aid, codeHash, state: 'invited' })
  }
  return {
    /** Stores a pending application, or replaces the one of its address if that is pending or left. */
    apply: (application: Application & { state: 'pending' }) =>
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
    find: (id: string) => applications().where('id', '=', id).executeTakeFirst(),
    byEmail: (aid: number, email: string) =>
      applications().where('aid', '=', aid).where('email', '=', email).executeTakeFirst(),
    /** Returns false when it is not pending. */
    confirm: (id: string) =>
      changesAny(
        change(id).set({ state: 'confirmed', expiresAt: null }).where('state', '=', 'pending'),
      ),
    /**
     * Ends mail to an application, voids its invitation and clears its answers. The address is deleted
     * later, unless an account has joined with it.
     */
    leave: (id: string, now: number) =>
      run(
        change(id)
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
          .where('state', '!=', 'left'),
      ),
    list: (state: ApplicationState | undefined, limit: number) =>
      applications()
        .$if(state !== undefined, (all) => all.where('state', '=', state ?? 'pending'))
        .orderBy('createdAt')
        .orderBy('id')
        .limit(limit)
        .execute(),
    /** Sets a new code; returns false when the application is neither confirmed nor invited. */
    invite: (id: string, codeHash: string) =>
      changesAny(
        change(id)
          .set({ state: 'invited', codeHash })
          .where('state', 'in', ['confirmed', 'invited']),
      ),
    /** Returns whether an invitation has this code. */
    isInvited: (aid: number, codeHash: string) =>
      findsAny(query.selectFrom('earlyAccess').select('id').where(invited(aid, codeHash))),
    /** Uses the code of an invitation; returns false when there is none. */
    join: (aid: number, codeHash: string, accountId: string) =>
      changesAny(
        query
          .updateTable('earlyAccess')
          .set({ state: 'joined', codeHash: '', accountId })
          .where(invited(aid, codeHash)),
      ),
    /** Returns the applications that an account has joined with. */
    of: (accountId: string) =>
      query
        .selectFrom('earlyAccess')
        .select(['email', 'name', 'about', 'system', 'createdAt'])
        .where('accountId', '=', accountId)
        .orderBy('createdAt')
        .execute(),
    /** Returns whether an account has joined with a code, even if it has left since. */
    hasJoined: (aid: number, accountId: string) =>
      findsAny(
        query
          .selectFrom('earlyAccess')
          .select('id')
          .where('accountId', '=', accountId)
          .where('aid', '=', aid),
      ),
  }
}
