import type { Accounts } from '../accounts/accounts.ts'
import type { Call } from '../calls/call.ts'
import type { CodeAttempts } from '../codes/code-attempts.ts'
import type { Config } from '../config/config.ts'
import type { Events } from '../events/events.ts'
import { MINUTE_MS, type Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { Policy } from '../policy/policy.ts'
import type { Account } from '../store/account-repository.ts'
import type { Login } from '../store/recipient.ts'
import type { TrustedDevices } from '../two-step/trusted-devices.ts'
import { failureKeysOf, MAX_FAILURE_KEYS } from './failure-keys.ts'
import { FAILURES_BEFORE_WAIT, type PasswordAttempts } from './password-attempts.ts'
import type { Passwords } from './passwords.ts'

export interface CheckPasswordServices {
  accounts: Accounts
  clock: Clock
  codeAttempts: CodeAttempts
  config: Config
  events: Events
  log: Log
  passwordAttempts: PasswordAttempts
  passwords: Passwords
  policy: Policy
  rateLimits: RateLimits
  trustedDevices: TrustedDevices
}

const FAILURES_WINDOW_MS = 10 * MINUTE_MS

/** The parts of a call that checking a password needs. */
export type PasswordContext = Pick<
  Call<CheckPasswordServices>,
  'services' | 'app' | 'caller' | 'operation' | 'logId' | 'signal'
>

/** An account whose password was correct, with what was read along with it. */
export interface CheckedAccount {
  account: Account
  hasLinkedAccounts: boolean
  /** Whether failures are counted that a sign-in clears. */
  hasFailures: boolean
}

/**
 * Returns the account of a login if the password is correct, in the same time as without account.
 * @param onSuspicion Runs after many failures; throws if a captcha, or two, must be passed first.
 * @throws password_error, password_locked, server_busy
 */
export async function checkPassword(
  context: PasswordContext,
  login: Login,
  password: string,
  onSuspicion: (isTwice: boolean) => Promise<void>,
): Promise<CheckedAccount> {
  const { accounts, clock, config, events, log, passwordAttempts, passwords, policy, rateLimits } =
    context.services
  const browser = context.services.trustedDevices.hashOf(context.caller.webId)
  const { wrong_passwords: captchaFrom, wrong_passwords_for_a_second: secondCaptchaFrom } =
    policy.captcha
  const networkKey = `wrong password ${context.caller.prefix}`
  const keys = {
    strangers: passwordAttempts.keyFor(login.text),
    browser: passwordAttempts.keyFor(login.text, browser),
    network: networkKey,
  }
  const attempt = await passwordAttempts.find(login, browser, keys, clock())
  // Failures of other browsers do not lock out one that the account knows.
  const key = attempt.isKnownBrowser ? keys.browser : keys.strangers
  const { account, hasLinkedAccounts } = attempt
  const failures = passwordAttempts.rejectDuringWait(attempt.failures)
  const isSuspicious = failures >= captchaFrom || attempt.counted >= config.FAILURES_BEFORE_CAPTCHA
  if (isSuspicious) await onSuspicion(failures >= secondCaptchaFrom)
  const signal = context.signal()
  let hasFailures = true
  // Read again right before the comparison, so that concurrent attempts cannot exceed the limit.
  const beforeComparison = async (): Promise<void> => {
    const otherKeys = otherFailureKeys(context, key, browser, account)
    const current = await passwordAttempts.requireOpenWithOthers(key, otherKeys)
    hasFailures = current.hasFailures
    if (current.failures >= captchaFrom && !isSuspicious) {
      await onSuspicion(current.failures >= secondCaptchaFrom)
    }
  }
  const onWrong = async (): Promise<void> => {
    await rateLimits.count(networkKey, FAILURES_WINDOW_MS)
    const failuresNow = await passwordAttempts.fail(key)
    log.passwordRefused(context.logId, failuresNow)
    // Also without an account, so that the time does not tell whether there is one.
    if (failuresNow >= FAILURES_BEFORE_WAIT) {
      await events.note(context, 'password_locked', account?.id ?? '')
    }
  }
  const stored = account?.passwordHash
  const isCorrect = await passwords.verify(stored, password, signal, beforeComparison, onWrong)
  if (!isCorrect || account === undefined || account.passwordHash === null) {
    throw new PassportError('password_error')
  }
  if (!passwords.isOutdated(account.passwordHash)) {
    return { account, hasLinkedAccounts, hasFailures }
  }
  const passwordHash = await passwords.hash(password, signal)
  if (await accounts.replacePassword(account.id, account.passwordHash, passwordHash)) {
    return { account: { ...account, passwordHash }, hasLinkedAccounts, hasFailures }
  }
  // A concurrent call replaced the hash, perhaps with that of another password.
  return await checkPassword(context, login, password, onSuspicion)
}

// Padded to the same number, so that the statement does not depend on whether there is an account.
function otherFailureKeys(
  { services }: PasswordContext,
  key: string,
  browser: string,
  account: Account | undefined,
): string[] {
  const keys = account === undefined ? [] : failureKeysOf(services, account, browser)
  return Array.from({ length: MAX_FAILURE_KEYS }, (_, index) => keys[index] ?? key)
}

/**
 * Locks a checked account; hashing takes long, so the password may have changed since.
 * @throws password_error if it has changed
 */
export async function lockWithSamePassword(
  tx: CheckPasswordServices,
  checked: Account,
): Promise<Account> {
  const account = await tx.accounts.lock(checked.id)
  if (account?.passwordHash !== checked.passwordHash) throw new PassportError('password_error')
  return account
}

/**
 * Checks the password of a known account and returns the key of its attempt limit, to be cleared.
 * @throws password_error, password_locked, server_busy
 */
export async function checkPasswordOf(
  context: PasswordContext,
  account: Account,
  password: string,
): Promise<string> {
  const { log, passwordAttempts, passwords } = context.services
  // A limit of its own: guesses with a stolen session must not keep the owner from signing in.
  const key = passwordAttempts.keyFor(`change ${account.id}`)
  await passwordAttempts.requireOpen(key)
  const isCorrect = await passwords.verify(
    account.passwordHash,
    password,
    context.signal(),
    () => passwordAttempts.requireOpen(key),
    async () => log.passwordRefused(context.logId, await passwordAttempts.fail(key)),
  )
  if (!isCorrect) throw new PassportError('password_error')
  return key
}
