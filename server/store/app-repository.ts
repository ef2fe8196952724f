import { array, create, string } from 'superstruct'
import { readAppSettings, type AppSettings } from './app-settings.ts'
import { changesAny, insertNew, readAll, readFirst, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { StoredApp } from './schema/applications.ts'

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

/** Reads and changes applications. */
export type AppRepository = ReturnType<typeof appRepository>

const strings = array(string())

/** Applications in SQL. */
export function appRepository(query: Queries) {
  return {
    all: () => readAll(query.selectFrom('apps').selectAll().orderBy('aid'), fromRow),
    /** Reads an application that nobody else changes until the transaction ends. */
    lock: (aid: number) =>
      // An update that changes nothing locks the row in every database, and reads its latest version.
      readFirst(
        query.updateTable('apps').set({ aid }).where('aid', '=', aid).returningAll(),
        fromRow,
      ),
    /** Adds an application, or updates only the origins of one that exists. */
    register: (app: App, now: number) =>
      run(
        query
          .insertInto('apps')
          .values({ ...toRow(app), createdAt: now })
          .onConflict((conflict) =>
            conflict.column('aid').doUpdateSet((set) => ({ origins: set.ref('excluded.origins') })),
          ),
      ),
    /** Returns false when the number is taken. */
    insert: (app: App, now: number) => insertNew(query, 'apps', { ...toRow(app), createdAt: now }),
    /** Replaces an application; returns false when there is none. */
    update: async (app: App) => {
      const { aid, ...row } = toRow(app)
      return await changesAny(query.updateTable('apps').set(row).where('aid', '=', aid))
    },
    /** Returns false when there was none. */
    remove: (aid: number) => changesAny(query.deleteFrom('apps').where('aid', '=', aid)),
  }
}

function fromRow(row: Omit<StoredApp, 'createdAt'>): App {
  return {
    aid: row.aid,
    name: row.name,
    origins: create(JSON.parse(row.origins), strings),
    redirects: create(JSON.parse(row.redirects), strings),
    settings: readAppSettings(JSON.parse(row.settings)),
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
