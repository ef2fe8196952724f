import type { Clock } from '../lib/clock.ts'
import type { Config } from '../config/config.ts'
import type { SettingTexts } from '../config/config-file.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Services } from '../services/services.ts'

/** What commands work with; a test hands in its own. */
export interface Tools {
  readonly env: SettingTexts
  readonly clock: Clock
  /** Writes a line for the operator. */
  print(line: string): void
  /** Settings as the server would start with; @throws ConfigError. */
  config(): Config
  /** The secrets of these settings; made where there are none yet. */
  secrets(): Secrets
  /** Runs `work` on the database of these settings, beside servers that use it. */
  withServices<Result>(work: (services: Services) => Promise<Result>): Promise<Result>
}

/** What was typed after the name of a command. */
export interface Typed {
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
}

/** One thing that an operator can ask for. */
export interface Command {
  /** One or two words, such as `app add`. */
  readonly name: string
  /** What comes after the name, as usage shows it. */
  readonly usage: string
  readonly about: string
  /** Flags it takes: those with `string` are followed by a value. */
  readonly flags?: Readonly<Record<string, 'string' | 'boolean'>>
  /** How many words it takes, at least and at most; none where not given. */
  readonly words?: readonly [least: number, most: number]
  run(typed: Typed, tools: Tools): Promise<void> | void
}

/** A command that cannot do what it was asked; the message is one sentence. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
}

/** A command that was typed wrongly; the usage is shown below its sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
