import { hash, verify } from '@node-rs/argon2'
import { ConfigError, type Config } from '../config/config.ts'
import { createConcurrencyLimit } from '../lib/concurrency-limit.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Account } from '../store/schema/accounts.ts'
import { openBreachedList, type IsListed } from './breached-list.ts'
import { createCryptThread } from './foreign/crypt-thread.ts'
import type { HashHelpers } from './foreign/foreign-form.ts'
import { dummyOf, isAmbiguous, parseForeignHash } from './foreign/foreign-hashes.ts'
import { randomBase64 } from './foreign/base64.ts'
import type { PasswordMix } from './password-mix.ts'
import { brokenRule } from './password-rules.ts'

// The package exports a const enum, which single-file compilation cannot read.
const ARGON2ID = 2

/** The columns of an account that hold its password. */
type StoredPassword = Pick<Account, 'passwordHash' | 'passwordForm'>

/**
 * Compares a password with that of an account; false without one, after the time that a comparison
 * takes for some account, chosen by the login.
 */
type Matches = (
  account: StoredPassword | undefined,
  password: string,
  login: string,
) => Promise<boolean>

/** What passwords need to know of the database. */
type StoredForms = Pick<PasswordMix, 'formFor'> & Pick<HashHelpers, 'signerKeyOf'>

const noPassword: StoredPassword = { passwordHash: null, passwordForm: '' }

const onlyOurs: StoredForms = {
  formFor: () => '',
  signerKeyOf: () => Promise.resolve(undefined),
}

/** Hashes and compares passwords; HASH_WIDTH limits how many run at once. */
export type Passwords = ReturnType<typeof createPasswords>

export function createPasswords(config: Config, forms: StoredForms = onlyOurs) {
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
  const helpers = { crypt: createCryptThread(), signerKeyOf: forms.signerKeyOf }
  // For unknown accounts: no password matches them, but comparing takes the same time.
  const ourDummy = `${prefix}${randomBase64(16)}$${randomBase64(32)}`
  const dummies = new Map([['', ourDummy]])

  function dummyFor(form: string): string {
    const dummy = dummies.get(form) ?? dummyOf(form) ?? ourDummy
    dummies.set(form, dummy)
    return dummy
  }

  // As typed first: others hashed what they were sent.
  async function matchesForeign(stored: string, password: string): Promise<boolean> {
    const parsed = parseForeignHash(stored)
    if (!parsed.isTaken) return false
    if (await parsed.matches(password, helpers)) return true
    const text = normalise(password)
    return text !== password && (await parsed.matches(text, helpers))
  }

  return {
    /** Passwords must not be built from the `context` words. @throws password_policy */
    requireStrong: (password: string, context: readonly string[]) => {
      const text = normalise(password)
      const rule =
        brokenRule(text, config.PASSWORD_MIN_LENGTH, context) ??
        (isListed(text) ? 'breached' : undefined)
      if (rule !== undefined) {
        throw new PassportError('password_policy', { rule, min_length: config.PASSWORD_MIN_LENGTH })
      }
    },
    /** Returns whether a password has leaked, or varies one that has. */
    isBreached: (password: string) => {
      const text = normalise(password)
      return brokenRule(text, 0, []) === 'too_common' || isListed(text)
    },
    /** Returns how many hashes run and how many callers wait. */
    load: () => ({
      running: threads.load().running,
      waiting: turns.load().waiting + threads.load().waiting,
    }),
    /** Returns an Argon2id hash in PHC form. @throws server_busy */
    hash: (password: string, signal: AbortSignal) =>
      turns.run(signal, () => threads.run(signal, () => hash(normalise(password), options))),
    /**
     * Hashes texts of one person by one salt, with which its parameters are returned; by a new one
     * unless given. @throws server_busy
     */
    hashBySalt: (
      texts: readonly string[],
      signal: AbortSignal,
      given = `${prefix}${randomBase64(16)}`,
    ) =>
      turns.run(signal, async () => {
        const hashes: string[] = []
        for (const text of texts) {
          const stored = await threads.run(signal, () => hash(text, optionsOf(given)))
          hashes.push(stored.slice(given.length + 1))
        }
        return { salt: given, hashes }
      }),
    /** Runs work that compares when a hash can start; the next caller waits for its end. @throws server_busy */
    inTurn: <Result>(signal: AbortSignal, work: (matches: Matches) => Promise<Result>) =>
      turns.run(signal, () =>
        work(async (account, password, login) => {
          // Drawn also where it is not needed, so that the work is the same.
          const drawn = forms.formFor(login)
          const { passwordForm, passwordHash } = account ?? noPassword
          const isKnown = passwordHash !== null
          const stored = passwordHash ?? dummyFor(drawn)
          const form = isKnown ? passwordForm : drawn
          const isMatch = await threads.run(signal, () =>
            form === '' ? verify(stored, normalise(password)) : matchesForeign(stored, password),
          )
          return isMatch && isKnown
        }),
      ),
    /** Returns whether the hash of a matching password is foreign, or weaker than the current setting. */
    isOutdated: ({ passwordForm, passwordHash }: StoredPassword, password: string) => {
      if (passwordHash === null) return false
      if (passwordForm !== '') return !isAmbiguous(passwordForm, password)
      const { memoryCost, timeCost } = optionsOf(passwordHash)
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
