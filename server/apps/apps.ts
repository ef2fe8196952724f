import type { Config } from '../config/config.ts'
import { SECOND_MS, type Clock } from '../lib/clock.ts'
import type { App, AppRepository } from '../store/app-repository.ts'
import { defaultAppSettings } from '../store/app-settings.ts'

/** The site itself. */
export const SITE_AID = 1001

/** The page elsewhere that embeds the element. */
export const HOST_PAGE_AID = 1002

const RELOAD_MS = 30 * SECOND_MS
/** What does not fit the applications that are known may make the table be read again this often. */
const RETRY_MS = SECOND_MS

/** Registered applications, read from memory and anew every half minute. */
export interface Apps {
  /** Registers what this server itself needs and reads the rest. */
  start(): Promise<void>
  /** The application as it is known here; read again, at most once a second, where that one does not suit. */
  find(aid: number, suits?: (app: App) => boolean): Promise<App | undefined>
  /** Whether a page of this origin may call for the application. */
  allows(app: App, origin: string): boolean
  /** Whether an origin is this server's own or that of the site. */
  isOwn(origin: string): boolean
  /** Whether any application knows the origin: all that a preflight can ask. */
  isKnown(origin: string): boolean
  /**
   * The same, read again as by `find`. A browser asks this first of all, and where the answer is no
   * it never makes the call by which the application would be found.
   */
  learn(origin: string): Promise<boolean>
}

/** Applications over a store; pages of this server and of the site may call for each of them. */
export function createApps(store: AppRepository, config: Config, clock: Clock): Apps {
  const own = [...new Set([...ownOrigins(config.PUBLIC_ORIGIN), ...ownOrigins(config.SITE_ORIGIN)])]
  let byAid = new Map<number, App>()
  let known = new Set(own)
  let loadedAt = 0
  let loading: Promise<void> | undefined

  async function load(): Promise<void> {
    loadedAt = clock()
    const reading = read()
    loading = reading.catch(() => undefined)
    await reading
  }

  async function read(): Promise<void> {
    const all = await store.all()
    byAid = new Map(all.map((app) => [app.aid, app]))
    known = new Set([...own, ...all.flatMap((app) => app.origins)])
  }

  function isOld(suits: boolean): boolean {
    const age = clock() - loadedAt
    return age > RELOAD_MS || (age > RETRY_MS && !suits)
  }

  return {
    start: async () => {
      const now = clock()
      const site = { aid: SITE_AID, name: config.PRODUCT_NAME, origins: own }
      const hosts = { aid: HOST_PAGE_AID, name: 'Host page', origins: config.HOST_PAGE_ORIGINS }
      const rest = { redirects: [], settings: defaultAppSettings }
      for (const app of [site, hosts]) await store.register({ ...app, ...rest }, now)
      await load()
    },
    find: async (aid, suits = () => true) => {
      const app = byAid.get(aid)
      if (isOld(app !== undefined && suits(app))) await load()
      return byAid.get(aid)
    },
    allows: (app, origin) => app.origins.includes(origin) || own.includes(origin),
    isOwn: (origin) => own.includes(origin),
    isKnown: (origin) => known.has(origin),
    async learn(origin) {
      // A database that is away is told by the call that follows.
      if (isOld(known.has(origin))) await load().catch(() => undefined)
      // A page makes several calls at once, and the first of them is the one that has it read.
      await loading
      return known.has(origin)
    },
  }
}

// On loopback the same server is reached by two names; browsers take them for two origins.
function ownOrigins(publicOrigin: string): string[] {
  const { protocol, hostname, port } = new URL(publicOrigin)
  const names = ['localhost', '127.0.0.1']
  if (!names.includes(hostname)) return [publicOrigin]
  return names.map((name) => new URL(`${protocol}//${name}:${port || '80'}`).origin)
}
