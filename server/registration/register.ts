import { preferredType } from '#protocol/preferred-types.ts'
import type { Accounts, NewAccount } from '../accounts/accounts.ts'
import type { Call } from '../calls/call.ts'
import { checkCode, type CheckCodeServices, type CodeContext } from '../codes/check-code.ts'
import type { Config } from '../config/config.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { requireStrongPassword } from '../passwords/require-strong-password.ts'
import type { SignedIn } from '../sign-in/sign-in.ts'
import type { Recipient } from '../store/recipient.ts'

/** Services that this module needs. */
export interface RegisterServices extends CheckCodeServices {
  accounts: Accounts
  config: Config
  passwords: Passwords
}

/** What a person chose for a new account. */
export interface Choice {
  password?: string | undefined
  name?: string | undefined
  birthday?: string | undefined
}

/** What making an account needs to know about the call. */
export type RegisterContext = Pick<
  Call<RegisterServices>,
  keyof CodeContext | 'signal' | 'language'
>

/** @throws registration_closed where the application makes no accounts. */
export function ensureOpen(context: Pick<Call<RegisterServices>, 'app'>): void {
  if (!context.app.settings.registration_open) throw new PassportError('registration_closed')
}

/** What an account starts with besides its address; the password is hashed here. */
export async function startOf(
  context: RegisterContext,
  { password, name, birthday }: Choice,
): Promise<Omit<NewAccount, 'recipient'>> {
  return {
    name,
    birthday,
    passwordHash:
      password === undefined
        ? null
        : await context.services.passwords.hash(password, context.signal()),
    locale: context.language,
    aid: context.app.aid,
  }
}

/**
 * Checks all that can be checked before an account is made, and answers what makes it inside the
 * transaction that also opens the session.
 * @throws registration_closed, password_policy, has_registered, and what a wrong code throws.
 */
export async function prepareAccount(
  context: RegisterContext,
  recipient: Recipient,
  wanted: Choice & { code: string },
): Promise<(tx: RegisterServices) => Promise<SignedIn>> {
  const { accounts } = context.services
  ensureOpen(context)
  requireStrongPassword(context.services, recipient, wanted)
  const type = preferredType.register[recipient.channel]
  const proof = await checkCode(context, recipient, type, wanted.code)
  // Said only now: before the proof it would tell strangers who has an account.
  if (await accounts.findByRecipient(recipient)) throw new PassportError('has_registered')
  const start = await startOf(context, wanted)
  return async (tx) => {
    await tx.codes.use(proof)
    return { account: await tx.accounts.create({ ...start, recipient }), isNew: true }
  }
}
