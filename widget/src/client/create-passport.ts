import { createClient, type Client } from './create-client.ts'
import type { ClientSettings } from './settings.ts'

/** The three ways to call one account server; they differ in paths, parameters and success rules. */
export interface Passport {
  /** For pages: the session is a cookie. */
  readonly web: Client
  /** For apps and their web views: a sign-in answers a `session_key` as well. */
  readonly app: Client
  /** For central sign-in hosts, whose replies say success by `error_code` 0. */
  readonly sso: Client
}

/** Makes the three clients of one application; each is made when it is first asked for. */
export function createPassport(settings: Omit<ClientSettings, 'interface'>): Passport {
  const made: Partial<Record<keyof Passport, Client>> = {}
  const clientOf = (source: keyof Passport): Client =>
    (made[source] ??= createClient({ ...settings, interface: source }))
  return {
    get web() {
      return clientOf('web')
    },
    get app() {
      return clientOf('app')
    },
    get sso() {
      return clientOf('sso')
    },
  }
}
