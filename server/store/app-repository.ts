import { array, create, string } from 'superstruct'
import { readAppSettings, type AppSettings } from './app-settings.ts'
import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** An application (`aid`), whose pages or apps embed the sign-in. */
export interface App {
  aid: number
  name: string
  /** Exact origins whose pages may call the server. */
  origins: readonly string[]
  /** Exact return URLs that are allowed. */
  redirects: readonly string[]
  settings: AppSettings
}

/** A row of `apps`; `origins`, `redirects` and `settings` are JSON. */
export interface StoredApp {
  aid: number
  name: string
  origins: string
  redirects: string
  settings: string
  createdAt: number
}

/** Reads and changes applications. */
export interface AppRepository {
  all(): Promise<App[]>
  /** Adds an application, or updates only the origins of one that exists. */
  register(app: App, now: number): Promise<void>
  /** Returns false when the number is taken. */
  insert(app: App, now: number): Promise<boolean>
  /** Replaces an application; returns false when there is none. */
  update(app: App): Promise<boolean>
  /** Returns false when there was none. */
  remove(aid: number): Promise<boolean>
}

const strings = array(string())

/** Applications in SQL. */
export function appRepository(query: Queries): AppRepository {
  return {
    all: async () => {
      const rows = await query.selectFrom('apps').selectAll().orderBy('aid').execute()
      return rows.map((row) => ({
        aid: row.aid,
        name: row.name,
        origins: create(JSON.parse(row.origins), strings),
        redirects: create(JSON.parse(row.redirects), strings),
        settings: readAppSettings(JSON.parse(row.settings)),
      }))
    },
    register: async (app, now) => {
      await query
        .insertInto('apps')
        .values({ ...toRow(app), createdAt: now })
        .onConflict((conflict) =>
          conflict.column('aid').doUpdateSet((set) => ({ origins: set.ref('excluded.origins') })),
        )
        .execute()
    },
    insert: (app, now) =>
      changesAny(
        query
          .insertInto('apps')
          .values({ ...toRow(app), createdAt: now })
          .onConflict((conflict) => conflict.doNothing()),
      ),
    update: async (app) => {
      const { aid, ...row } = toRow(app)
      return await changesAny(query.updateTable('apps').set(row).where('aid', '=', aid))
    },
    remove: (aid) => changesAny(query.deleteFrom('apps').where('aid', '=', aid)),
  }
}

function toRow(app: App): Omit<StoredApp, 'createdAt'> {
  return {
    aid: app.aid,
    name: app.name,
    origins: JSON.stringify(app.origins),
    redirects: JSON.stringify(app.redirects),
    settings: JSON.stringify(app.settings),
  }
}
