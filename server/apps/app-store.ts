import type { AppSettings } from './app-settings.ts'

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
export interface AppStore {
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
