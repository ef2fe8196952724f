import { preferredType } from '#protocol/preferred-types.ts'
import { codeMethods } from '#protocol/sign-in-methods.ts'
import type { NewAccount } from '../accounts/accounts.ts'
import type { Call } from '../calls/call.ts'
import { checkCode, type CodeContext } from '../codes/check-code.ts'
import { PassportError } from '../lib/passport-error.ts'
import { requireStrongPassword } from '../passwords/require-strong-password.ts'
import type { SignedIn } from '../sign-in/sign-in.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Services } from '../services/services.ts'

/** Fields of a new account. */
export interface RegistrationInput {
  password?: string | undefined
  name?: string | undefined
  birthday?: string | undefined
}

/** The parts of a call that registration needs. */
export type RegisterContext = Pick<Call<Services>, keyof CodeContext | 'signal' | 'language'>

/** @throws registration_closed */
export function requireRegistrationOpen(context: Pick<Call<Services>, 'app'>): void {
  if (!context.app.settings.registration_open) throw new PassportError('registration_closed')
}

/** Returns the initial data of an account without its address; hashes the password. */
export async function newAccountOf(
  context: RegisterContext,
  { password, name, birthday }: RegistrationInput,
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

/** @throws password_policy for a weak password, or for none where the application requires one */
export function requirePassword(
  { app, services }: Pick<Call<Services>, 'app' | 'services'>,
  recipient: Recipient,
  input: RegistrationInput,
): void {
  if (input.password === undefined && app.settings.password_required) {
    throw new PassportError('password_policy')
  }
  requireStrongPassword(services, recipient, input)
}

/**
 * Checks the input and the code; returns what creates the account in the transaction of the session.
 * @throws registration_closed, password_policy, has_registered, code_error, code_expired
 */
export async function prepareAccount(
  context: RegisterContext,
  recipient: Recipient,
  input: RegistrationInput & { code: string },
): Promise<(tx: Services) => Promise<SignedIn>> {
  const { accounts } = context.services
  requireRegistrationOpen(context)
  requirePassword(context, recipient, input)
  const type = preferredType.register[recipient.channel]
  const proof = await checkCode(context, recipient, type, input.code)
  // After the proof, so that it does not tell a stranger who has an account.
  if (await accounts.findByRecipient(recipient)) throw new PassportError('has_registered')
  const newAccount = await newAccountOf(context, input)
  return async (tx) => {
    await tx.codes.use(proof)
    const account = await tx.accounts.create({ ...newAccount, recipient })
    return { account, isNew: true, method: codeMethods[recipient.channel] }
  }
}
