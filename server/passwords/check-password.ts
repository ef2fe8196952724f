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
import { failureKeysOf, MAX_FAILURE_KEYS } from './failure-keys.ts'
import { FIRST_LOCK, type PasswordAttempts } from './password-attempts.ts'
import type { Passwords } from './passwords.ts'

/** Services that this module needs. */
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
}

const FAILURES_WINDOW_MS = 10 * MINUTE_MS

/** What a check of a password needs to know about the call. */
export type PasswordContext = Pick<
  Call<CheckPasswordServices>,
  'services' | 'app' | 'caller' | 'operation' | 'logId' | 'signal'
>

/** An account whose password was right, and what the check has seen of it besides. */
export interface Checked {
  account: Account
  hasLinkedAccounts: boolean
  /** Whether failures are counted that a sign-in clears. */
  hasFailures: boolean
}

/**
 * Finds the account for what was typed and compares the password, at the same cost for accounts
 * that do not exist. `onSuspicion` runs where a captcha is due, or two where the
 * count is grave: it throws, or lets the try go on.
 * @throws password_error, password_locked, server_busy.
 */
export async function checkPassword(
  context: PasswordContext,
  login: Login,
  password: string,
  onSuspicion: (isGrave: boolean) => Promise<void>,
): Promise<Checked> {
  const { accounts, clock, config, events, log, passwordAttempts, passwords, policy, rateLimits } =
    context.services
  const { wrong_passwords: many, wrong_passwords_for_a_second: grave } = policy.captcha
  const key = passwordAttempts.keyFor(login.text)
  const ofAddress = `wrong password ${context.caller.prefix}`
  const tried = await passwordAttempts.look(login, { lock: key, counter: ofAddress }, clock())
  const { account, hasLinkedAccounts } = tried
  const failed = passwordAttempts.judge(tried.failures)
  const isSuspicious = failed >= many || tried.counted >= config.FAILURES_BEFORE_CAPTCHA
  if (isSuspicious) await onSuspicion(failed >= grave)
  const left = context.signal()
  let hasFailures = true
  // Asked again when the turn has come: of many tries at once only a few run past the lock.
  const onTurn = async (): Promise<void> => {
    const present = await passwordAttempts.ensureOpenAmong(key, othersOf(context, key, account))
    hasFailures = present.hasFailures
    if (present.failed >= many && !isSuspicious) await onSuspicion(present.failed >= grave)
  }
  const onWrong = async (): Promise<void> => {
    await rateLimits.count(ofAddress, FAILURES_WINDOW_MS)
    const failures = await passwordAttempts.fail(key)
    log.passwordRefused(context.logId, failures)
    // Also where there is no account, which must not be told by the time this takes.
    if (failures >= FIRST_LOCK) {
      await events.note(context, 'password_locked', account?.id ?? '')
    }
  }
  const { passwordHash: stored } = account ?? {}
  const isRight = await passwords.verify(stored, password, left, onTurn, onWrong)
  if (!isRight || account === undefined || account.passwordHash === null) {
    throw new PassportError('password_error')
  }
  if (passwords.isOutdated(account.passwordHash)) {
    const passwordHash = await passwords.hash(password, left)
    const { id, passwordHash: weak } = account
    if (await accounts.replacePassword(id, weak, passwordHash)) {
      return { account: { ...account, passwordHash }, hasLinkedAccounts, hasFailures }
    }
    // Somebody else was faster, by the same password or by another.
    return await checkPassword(context, login, password, onSuspicion)
  }
  return { account, hasLinkedAccounts, hasFailures }
}

// As many for each account as for none, so that the statement is the same.
function othersOf(
  { services }: PasswordContext,
  key: string,
  account: Account | undefined,
): string[] {
  const keys = account === undefined ? [] : failureKeysOf(services, account)
  return Array.from({ length: MAX_FAILURE_KEYS }, (_, at) => keys[at] ?? key)
}

/**
 * The account as it is in the transaction of what a checked password allows. Hashing takes long, and
 * calls wait in line for it: whoever was shut out by a new password meanwhile stays out.
 * @throws password_error.
 */
export async function withSamePassword(
  tx: CheckPasswordServices,
  checked: Account,
): Promise<Account> {
  const account = await tx.accounts.lock(checked.id)
  if (account?.passwordHash !== checked.passwordHash) throw new PassportError('password_error')
  return account
}

/**
 * Checks the password of an account that is known already. Failures have a lock of their own: whoever
 * holds a stolen session or ticket must not guess on, nor keep the owner from signing in. Answers the
 * key of that lock, to be cleared. @throws password_error, password_locked, server_busy.
 */
export async function checkPasswordOf(
  context: PasswordContext,
  account: Account,
  typed: string,
): Promise<string> {
  const { log, passwordAttempts, passwords } = context.services
  const key = passwordAttempts.keyFor(`change ${account.id}`)
  await passwordAttempts.ensureOpen(key)
  const onTurn = async (): Promise<void> => {
    await passwordAttempts.ensureOpen(key)
  }
  const onWrong = async (): Promise<void> => {
    log.passwordRefused(context.logId, await passwordAttempts.fail(key))
  }
  const { passwordHash } = account
  if (!(await passwords.verify(passwordHash, typed, context.signal(), onTurn, onWrong))) {
    throw new PassportError('password_error')
  }
  return key
}
