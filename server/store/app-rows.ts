import { array, create, string } from 'superstruct'
import type { Queries } from './database.ts'
import type { AppStore } from '../apps/app-store.ts'

/** Applications in SQL. */
export function appRows(query: Queries): AppStore {
  return {
    all: async () => {
      const rows = await query.selectFrom('apps').selectAll().execute()
      return rows.map((row) => ({
        aid: row.aid,
        name: row.name,
        origins: create(JSON.parse(row.origins), array(string())),
        registrationOpen: row.registration_open === 1,
      }))
    },
    register: async (app, now) => {
      await query
        .insertInto('apps')
        .values({
          aid: app.aid,
          name: app.name,
          origins: JSON.stringify(app.origins),
          registration_open: app.registrationOpen ? 1 : 0,
          created_at: now,
        })
        .onConflict((conflict) =>
          conflict.column('aid').doUpdateSet((set) => ({ origins: set.ref('excluded.origins') })),
        )
        .execute()
    },
  }
}
