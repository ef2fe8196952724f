import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { ConfigError, type Config } from '../config/config.ts'
import { createConcurrencyLimit } from '../lib/concurrency-limit.ts'
import { PassportError } from '../lib/passport-error.ts'
import { openBreachedList, type IsListed } from './breached-list.ts'
import { brokenRule } from './password-rules.ts'

// The package exports a const enum, which single-file compilation cannot read.
const ARGON2ID = 2

/** Compares a password with a stored hash; false without one, after the same time. */
type Matches = (stored: string | null | undefined, password: string) => Promise<boolean>

/** Hashes and compares passwords; HASH_WIDTH limits how many run at once. */
export interface Passwords {
  /** Passwords must not be built from the `context` words. @throws password_policy */
  requireStrong(password: string, context: readonly string[]): void
  /** Returns whether a password has leaked, or varies one that has. */
  isBreached(password: string): boolean
  /** Returns an Argon2id hash in PHC form. @throws server_busy */
  hash(password: string, signal: AbortSignal): Promise<string>
  /**
   * Hashes texts of one person by one salt, with which its parameters are returned; by a new one unless
   * given. @throws server_busy
   */
  hashBySalt(
    texts: readonly string[],
    signal: AbortSignal,
    salt?: string,
  ): Promise<{ salt: string; hashes: string[] }>
  /** Runs work that compares when a hash can start; the next caller waits for its end. @throws server_busy */
  inTurn<Result>(signal: AbortSignal, work: (matches: Matches) => Promise<Result>): Promise<Result>
  /** Returns whether a stored hash is weaker than the current setting. */
  isOutdated(stored: string): boolean
  /** Returns how many hashes run and how many callers wait. */
  load(): { running: number; waiting: number }
}

export function createPasswords(config: Config): Passwords {
  // One more caller than threads, so that no thread idles while a caller reads the database.
  const turns = createConcurrencyLimit(config.HASH_WIDTH + 1, config.HASH_QUEUE)
  const threads = createConcurrencyLimit(config.HASH_WIDTH, 1)
  const isListed = readList(config.BREACHED_PASSWORDS_FILE)
  const options = {
    algorithm: ARGON2ID,
    memoryCost: config.HASH_MEMORY_KIB,
    timeCost: config.HASH_PASSES,
    parallelism: 1,
  }
  const prefix = `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=1$`
  // For unknown accounts: no password matches it, but comparing takes the same time.
  const dummyHash = `${prefix}${unpadded(16)}$${unpadded(32)}`
  return {
    requireStrong: (password, context) => {
      const text = normalise(password)
      const rule =
        brokenRule(text, config.PASSWORD_MIN_LENGTH, context) ??
        (isListed(text) ? 'breached' : undefined)
      if (rule !== undefined) {
        throw new PassportError('password_policy', { rule, min_length: config.PASSWORD_MIN_LENGTH })
      }
    },
    isBreached: (password) => {
      const text = normalise(password)
      return brokenRule(text, 0, []) === 'too_common' || isListed(text)
    },
    load: () => ({
      running: threads.load().running,
      waiting: turns.load().waiting + threads.load().waiting,
    }),
    hash: (password, signal) =>
      turns.run(signal, () => threads.run(signal, () => hash(normalise(password), options))),
    hashBySalt: (texts, signal, given = `${prefix}${unpadded(16)}`) =>
      turns.run(signal, async () => {
        const hashes: string[] = []
        for (const text of texts) {
          const stored = await threads.run(signal, () => hash(text, optionsOf(given)))
          hashes.push(stored.slice(given.length + 1))
        }
        return { salt: given, hashes }
      }),
    inTurn: (signal, work) =>
      turns.run(signal, () =>
        work(async (stored, password) => {
          const isMatch = await threads.run(signal, () =>
            verify(stored ?? dummyHash, normalise(password)),
          )
          return isMatch && stored !== null && stored !== undefined
        }),
      ),
    isOutdated: (stored) => {
      const { memoryCost, timeCost } = optionsOf(stored)
      return memoryCost !== options.memoryCost
        ? !(memoryCost > options.memoryCost)
        : timeCost < options.timeCost
    },
  }
}

function readList(file: string): IsListed {
  if (file === '') return () => false
  try {
    return openBreachedList(file)
  } catch (cause) {
    throw new ConfigError(
      `BREACHED_PASSWORDS_FILE is "${file}", which is no list that "passwords build-list" has made.`,
      { cause },
    )
  }
}

// Reads what a hash was made with; numbers that it does not have are NaN.
function optionsOf(stored: string): {
  algorithm: number
  memoryCost: number
  timeCost: number
  parallelism: number
  salt: Buffer
} {
  const [, memory, passes, salt = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]*)/.exec(stored) ?? []
  return {
    algorithm: ARGON2ID,
    memoryCost: Number(memory),
    timeCost: Number(passes),
    parallelism: 1,
    salt: Buffer.from(salt, 'base64'),
  }
}

// Two systems may encode the same letters as different code points.
function normalise(password: string): string {
  return password.normalize('NFKC')
}

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '')
}
