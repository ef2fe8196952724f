/** A page or program that may use this server, known by its `aid`. */
export interface App {
  aid: number
  name: string
  /** Exact origins whose pages may call. */
  origins: readonly string[]
  registrationOpen: boolean
}

/** What applications need from a database. */
export interface AppStore {
  all(): Promise<App[]>
  /** Adds an application, or brings the origins of a known one up to date. */
  register(app: App, now: number): Promise<void>
}
