import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Config } from '../config/config.ts'
import { createConcurrencyLimit } from '../lib/concurrency-limit.ts'
import { PassportError } from '../lib/passport-error.ts'
import { passwordProblem } from './policy.ts'

// The package names it in a const enum, which single-file compilation cannot read.
const ARGON2ID = 2

/** Hashing and checking of passwords, a few at a time. */
export interface Passwords {
  /** @throws password_policy with the rule that is broken; `context` holds words not to use. */
  ensureGood(password: string, context: readonly string[]): void
  /** Argon2id in PHC form; @throws server_busy. */
  hash(password: string, left: AbortSignal): Promise<string>
  /**
   * Compares; without a stored hash it takes the same time and answers false. `onTurn` runs when
   * the turn has come, right before the work: what it refuses was not tried. `onWrong` runs before
   * the turn goes to somebody else, so that whoever comes next meets what it counts.
   */
  verify(
    stored: string | null | undefined,
    password: string,
    left: AbortSignal,
    onTurn: () => Promise<void>,
    onWrong: () => Promise<void>,
  ): Promise<boolean>
  /** Whether a stored hash is weaker than the present setting. */
  isOutdated(stored: string): boolean
  /** How many hashes run, and how many callers stand in line. */
  load(): { running: number; waiting: number }
}

/** Passwords by the settings. */
export function createPasswords(config: Config): Passwords {
  // One more than hash at once has its turn: what it asks the database is answered when a thread is
  // free, which would stand idle otherwise.
  const turns = createConcurrencyLimit(config.HASH_WIDTH + 1, config.HASH_QUEUE)
  const threads = createConcurrencyLimit(config.HASH_WIDTH, 1)
  const options = {
    algorithm: ARGON2ID,
    memoryCost: config.HASH_MEMORY_KIB,
    timeCost: config.HASH_PASSES,
    parallelism: 1,
  }
  // For unknown accounts: of no password, but as much work to compare with as any.
  const dummy = `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=1$${unpadded(16)}$${unpadded(32)}`
  return {
    ensureGood: (password, context) => {
      const rule = passwordProblem(normalise(password), config.PASSWORD_MIN_LENGTH, context)
      if (rule !== undefined) {
        throw new PassportError('password_policy', { rule, min_length: config.PASSWORD_MIN_LENGTH })
      }
    },
    load: () => ({
      running: threads.load().running,
      waiting: turns.load().waiting + threads.load().waiting,
    }),
    hash: (password, left) =>
      turns.run(left, () => threads.run(left, () => hash(normalise(password), options))),
    verify: (stored, password, left, onTurn, onWrong) =>
      turns.run(left, async () => {
        await onTurn()
        const isSame = await threads.run(left, () => verify(stored ?? dummy, normalise(password)))
        const isRight = isSame && stored !== null && stored !== undefined
        if (!isRight) await onWrong()
        return isRight
      }),
    isOutdated: (stored) => {
      const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(stored) ?? []
      return Number(memory) !== options.memoryCost
        ? !(Number(memory) > options.memoryCost)
        : Number(passes) < options.timeCost
    },
  }
}

// The same letters typed on two systems may be other code points.
function normalise(password: string): string {
  return password.normalize('NFKC')
}

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '')
}
