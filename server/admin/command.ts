import type { SettingTexts } from '../config/config-file.ts'
import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Clock } from '../lib/clock.ts'
import type { Services } from '../services/services.ts'
import type { Database } from '../store/database.ts'

/** Environment of commands; tests replace it. */
export interface Tools {
  readonly env: SettingTexts
  readonly clock: Clock
  /** Writes a line for the operator. */
  print(line: string): void
  /**
   * Reads the settings of the server.
   * @throws ConfigError
   */
  config(): Config
  /** Returns the secrets of these settings; creates missing ones. */
  secrets(): Secrets
  /** Opens the database of these settings, whatever secrets it is used with, until the command has ended. */
  openDatabase(): Promise<Database>
  /** Opens it with all services; servers may use it at the same time. */
  openServices(): Promise<Services>
  /** Closes what was opened. */
  close(): Promise<void>
}

/** Arguments of a command. */
export interface CommandInput {
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  /** Options that may be given several times. */
  readonly lists: Readonly<Record<string, readonly string[] | undefined>>
}

/** Command of an operator. */
export interface Command {
  /** Up to three words, such as `app add`. */
  readonly name: string
  /** Arguments as the help shows them and as they are read: `<a word>`, `--a text`, `[--flag]`, `[--many texts...]`. */
  readonly usage?: string
  readonly description: string
  run(input: CommandInput, tools: Tools): Promise<void> | void
}

/** Placeholder for an account in the usage of commands. */
export const USER = '<id | e-mail | +mobile | username>'

/** Error when a command cannot be carried out; the message is one sentence. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
}

/** Error for wrong arguments; the usage is printed below the message. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
