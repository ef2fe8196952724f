import type { AppSettings } from '../apps/app-settings.ts'
import { array, create, string } from 'superstruct'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'
import { readAppSettings } from '../apps/app-settings.ts'

/** A page or program that may use this server, known by its `aid`. */
export interface App {
  aid: number
  name: string
  /** Exact origins whose pages may call. */
  origins: readonly string[]
  /** Exact addresses a person may be sent back to. */
  redirects: readonly string[]
  settings: AppSettings
}

/** What applications need from a database. */
export interface AppRepository {
  all(): Promise<App[]>
  /** Adds an application, or brings the origins of a known one up to date. */
  register(app: App, now: number): Promise<void>
  /** Adds an application; false when the number is taken. */
  insert(app: App, now: number): Promise<boolean>
  /** Replaces what is kept of an application; false when there is none. */
  update(app: App): Promise<boolean>
  /** False when there was none. */
  remove(aid: number): Promise<boolean>
}

const texts = array(string())

/** Applications in SQL. */
export function appRepository(query: Queries): AppRepository {
  return {
    all: async () => {
      const rows = await query.selectFrom('apps').selectAll().orderBy('aid').execute()
      return rows.map((row) => ({
        aid: row.aid,
        name: row.name,
        origins: create(JSON.parse(row.origins), texts),
        redirects: create(JSON.parse(row.redirects), texts),
        settings: readAppSettings({
          ...(JSON.parse(row.settings) as object),
          registration_open: row.registration_open === 1,
        }),
      }))
    },
    register: async (app, now) => {
      await query
        .insertInto('apps')
        .values({ ...toRow(app), created_at: now })
        .onConflict((conflict) =>
          conflict.column('aid').doUpdateSet((set) => ({ origins: set.ref('excluded.origins') })),
        )
        .execute()
    },
    insert: async (app, now) => {
      const inserted = await query
        .insertInto('apps')
        .values({ ...toRow(app), created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('aid')
        .executeTakeFirst()
      return inserted !== undefined
    },
    update: async (app) => {
      const { aid, ...row } = toRow(app)
      const updated = await query
        .updateTable('apps')
        .set(row)
        .where('aid', '=', aid)
        .returning('aid')
        .executeTakeFirst()
      return updated !== undefined
    },
    remove: async (aid) => {
      const removed = await query
        .deleteFrom('apps')
        .where('aid', '=', aid)
        .returning('aid')
        .executeTakeFirst()
      return removed !== undefined
    },
  }
}

function toRow(app: App): Omit<Tables['apps'], 'created_at'> {
  const { registration_open: isOpen, ...settings } = app.settings
  return {
    aid: app.aid,
    name: app.name,
    origins: JSON.stringify(app.origins),
    redirects: JSON.stringify(app.redirects),
    // A column of its own since before there were others, which older instances still read.
    registration_open: isOpen ? 1 : 0,
    settings: JSON.stringify(settings),
  }
}
