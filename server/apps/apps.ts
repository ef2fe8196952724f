import { isDeepStrictEqual } from 'node:util'
import { SITE_AID } from '#protocol/site-app.ts'
import type { Config } from '../config/config.ts'
import { SECOND_MS, type Clock } from '../lib/clock.ts'
import type { App, AppRepository } from '../store/app-repository.ts'
import { defaultAppSettings } from '../store/app-settings.ts'

/** Application of the pages in HOST_PAGE_ORIGINS, which embed the element. */
export const HOST_PAGE_AID = 1002

/** Application of the console, which operators sign in to by an exchange code. */
export const CONSOLE_AID = 1000

/** Path of the console that takes the code. */
export const CONSOLE_RETURN_PATH = '/sign-in/back'

/** Time until cached applications are read again. */
const RELOAD_MS = 30 * SECOND_MS
/** Least time between two reads for applications or origins that are not in the cache. */
const RETRY_MS = SECOND_MS

/** The registered applications, cached for half a minute. */
export type Apps = ReturnType<typeof createApps>

/** Pages of the server and of the site may make calls of every application. */
export function createApps(repository: AppRepository, config: Config, clock: Clock) {
  const ownOrigins = [
    ...new Set([...originsOf(config.PUBLIC_ORIGIN), ...originsOf(config.SITE_ORIGIN)]),
  ]
  let byAid = new Map<number, App>()
  let knownOrigins = new Set(ownOrigins)
  let loadedAt = 0
  let loading: Promise<void> | undefined

  async function load(): Promise<void> {
    loadedAt = clock()
    const reading = read()
    loading = reading.catch(() => undefined)
    await reading
  }

  async function read(): Promise<void> {
    const all = await repository.all()
    byAid = new Map(all.map((app) => [app.aid, app]))
    knownOrigins = new Set([...ownOrigins, ...all.flatMap((app) => app.origins)])
  }

  function mustReload(isInCache: boolean): boolean {
    const age = Math.abs(clock() - loadedAt)
    return age > RELOAD_MS || (age > RETRY_MS && !isInCache)
  }

  return {
    /** Registers the server's own applications and fills the cache. */
    start: async (): Promise<void> => {
      const now = clock()
      const site = { aid: SITE_AID, name: config.PRODUCT_NAME, origins: ownOrigins }
      const hosts = { aid: HOST_PAGE_AID, name: 'Host page', origins: config.HOST_PAGE_ORIGINS }
      const rest = { redirects: [], settings: defaultAppSettings }
      const known = new Map((await repository.all()).map((app) => [app.aid, app]))
      // What stands already is not written again: a start has to wait for no other writer.
      for (const app of [site, hosts]) {
        if (isDeepStrictEqual(known.get(app.aid)?.origins, app.origins)) continue
        await repository.register({ ...app, ...rest }, now)
      }
      if (config.CONSOLE_PORT !== 0) {
        const redirects = [config.CONSOLE_ORIGIN + CONSOLE_RETURN_PATH]
        const demands = { registration_open: false, required_level: '2' } as const
        const settings = { ...defaultAppSettings, ...demands }
        const app = { aid: CONSOLE_AID, name: 'Console', origins: [], redirects, settings }
        const isSame = isDeepStrictEqual(known.get(CONSOLE_AID), app)
        if (!isSame && !(await repository.insert(app, now))) await repository.update(app)
      }
      await load()
    },
    /** Reads the table again, at most once a second, unless `isUpToDate` accepts the cached one. */
    find: async (
      aid: number,
      isUpToDate: (app: App) => boolean = () => true,
    ): Promise<App | undefined> => {
      const app = byAid.get(aid)
      if (mustReload(app !== undefined && isUpToDate(app))) await load()
      return byAid.get(aid)
    },
    /** Returns an application as far as the cache knows, for callers that cannot wait. */
    cached: (aid: number): App | undefined => byAid.get(aid),
    /** Returns whether pages of an origin may make calls of an application. */
    allows: (app: App, origin: string): boolean =>
      app.origins.includes(origin) || ownOrigins.includes(origin),
    /** Returns whether an origin is that of the server or of the site. */
    isOwn: (origin: string): boolean => ownOrigins.includes(origin),
    /** Returns whether the origin is registered for any application, as far as the cache knows. */
    isKnown: (origin: string): boolean => knownOrigins.has(origin),
    /** Like `isKnown`, but reads the table again for an unknown origin; for preflights. */
    async learn(origin: string): Promise<boolean> {
      // The call after the preflight reports a failure of the database.
      if (mustReload(knownOrigins.has(origin))) await load().catch(() => undefined)
      // A page sends several preflights at once; the later ones wait for the read of the first.
      await loading
      return knownOrigins.has(origin)
    },
  }
}

// Browsers treat the two names of a server on loopback as two origins.
function originsOf(publicOrigin: string): string[] {
  const { protocol, hostname, port } = new URL(publicOrigin)
  const names = ['localhost', '127.0.0.1']
  if (!names.includes(hostname)) return [publicOrigin]
  const both = names.map((name) => new URL(`${protocol}//${name}:${port || '80'}`).origin)
  // The public one first: `client add` prints it.
  return [publicOrigin, ...both]
}
