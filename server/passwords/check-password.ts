import type { Accounts } from '../accounts/accounts.ts'
import type { Call } from '../calls/call.ts'
import type { CodeAttempts } from '../codes/code-attempts.ts'
import type { Events } from '../events/events.ts'
import type { Log } from '../lib/log.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Policy } from '../policy/policy.ts'
import { FAILURES_WINDOW_MS } from '../store/password-attempt-repository.ts'
import type { Login } from '../store/recipient.ts'
import type { TrustedDevices } from '../two-step/trusted-devices.ts'
import { noticeBreached, type BreachedNoticeServices } from './breached-notice.ts'
import { failureKeysOf, MAX_FAILURE_KEYS } from './failure-keys.ts'
import { FAILURES_BEFORE_WAIT, type PasswordAttempts } from './password-attempts.ts'
import type { Passwords } from './passwords.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Transaction } from '../store/transaction.ts'

export interface CheckPasswordServices extends BreachedNoticeServices {
  accounts: Accounts
  codeAttempts: CodeAttempts
  events: Events
  log: Log
  passwordAttempts: PasswordAttempts
  passwords: Passwords
  policy: Policy
  transaction: Transaction<CheckPasswordServices>
  trustedDevices: TrustedDevices
}

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
  /** Whether the password has leaked, of which the owner was told. */
  isBreached: boolean
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
  for (;;) {
    const checked = await comparePassword(context, login, password, onSuspicion)
    const account = await withCurrentHash(context, checked.account, password)
    // Otherwise a concurrent call has replaced the hash, perhaps with that of another password.
    if (account === undefined) continue
    const isBreached = context.services.passwords.isBreached(password)
    if (isBreached) await noticeBreached(context, account)
    return { ...checked, account, isBreached }
  }
}

async function comparePassword(
  context: PasswordContext,
  login: Login,
  password: string,
  onSuspicion: (isTwice: boolean) => Promise<void>,
): Promise<Omit<CheckedAccount, 'isBreached'>> {
  const { clock, config, passwordAttempts, passwords, policy, trustedDevices } = context.services
  const browser = trustedDevices.hashOf(context.caller.webId)
  const { wrong_passwords: captchaFrom, wrong_passwords_for_a_second: secondCaptchaFrom } =
    policy.captcha
  const keys = {
    strangers: passwordAttempts.keyFor(login.text),
    browser: passwordAttempts.keyFor(login.text, browser),
    network: networkKeyOf(context),
  }
  const attempt = await passwordAttempts.find(login, browser, keys, clock())
  const { account, hasLinkedAccounts } = attempt
  // Failures of other browsers do not lock out one that the account knows.
  const key = attempt.isKnownBrowser ? keys.browser : keys.strangers
  const failures = passwordAttempts.rejectDuringWait(attempt.failures)
  const isSuspicious =
    failures >= captchaFrom || attempt.networkFailures >= config.FAILURES_BEFORE_CAPTCHA
  if (isSuspicious) await onSuspicion(failures >= secondCaptchaFrom)
  return await passwords.inTurn(context.signal(), async (matches) => {
    // Read again right before the comparison, so that concurrent attempts cannot exceed the limit.
    const otherKeys = otherFailureKeys(context, key, browser, account)
    const current = await passwordAttempts.requireOpenWithOthers(key, otherKeys)
    if (current.failures >= captchaFrom && !isSuspicious) {
      await onSuspicion(current.failures >= secondCaptchaFrom)
    }
    const isCorrect = await matches(account, password, login.text)
    if (isCorrect && account !== undefined) {
      return { account, hasLinkedAccounts, hasFailures: current.hasFailures }
    }
    const inRow = await countWrongPassword(context, key, account)
    throw new PassportError('password_error', {}, { inRow })
  })
}

async function countWrongPassword(
  context: PasswordContext,
  key: string,
  account: Account | undefined,
): Promise<number> {
  const { log, passwordAttempts, rateLimits, transaction } = context.services
  await rateLimits.count(networkKeyOf(context), FAILURES_WINDOW_MS)
  const failures = await passwordAttempts.fail(key)
  log.passwordRefused(context.logId, failures)
  // Also without an account, so that the time does not tell whether there is one.
  if (failures >= FAILURES_BEFORE_WAIT) {
    await transaction((tx) => tx.events.note(context, 'password_locked', account?.id ?? ''))
  }
  return failures
}

// Hashes the password again where its hash is foreign, or weaker than the setting.
async function withCurrentHash(
  { services: { accounts, passwords }, signal }: PasswordContext,
  account: Account,
  password: string,
): Promise<Account | undefined> {
  const { id, passwordHash: before } = account
  if (before === null || !passwords.isOutdated(account, password)) return account
  const passwordHash = await passwords.hash(password, signal())
  const isReplaced = await accounts.replacePassword(id, before, passwordHash)
  return isReplaced ? { ...account, passwordHash, passwordForm: '' } : undefined
}

function networkKeyOf({ caller }: PasswordContext): string {
  return `wrong password ${caller.prefix}`
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
  return await passwords.inTurn(context.signal(), async (matches) => {
    await passwordAttempts.requireOpen(key)
    if (await matches(account, password, account.id)) return key
    log.passwordRefused(context.logId, await passwordAttempts.fail(key))
    throw new PassportError('password_error')
  })
}
