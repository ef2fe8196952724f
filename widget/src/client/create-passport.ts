import { createClient, type Client } from './create-client.ts'
import type { ClientSettings } from './settings.ts'

/** Clients of the three interfaces, which differ in paths, parameters and success rules. */
export interface Passport {
  /** For pages: the session is a cookie. */
  readonly web: Client
  /** For apps and their web views: a sign-in also returns a `session_key`. */
  readonly app: Client
  /** For central sign-in hosts, whose replies succeed with `error_code` 0. */
  readonly sso: Client
}

/** Creates the clients of one application, each on first use. */
export function createPassport(settings: Omit<ClientSettings, 'interface'>): Passport {
  const clients: Partial<Record<keyof Passport, Client>> = {}
  const clientOf = (source: keyof Passport): Client =>
    (clients[source] ??= createClient({ ...settings, interface: source }))
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
